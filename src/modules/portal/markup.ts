import type { Organisation } from '#kernel/branding.ts'
import { chileanDay, hourInDigits, longDay } from '#kernel/dates.ts'
import { type Html, html, joined, lines, mailLink, NOTHING, unbroken } from '#kernel/html.ts'
import { type FormConsent, withdrawnWords } from '#modules/consent/public.ts'
import { clock, facts, faultList, field, note, ways } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'

/** The pages of the portal: data to HTML. Addresses are relative; `root` leads to the root of the service. */

export interface Frame {
  root: string
  organisation: Organisation
  /** When the session ends; absent before the person enters. */
  until?: Date
}

interface Faults {
  message?: string | undefined
  faults?: readonly { path: string; message: string }[]
  typed?: URLSearchParams | undefined
}

export const portalAt = ({ root, organisation }: Frame, path = '') =>
  `${root}p/${organisation.slug}/portal${path}`

export const policyAt = ({ root, organisation }: Frame) => `${root}politica/${organisation.slug}`

export function inPortal(frame: Frame, title: string, content: Html): Page {
  const inside = frame.until !== undefined
  return {
    title: `${title} · ${frame.organisation.name}`,
    organisation: frame.organisation,
    posts: true,
    sheets: ['portal.css'],
    ...(inside && { script: 'portal.js' }),
    content: html`${inside ? sessionBar(frame) : NOTHING}<h1>${unbroken(title)}</h1>
${content}`,
  }
}

/** The end of the session and the button to leave. A script counts the minutes down. */
function sessionBar(frame: Frame): Html {
  const ends = frame.until!
  return html`<div class="session">
<p>Su sesión termina a las <time datetime="${ends.toISOString()}" data-until>${hourInDigits(ends)}</time>. <span role="status" data-left></span></p>
<form method="post" action="${portalAt(frame, '/salir')}"><button class="plain">Salir</button></form>
</div>
`
}

const said = ({ message, faults = [] }: Faults): Html =>
  message ? faultList(message, faults.length > 1 ? faults : []) : NOTHING

const faultOf = ({ faults = [] }: Faults, name: string) => faults.find(({ path }) => path === name)?.message

// ── entering ──

export function entryPage(frame: Frame, given: Faults & { ended?: boolean } = {}): Page {
  return inPortal(
    frame,
    'Mis datos',
    html`${given.ended ? note('ok', html`<p>Su sesión terminó. Si descargó cartas, siguen en este equipo: bórrelas si es compartido.</p>`) : NOTHING}${said(given)}
<p>Aquí puede ver sus solicitudes a ${frame.organisation.name} y lo que ha autorizado, y cambiarlo. No necesita una cuenta: le enviaremos un código a su correo.</p>
<form method="post" action="${portalAt(frame, '/codigo')}">
${field({ name: 'email', label: 'Su correo electrónico', value: given.typed?.get('email') ?? '', fault: faultOf(given, 'email'), input: html`type="email" autocomplete="email" maxlength="254"` })}
${field({ name: 'rut', label: 'Su RUT', hint: 'Por ejemplo 12.345.678-5.', value: given.typed?.get('rut') ?? '', fault: faultOf(given, 'rut'), input: html`maxlength="20" autocomplete="off"` })}
<button>Enviarme un código</button>
</form>`,
  )
}

export function codePage(frame: Frame, who: { email: string; rut: string }, given: Faults = {}): Page {
  const kept = html`<input type="hidden" name="email" value="${who.email}"><input type="hidden" name="rut" value="${who.rut}">`
  return inPortal(
    frame,
    'Escriba el código',
    html`${said(given)}
<p>Si los datos son correctos, enviamos un código de seis números a ${who.email}. Llega en unos segundos y sirve durante 10 minutos. Revise también el correo no deseado.</p>
<form method="post" action="${portalAt(frame, '/entrar')}">
${kept}
${field({ name: 'code', label: 'Código', fault: faultOf(given, 'code'), input: html`inputmode="numeric" autocomplete="one-time-code" maxlength="20" autofocus` })}
<button>Entrar</button>
</form>
<form method="post" action="${portalAt(frame, '/codigo')}">
${kept}
<button class="plain">Enviar otro código</button>
</form>
<p><a href="${portalAt(frame)}">Corregir el correo o el RUT</a></p>`,
  )
}

