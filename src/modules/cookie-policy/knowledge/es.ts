import { html } from '#kernel/html.ts'
import { businessDays, LAW_NAME } from '#kernel/law/wording.ts'
import { stopAfter } from '#kernel/text.ts'
import type { CookieWords } from './words.ts'

const LAW = LAW_NAME

export const ES: CookieWords = {
  language: 'es',
  mark: 'COMPLETAR',
  title: (entity) => `Política de cookies de ${entity}`,
  intro: (entity) =>
    html`<p>${entity} informa aquí qué cookies y tecnologías similares usa en sus sitios, para qué, por cuánto tiempo, y cómo puede usted aceptarlas, rechazarlas o cambiar de opinión.</p>`,
  titles: {
    policyInfo: 'Versión y fecha',
    sites: 'Sitios a los que se aplica',
    about: 'Qué son las cookies',
    controller: 'Responsable y contacto',
    cookies: 'Cookies que usamos',
    consent: 'Finalidades y su consentimiento',
    management: 'Cómo cambiar su decisión',
  },
  yes: 'Sí',
  no: 'No',
  mayOppose:
    'No en el aviso, porque el sitio no funciona sin ellas; puede oponerse a este tratamiento (art. 8 letra a)',
  policyInfo: {
    drafted: (version, day) =>
      html`<p>Esta es la versión ${version} de la política de cookies. Se redactó el ${day} y aún no está publicada.</p>`,
    published: (version, day) =>
      html`<p>Esta es la versión ${version} de la política de cookies, publicada el ${day}.</p>`,
  },
  sites: { lead: 'Se aplica a estos sitios:', missing: 'sitios web en que se usan las cookies' },
  about: html`<p>Las cookies son pequeños archivos que un sitio guarda en su equipo para recordar información de su visita. Las tecnologías similares (almacenamiento local, píxeles) cumplen la misma función. Cuando permiten identificarle, son datos personales y se rigen por la ${LAW}.</p>`,
  controller: {
    is: (entity) => html`<p>El responsable es <strong>${entity}</strong>${stopAfter(entity)}</p>`,
    email: 'Correo electrónico para ejercer derechos',
    missingEmail: 'correo electrónico público para ejercer derechos',
    more: 'La política de privacidad informa sus derechos, las transferencias internacionales y el resto de los tratamientos.',
  },
  cookies: {
    lead: 'Estas son las cookies de los avisos de consentimiento publicados, por finalidad:',
    head: ['Nombre', 'Proveedor', 'Duración', 'Descripción'],
    caption: (purpose) => `Cookies de «${purpose}»`,
    missing: 'cookies de los sitios, en un aviso de consentimiento publicado',
    missingPurpose: 'finalidad de estas cookies',
    missingProvider: (cookie) => `proveedor de la cookie «${cookie}»`,
    missingDuration: (cookie) => `duración de la cookie «${cookie}»`,
  },
  consent: {
    lead: html`<p>Las cookies estrictamente necesarias funcionan sin su consentimiento. Las demás quedan desactivadas mientras usted no las acepte, finalidad por finalidad (art. 12, ${LAW}).</p>`,
    caption: 'Finalidades',
    head: ['Finalidad', 'Descripción', 'Base de licitud', 'Se puede rechazar'],
    missing: 'finalidades, en un aviso de consentimiento publicado',
    bases: {
      consent: 'Consentimiento del titular (art. 12)',
      contract: 'Contrato o medidas precontractuales (art. 13 letra c)',
      legal_obligation: 'Obligación legal (art. 13 letra b)',
      legitimate_interest: 'Interés legítimo (art. 13 letra d)',
    },
  },
  management: ({
    agency,
    terms,
  }) => html`<p>Puede retirar o cambiar su decisión en cualquier momento, sin costo y tan fácilmente como la dio, en el aviso de consentimiento del sitio. El retiro no afecta lo tratado antes (art. 12, ${LAW}).</p>
<p>También puede borrar o bloquear las cookies en la configuración de su navegador; si bloquea las necesarias, partes del sitio pueden no funcionar.</p>
<p>Si no respondemos una solicitud sobre sus datos, o la rechazamos, puede reclamar ante la ${agency.name} dentro de ${businessDays(terms.complaintBusinessDays)} desde la negativa, o desde que venció el plazo para responderle (art. 41).</p>`,
}
