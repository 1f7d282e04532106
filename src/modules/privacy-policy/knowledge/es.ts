import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { html } from '#kernel/html.ts'
import { businessDays, calendarDays, LAW_NAME } from '#kernel/law/wording.ts'
import { stopAfter } from '#kernel/text.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { basisWords, RETENTION_LABELS, SHOWN_LABELS } from '#modules/rat/public.ts'
import type { Labels, Words } from './words.ts'

const LAW = LAW_NAME

const countries = new Intl.DisplayNames('es', { type: 'region', fallback: 'none' })

const labels = (terms: readonly { value: string; label: string }[]): Labels =>
  Object.fromEntries(terms.map(({ value, label }) => [value, label]))

export const ES: Words = {
  language: 'es',
  mark: 'COMPLETAR',
  title: (entity) => `Política de privacidad de ${entity}`,
  intro: (entity) =>
    html`<p>${entity} informa aquí cómo trata los datos personales, con qué fin y por cuánto tiempo, y cómo puede usted ejercer sus derechos (art. 14 ter, ${LAW}).</p>`,
  titles: {
    policyInfo: 'Versión y fecha de esta política',
    controller: 'Responsable del tratamiento',
    contact: 'Cómo contactarnos y presentar solicitudes',
    processing: 'Qué datos tratamos, de quiénes, para qué y con qué base de licitud',
    security: 'Cómo protegemos los datos',
    rights: 'Sus derechos',
    complaint: 'Reclamo ante la Agencia',
    transfers: 'Transferencias internacionales',
    retention: 'Por cuánto tiempo conservamos los datos',
    sources: 'De dónde vienen los datos',
    consent: 'Cómo retirar su consentimiento',
    automatedDecisions: 'Decisiones automatizadas y elaboración de perfiles',
    specialData: 'Datos sensibles, biométricos, de ubicación y de niños, niñas y adolescentes',
    cookies: 'Sitios web, cookies y avisos de consentimiento',
  },
  country: (code) => countries.of(code),
  data: {
    ...(Object.fromEntries(Object.entries(DATA_CATEGORIES).map(([key, { label }]) => [key, label])) as Record<
      DataCategory,
      string
    >),
    ...SHOWN_LABELS,
  },
  basis: (basis) => basisWords({ ...basis, legalBasisArticle: basis.article }),
  retentions: RETENTION_LABELS,
  subjects: labels(VOCABULARY.subjectCategories),
  measures: labels(VOCABULARY.securityMeasures),
  mechanisms: labels(VOCABULARY.transferMechanisms),
  yes: 'Sí',
  no: 'No',
  sensitive: 'dato sensible',
  missingActivities: 'actividades de tratamiento publicadas en el registro (RAT)',

  grouped: {
    lead: 'El registro tiene tantas actividades que esta sección las muestra agrupadas por finalidad y base de licitud. Cada fila reúne lo que vale para todas las actividades de su grupo; el detalle de una actividad se puede pedir por las vías de contacto de esta política.',
    others: 'Otras finalidades',
    missingPurposes:
      'otras finalidades, que no caben en la tabla: reúna actividades bajo una misma finalidad en el registro (RAT) o redacte esta sección',
    more: (count) => `y ${count} más`,
  },
  policyInfo: {
    drafted: (entity, version, day) =>
      html`<p>Esta es la versión ${version} de la política de tratamiento de datos personales de ${entity}${stopAfter(entity)} Se redactó el ${day} y aún no está publicada.</p>`,
    published: (entity, version, day) =>
      html`<p>Esta es la versión ${version} de la política de tratamiento de datos personales de ${entity}, publicada el ${day}.</p>`,
    changes: `Un cambio en esta política da lugar a una versión nueva, con su propia fecha. Los artículos que se citan son de la ${LAW}.`,
  },
  controller: {
    is: (entity) =>
      html`<p>El responsable del tratamiento de los datos es <strong>${entity}</strong>${stopAfter(entity)}</p>`,
    taxId: 'RUT',
    legalRep: 'Representante legal',
    dpo: 'Delegado de protección de datos',
    noDpo: 'no hay un delegado designado',
    missingLegalRep: 'nombre del representante legal',
    wrongTaxId: (taxId) => `RUT de la entidad; el registrado, ${taxId}, no es válido`,
  },
  contact: {
    lead: 'Puede dirigirnos consultas y solicitudes sobre sus datos personales por estas vías:',
    address: 'Domicilio postal',
    email: 'Correo electrónico para ejercer derechos',
    dpo: 'Correo del delegado de protección de datos',
    form: 'Formulario para ejercer derechos',
    missingAddress: 'domicilio postal',
    missingEmail: 'correo electrónico público para ejercer derechos',
  },
  processing: {
    lead: 'Estas son las actividades en que tratamos datos personales, con la finalidad, las categorías de datos, las personas a que se refieren, la base de licitud y los destinatarios de cada una:',
    caption: 'Actividades de tratamiento',
    head: ['Actividad y finalidad', 'Categorías de datos', 'Personas', 'Base de licitud', 'Destinatarios'],
    noRecipients: 'Ninguno previsto',
    interests: 'Intereses legítimos',
    interestsLead:
      'Cuando la base es el interés legítimo, este es el interés que perseguimos. Usted puede oponerse en cualquier momento (art. 8).',
    missingBasis: (activity) => `base de licitud de «${activity}»`,
    missingInterest: (activity) => `interés legítimo de «${activity}»`,
  },
  security: {
    lead: 'Aplicamos medidas técnicas y organizativas para resguardar la confidencialidad, integridad, disponibilidad y resiliencia de los sistemas en que tratamos datos (art. 14 quinquies). Entre ellas:',
    missing: 'medidas de seguridad de las actividades o de los sistemas',
  },
  rights: ({
    terms,
  }) => html`<p>Usted puede ejercer en todo momento estos derechos, que son irrenunciables (arts. 4 a 11, ${LAW}):</p>
<ul>
<li><strong>Acceso</strong> (art. 5): saber si tratamos sus datos y cuáles son, su origen, la finalidad, los destinatarios y el plazo.</li>
<li><strong>Rectificación</strong> (art. 6): corregir los datos inexactos, desactualizados o incompletos.</li>
<li><strong>Supresión</strong> (art. 7): eliminar los datos que ya no son necesarios, cuyo consentimiento retiró o que se tratan sin fundamento legal, entre otros casos.</li>
<li><strong>Oposición</strong> (art. 8): pedir que no tratemos sus datos sobre la base del interés legítimo, para publicidad, o si los tomamos de una fuente de acceso público y no hay otra base legal.</li>
<li><strong>Decisiones automatizadas</strong> (art. 8 bis): no quedar sujeto a ellas y pedir explicación, intervención humana y revisión.</li>
<li><strong>Bloqueo temporal</strong> (art. 8 ter): suspender el tratamiento mientras se resuelve una solicitud de rectificación, supresión u oposición, o en lugar de la supresión.</li>
<li><strong>Portabilidad</strong> (art. 9): recibir los datos que nos entregó en un formato electrónico de uso común, o que los enviemos a otro responsable si es técnicamente posible, cuando el tratamiento es automatizado y se basa en su consentimiento.</li>
</ul>
<p>Presente su solicitud por las vías de contacto de esta política, con los datos que permitan identificarle y una dirección para responderle. También puede presentarla quien le represente y, por una persona que falleció, sus herederos, salvo que ella lo haya prohibido expresamente o lo prohíba una ley (art. 4). Respondemos dentro de ${calendarDays(terms.requestDays)}, plazo que se puede prorrogar una sola vez hasta por otros ${terms.extensionDays}; el bloqueo temporal se responde dentro de ${businessDays(terms.blockingBusinessDays)}. La rectificación, la supresión y la oposición son siempre gratuitas; el acceso y la portabilidad lo son al menos una vez por trimestre (arts. 10 y 11).</p>`,
  rightsBeforePublicBody:
    'Somos un órgano público: ante nosotros se ejercen los derechos de acceso, rectificación y oposición, y el de supresión solo en los casos que la ley permite. No acogemos una solicitud si hacerlo entorpece funciones fiscalizadoras, investigativas o sancionadoras, o afecta un secreto que la ley establece (art. 23).',
  complaint: ({ agency, terms }) =>
    html`<p>Si rechazamos su solicitud, en todo o en parte, o no la respondemos dentro de plazo, usted puede reclamar ante la ${agency.name} dentro de ${businessDays(terms.complaintBusinessDays)} desde la negativa, o desde que venció el plazo para responderle (arts. 14 ter letra g) y 41, ${LAW}).</p>`,
  transfers: {
    none: 'No transferimos datos personales fuera de Chile en las actividades de esta política.',
    lead: 'Estos tratamientos envían o guardan datos fuera de Chile. Se indica el país y si la transferencia se funda en su nivel adecuado de protección o en otra garantía (arts. 27 y 28):',
    caption: 'Transferencias internacionales',
    head: ['Actividad', 'País', 'Destinatarios', 'Garantía'],
    missingCountry: (activity) => `país al que se transfieren los datos de «${activity}»`,
    missingGuarantee: (activity) => `garantía de la transferencia de «${activity}»`,
  },
  retention: {
    lead: 'Conservamos los datos mientras son necesarios para su finalidad. Después los suprimimos o anonimizamos, salvo que una ley ordene guardarlos por más tiempo (art. 3 letra c).',
    caption: 'Plazos de conservación',
    head: ['Actividad', 'Plazo'],
    missing: (activity) => `plazo de conservación de «${activity}»`,
  },
  sources: {
    lead: 'Este es el origen de los datos de cada actividad, y si la fuente es de acceso público:',
    caption: 'Origen de los datos',
    head: ['Actividad', 'Origen', 'Fuente de acceso público'],
    missing: (activity) => `origen de los datos de «${activity}»`,
  },
  consent: {
    none: 'Ninguna de las actividades de esta política se basa en el consentimiento.',
    lead: 'Usted puede retirar su consentimiento en cualquier momento, sin expresar causa y sin costo, por medios similares a los que usó para darlo. Lo tratado antes del retiro sigue siendo lícito (art. 12).',
    caption: 'Actividades basadas en el consentimiento',
    head: ['Actividad', 'Cómo retirarlo'],
    write: (email) => `Escribiendo a ${email}`,
    missing: (activity) => `cómo se retira el consentimiento de «${activity}»`,
    notices: 'El consentimiento que dio en un sitio web también se cambia en el aviso del mismo sitio.',
  },
  automated: {
    none: 'No tomamos decisiones basadas en el tratamiento automatizado de datos, incluida la elaboración de perfiles, en las actividades de esta política.',
    lead: 'Estas actividades incluyen decisiones automatizadas o elaboración de perfiles. Usted puede pedir una explicación, que intervenga una persona, expresar su punto de vista y solicitar la revisión de la decisión (art. 8 bis).',
    caption: 'Decisiones automatizadas',
    head: ['Actividad', 'Lógica aplicada y consecuencias previstas'],
    missing: (activity) => `lógica y consecuencias de las decisiones automatizadas de «${activity}»`,
  },
  special: {
    none: 'Las actividades de esta política no tratan datos sensibles, biométricos ni de ubicación, ni datos de niños, niñas o adolescentes.',
    sensitive: {
      lead: 'Estas actividades tratan datos sensibles (art. 2 letra g), con las exigencias de los arts. 16 y siguientes:',
      caption: 'Datos sensibles',
      head: ['Actividad', 'Datos', 'Base de licitud'],
    },
    biometric: {
      lead: 'Para los datos biométricos informamos además el sistema que los usa, la finalidad y el plazo (art. 16 ter):',
      caption: 'Datos biométricos',
      head: ['Actividad', 'Sistema', 'Finalidad', 'Plazo'],
      after: 'Sus derechos sobre estos datos se ejercen por las vías de contacto de esta política.',
      missingSystem: (activity) => `sistema biométrico de «${activity}»`,
    },
    location: {
      lead: 'Para los datos de ubicación informamos el tipo de dato, la finalidad, la duración del tratamiento y si se comunican a terceros (art. 16 sexies):',
      caption: 'Datos de ubicación',
      head: ['Actividad', 'Tipo de dato', 'Finalidad', 'Duración', 'Destinatarios'],
    },
    minors: {
      lead: 'Los datos de niños, niñas y adolescentes se tratan según su interés superior y su autonomía progresiva. Para menores de 14 años consienten sus padres, representantes legales o quienes los cuidan; los adolescentes consienten por sí mismos, salvo para sus datos sensibles antes de los 16 (art. 16 quáter).',
      caption: 'Datos de niños, niñas y adolescentes',
      head: ['Actividad', 'Resguardo'],
      missing: (activity) => `resguardo de los datos de menores en «${activity}»`,
    },
  },
  cookies: {
    sites: 'Esta política se aplica también a estos sitios:',
    notices: {
      lead: 'En ellos un aviso informa las finalidades siguientes y pide su consentimiento para las que se pueden rechazar. La política de cookies detalla cada una:',
      caption: 'Finalidades de los avisos de consentimiento',
      head: ['Finalidad', 'Descripción', 'Se puede rechazar'],
    },
    after: 'Lo que no es estrictamente necesario queda desactivado mientras usted no lo acepte (art. 12).',
    missingSites: 'sitios web de la organización',
    missingNotices: 'aviso de consentimiento de cookies de los sitios',
  },
}