// ── inside ──

export interface Mine {
  requests: readonly {
    id: string
    folio: string
    rightType: string
    statusLabel: string
    receivedAt: string
    legalDueOn: string
    completedAt: string | null
  }[]
  granted: readonly MyConsent[]
  refused: readonly MyConsent[]
  offered: readonly Offered[]
}

/** A form in use, with its present text. */
interface Offered {
  id: string
  formKey: string
  name: string
  purposeText: string
  requireAge: boolean
  sensitive: boolean
  version: number
}

type MyConsent = FormConsent & { today: Offered | undefined }

export function overviewPage(frame: Frame, mine: Mine, today: string, given: Faults = {}): Page {
  const { requests } = mine
  const consents = [
    ...mine.granted.map((one) => grantedItem(frame, one)),
    ...mine.refused.map((one) => refusedItem(frame, one)),
    ...mine.offered.map((one) => offeredItem(frame, one)),
  ]
  return inPortal(
    frame,
    'Mis datos',
    html`${said(given)}<p>Sus solicitudes y sus consentimientos. No son todos los datos que ${frame.organisation.name} tiene de usted: para conocerlos, presente una solicitud de acceso.</p>
<h2>Mis solicitudes</h2>
${requests.length === 0 ? html`<p>No ha presentado solicitudes con este RUT y este correo.</p>` : html`<ul class="cards">${requests.map((one) => requestItem(frame, one, today))}</ul>`}
<p><a class="button" href="${portalAt(frame, '/nueva')}">Presentar una solicitud</a></p>
<h2>Mis consentimientos</h2>
${consents.length === 0 ? html`<p>No tenemos consentimientos que ofrecerle aquí. Los que dio con otro correo, en papel o en el aviso de cookies no aparecen en esta página.</p>` : html`<ul class="cards">${consents}</ul>`}
${note('info', html`<p>¿Usa un equipo compartido? Pulse «Salir» al terminar: cierra la sesión y borra lo que el navegador guardó.</p>`)}`,
  )
}

function requestItem(frame: Frame, one: Mine['requests'][number], today: string): Html {
  return html`<li>
<p><a href="${portalAt(frame, `/solicitudes/${one.id}`)}"><strong>${one.rightType}</strong> · ${unbroken(one.folio)}</a></p>
<p>Estado: ${one.statusLabel}. Llegó el ${longDay(chileanDay(new Date(one.receivedAt)))}.${one.completedAt ? NOTHING : html` ${dueWords(one.legalDueOn, today).due}.`}</p>
</li>`
}

/** Shows the accepted text. The present text of the form does not bind somebody who never read it. */
function grantedItem(frame: Frame, one: MyConsent): Html {
  const { today, isInUse } = one
  const isOther = today && today.purposeText !== one.purposeText
  return html`<li>
<p class="state ok">Autorizado desde el ${dayOf(one.since)}</p>
<h3>${one.name}</h3>
<blockquote><p>${lines(one.purposeText)}</p></blockquote>
<p class="hint">Es el texto que aceptó, versión ${one.version}.${isInUse ? '' : ' El formulario ya no está en uso, pero su autorización vale hasta que la retire.'}</p>
${isOther ? html`<details><summary>El formulario hoy dice otra cosa</summary><p>${lines(today.purposeText)}</p></details>\n` : NOTHING}<div class="actions">${decision(frame, one, false)}</div>
</li>`
}

function refusedItem(frame: Frame, one: MyConsent): Html {
  return html`<li>
<p class="state">No autorizado desde el ${dayOf(one.since)}</p>
<h3>${one.name}</h3>
<p>${lines(one.today?.purposeText ?? one.purposeText)}</p>
${one.today ? html`<div class="actions">${grant(frame, one.today)}</div>\n` : NOTHING}</li>`
}

function offeredItem(frame: Frame, one: Offered): Html {
  return html`<li>
<p class="state">No ha decidido</p>
<h3>${one.name}</h3>
<p>${lines(one.purposeText)}</p>
<div class="actions">${grant(frame, one)}</div>
</li>`
}

const dayOf = (instant: string) => longDay(chileanDay(new Date(instant)))

/** Forms that ask for the age or an express consent to sensitive data (art. 16) are granted in the form itself. */
function grant(frame: Frame, form: Offered) {
  if (!form.requireAge && !form.sensitive) return decision(frame, { ...form, templateId: form.id }, true)
  const asked = form.sensitive ? 'un consentimiento expreso, por ser datos sensibles' : 'la edad'
  return html`<p class="hint">Para otorgarlo se pide ${asked}: <a href="${frame.root}consentimiento/${form.formKey}">hágalo en el formulario<span class="heard"> ${form.name}</span></a>.</p>`
}

/** Consent refers to the version shown here. If the form changes before the person submits, the page asks again. */
function decision(
  frame: Frame,
  { templateId, name, version }: Pick<FormConsent, 'templateId' | 'name' | 'version'>,
  granted: boolean,
): Html {
  return html`<form method="post" action="${portalAt(frame, '/consentimientos')}">
<input type="hidden" name="templateId" value="${templateId}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="granted" value="${String(granted)}">
<button class="plain">${granted ? 'Otorgar' : 'Retirar mi consentimiento'}<span class="heard">: ${name}</span></button>
</form>`
}

const DAY = 86_400_000

function dueWords(legalDueOn: string, today: string): { due: string; tone?: 'warn' | 'danger' } {
  const days = Math.round((Date.parse(legalDueOn) - Date.parse(today)) / DAY)
  const day = longDay(legalDueOn)
  if (days < 0) return { due: `El plazo venció el ${day}`, tone: 'danger' }
  if (days === 0) return { due: `El plazo vence hoy, ${day}`, tone: 'warn' }
  return {
    due: `Le responderemos a más tardar el ${day}, en ${days} ${days === 1 ? 'día' : 'días'}`,
    ...(days <= 3 && { tone: 'warn' as const }),
  }
}

export interface MyRequest {
  id: string
  folio: string
  responsibleEntity: string
  rightType: string
  statusLabel: string
  statusDescription: string
  receivedAt: string
  legalDueOn: string
  completedAt: string | null
  extensionReason: string | null
  contactEmail: string | null
}

export function requestPage(
  frame: Frame,
  request: MyRequest,
  letters: readonly { id: string; subject: string; sentAt: string | null }[],
  today: string,
): Page {
  const { due, tone } = dueWords(request.legalDueOn, today)
  const sent = letters.map(
    (letter) =>
      html`<li><a href="${portalAt(frame, `/solicitudes/${request.id}/cartas/${letter.id}`)}">${unbroken(letter.subject)}</a>${letter.sentAt ? html`, ${longDay(chileanDay(new Date(letter.sentAt)))}` : NOTHING} <small>(PDF)</small></li>`,
  )
  return inPortal(
    frame,
    `Solicitud ${request.folio}`,
    html`${request.completedAt ? NOTHING : clock({ label: request.statusLabel, due, ...(tone && { tone }) })}
<p>${request.statusDescription}</p>
${facts([
  ['Derecho', request.rightType],
  ['Responsable', request.responsibleEntity],
  ['Estado', request.statusLabel],
  ['Recibida', longDay(chileanDay(new Date(request.receivedAt)))],
  ...(request.completedAt
    ? ([['Cerrada', longDay(chileanDay(new Date(request.completedAt)))]] as const)
    : []),
  ...(request.extensionReason ? ([['Motivo de la ampliación', request.extensionReason]] as const) : []),
  ...(request.contactEmail ? ([['Contacto', mailLink(request.contactEmail)]] as const) : []),
])}
<h2>Cartas</h2>
${sent.length === 0 ? html`<p>Todavía no hay cartas de esta solicitud.</p>` : html`<ul>${joined(sent, '\n')}</ul>`}
<p><a href="${frame.root}seguimiento/${request.folio}">Ver la página pública de seguimiento</a></p>
<p><a href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

export function receivedPage(
  frame: Frame,
  { folioNumber, legalDueOn }: { folioNumber: string; legalDueOn: string },
): Page {
  return inPortal(
    frame,
    'Recibimos su solicitud',
    html`${clock({ label: 'Su folio', due: folioNumber, note: `Le responderemos a más tardar el ${longDay(legalDueOn)}.` })}
<p>Le enviamos un comprobante a su correo. Puede seguir la solicitud aquí o con el folio.</p>
<p><a class="button" href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

export function decidedPage(frame: Frame, granted: boolean, receipt: string): Page {
  return inPortal(
    frame,
    granted ? 'Su autorización quedó registrada' : 'Retiró su consentimiento',
    html`<p>${granted ? 'Puede retirarla aquí mismo cuando quiera.' : withdrawnWords(frame.organisation.name)}</p>
${facts([['Comprobante', receipt]])}
<p><a class="button" href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

// ── the organisation's privacy home page ──

export interface Home {
  rightsForm: string | undefined
  hasPolicy: boolean
  hasCookies: boolean
  notice: string | null
  /** What a person can do after a refusal or without an answer. */
  complaint: string
  entities: readonly { name: string; dpoName: string | null; contactEmail: string | null }[]
}

export function homePage(frame: Frame, home: Home): Page {
  const { root, organisation } = frame
  const list = [
    {
      href: home.rightsForm ?? portalAt(frame, '/nueva'),
      label: 'Ejercer mis derechos',
      hint: 'Acceder a sus datos, corregirlos, eliminarlos, pedir una copia para llevarla a otra organización, oponerse, bloquearlos por un tiempo o pedir que una persona revise una decisión automática.',
    },
    {
      href: portalAt(frame),
      label: 'Mis datos',
      hint: 'Sus solicitudes y consentimientos, con un código a su correo.',
    },
    { href: `${root}seguimiento`, label: 'Seguir una solicitud', hint: 'Con el folio que recibió.' },
    ...(home.hasPolicy
      ? [
          {
            href: policyAt(frame),
            label: 'Política de privacidad',
            hint: 'Qué datos tratamos, para qué y por cuánto tiempo.',
          },
        ]
      : []),
    ...(home.hasCookies
      ? [
          {
            href: `${root}cookies/${organisation.slug}`,
            label: 'Política de cookies',
            hint: 'Qué guarda nuestro sitio en su equipo.',
          },
        ]
      : []),
  ]
  const contacts = home.entities.flatMap(({ name, dpoName, contactEmail }): (readonly [string, Html])[] => {
    if (!contactEmail) return []
    const mail = mailLink(contactEmail)
    return [[name, dpoName ? html`${dpoName}, delegado de protección de datos<br>${mail}` : mail]]
  })
  return {
    title: `Privacidad · ${organisation.name}`,
    organisation,
    isListed: true,
    content: html`<h1>Privacidad en ${organisation.name}</h1>
<p>Aquí puede saber qué hacemos con sus datos personales y ejercer sus derechos sin crear una cuenta. Ejercerlos es gratis; solo podría tener costo pedir acceso o portabilidad más de una vez en el mismo trimestre.</p>
${home.notice ? note('info', html`<p>${home.notice}</p>`) : NOTHING}
${ways(list)}
${contacts.length === 0 ? NOTHING : html`<h2>Contacto</h2>\n${facts(contacts)}`}
<h2>Dónde reclamar</h2>
<p>${home.complaint}</p>`,
  }
}
