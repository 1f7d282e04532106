import type { Organisation } from '#kernel/branding.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { type Html, html, joined, lines, NOTHING } from '#kernel/html.ts'
import { withdrawnWords } from '#modules/consent/public.ts'
import {
  area,
  type Choice,
  choices,
  clock,
  facts,
  faultList,
  field,
  note,
  select,
  ways,
} from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'

/** The pages of the portal: data to HTML. Addresses are relative; `root` leads to the root of the service. */

export interface Frame {
  root: string
  organisation: Organisation
  /** When the session ends; none before a person entered. */
  until?: Date
}

interface Faults {
  message?: string | undefined
  faults?: readonly { path: string; message: string }[]
  typed?: URLSearchParams | undefined
}

const portalAt = ({ root, organisation }: Frame, path = '') => `${root}p/${organisation.slug}/portal${path}`

function page(frame: Frame, title: string, content: Html): Page {
  const inside = frame.until !== undefined
  return {
    title: `${title} · ${frame.organisation.name}`,
    organisation: frame.organisation,
    posts: true,
    sheets: ['portal.css'],
    ...(inside && { script: 'portal.js' }),
    content: html`${inside ? sessionBar(frame) : NOTHING}<h1>${title}</h1>
${content}`,
  }
}

/** Until when, and the way out. The script counts the minutes down. */
function sessionBar(frame: Frame): Html {
  const ends = frame.until!
  const time = ends.toLocaleTimeString('es-CL', {
    timeZone: 'America/Santiago',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  return html`<div class="session">
<p>Su sesión termina a las <time datetime="${ends.toISOString()}" data-until>${time}</time>. <span role="status" data-left></span></p>
<form method="post" action="${portalAt(frame, '/salir')}"><button class="plain">Salir</button></form>
</div>
`
}

const said = ({ message, faults = [] }: Faults): Html =>
  message ? faultList(message, faults.length > 1 ? faults : []) : NOTHING

const faultOf = ({ faults = [] }: Faults, name: string) => faults.find(({ path }) => path === name)?.message

// ── entering ──

export function entryPage(frame: Frame, given: Faults & { ended?: boolean } = {}): Page {
  return page(
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
  return page(
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
  consents: readonly {
    templateId: string
    name: string
    purposeText: string
    granted: boolean | null
    since: string | null
    requireAge: boolean
  }[]
}

export function overviewPage(frame: Frame, { requests, consents }: Mine, today: string): Page {
  return page(
    frame,
    'Mis datos',
    html`<p>Sus solicitudes y sus consentimientos. No son todos los datos que ${frame.organisation.name} tiene de usted: para conocerlos, presente una solicitud de acceso.</p>
<h2>Mis solicitudes</h2>
${requests.length === 0 ? html`<p>No ha presentado solicitudes con este RUT y este correo.</p>` : html`<ul class="cards">${requests.map((one) => requestItem(frame, one, today))}</ul>`}
<p><a class="button" href="${portalAt(frame, '/nueva')}">Presentar una solicitud</a></p>
<h2>Mis consentimientos</h2>
${consents.length === 0 ? html`<p>No tenemos consentimientos que ofrecerle aquí. Los que dio con otro correo, en papel o en el aviso de cookies no aparecen en esta página.</p>` : html`<ul class="cards">${consents.map((one) => consentItem(frame, one))}</ul>`}
${note('info', html`<p>¿Usa un equipo compartido? Pulse «Salir» al terminar: cierra la sesión y borra lo que el navegador guardó.</p>`)}`,
  )
}

function requestItem(frame: Frame, one: Mine['requests'][number], today: string): Html {
  return html`<li>
<p><a href="${portalAt(frame, `/solicitudes/${one.id}`)}"><strong>${one.rightType}</strong> · ${one.folio}</a></p>
<p>Estado: ${one.statusLabel}. Llegó el ${longDay(chileanDay(new Date(one.receivedAt)))}.${one.completedAt ? NOTHING : html` ${dueWords(one.legalDueOn, today).due}.`}</p>
</li>`
}

function consentItem(frame: Frame, one: Mine['consents'][number]): Html {
  const state =
    one.granted === null
      ? 'No ha decidido.'
      : `${one.granted ? 'Autorizado' : 'No autorizado'} desde el ${longDay(chileanDay(new Date(one.since!)))}.`
  const act = (
    granted: boolean,
    label: string,
  ) => html`<form method="post" action="${portalAt(frame, '/consentimientos')}">
<input type="hidden" name="templateId" value="${one.templateId}"><input type="hidden" name="granted" value="${String(granted)}">
<button class="plain">${label}<span class="heard">: ${one.name}</span></button>
</form>`
  return html`<li>
<p><strong>${one.name}</strong></p>
<p>${lines(one.purposeText)}</p>
<p>${state}</p>
<div class="actions">${one.granted ? act(false, 'Retirar mi consentimiento') : one.requireAge ? html`<p class="hint">Para otorgarlo se pide la edad: hágalo en el formulario de la organización.</p>` : act(true, 'Otorgar')}</div>
</li>`
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
      html`<li><a href="${portalAt(frame, `/solicitudes/${request.id}/cartas/${letter.id}`)}">${letter.subject}</a>${letter.sentAt ? html`, ${longDay(chileanDay(new Date(letter.sentAt)))}` : NOTHING} <small>(PDF)</small></li>`,
  )
  return page(
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
  ...(request.contactEmail ? ([['Contacto', request.contactEmail]] as const) : []),
])}
<h2>Cartas</h2>
${sent.length === 0 ? html`<p>Todavía no hay cartas de esta solicitud.</p>` : html`<ul>${joined(sent, '\n')}</ul>`}
<p><a href="${frame.root}seguimiento/${request.folio}">Ver la página pública de seguimiento</a></p>
<p><a href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

export interface Offer {
  rights: readonly { value: string; label: string; description: string }[]
  notice: string | null
  entities: readonly { id: string; name: string }[]
}

export function newRequestPage(frame: Frame, { rights, notice, entities }: Offer, given: Faults = {}): Page {
  const kept = (name: string) => given.typed?.get(name) ?? undefined
  const options = rights.map(({ value, label, description }): Choice => ({ value, label, hint: description }))
  return page(
    frame,
    'Presentar una solicitud',
    html`${said(given)}${notice ? note('info', html`<p>${notice}</p>`) : NOTHING}
<form method="post" action="${portalAt(frame, '/nueva')}">
${entities.length > 1 ? select({ name: 'legalEntityId', label: '¿A quién la dirige?', options: entities.map(({ id, name }) => ({ value: id, label: name })), value: kept('legalEntityId') }) : NOTHING}
${choices('rightType', '¿Qué derecho quiere ejercer?', options, { value: kept('rightType'), fault: faultOf(given, 'rightType') })}
${field({ name: 'subjectName', label: 'Su nombre completo', value: kept('subjectName') ?? '', fault: faultOf(given, 'subjectName'), input: html`autocomplete="name" maxlength="200"` })}
${area({ name: 'description', label: 'Qué pide', hint: 'Rectificación: qué dato está mal y cuál es el correcto. Supresión u oposición: la causa. Bloqueo: por qué lo pide y, si lo tiene, el folio de la solicitud que acompaña. Acceso y portabilidad: de qué datos se trata, o «todos».', isOptional: true, value: kept('description') ?? '', fault: faultOf(given, 'description'), input: html`maxlength="10000"` })}
<button>Enviar la solicitud</button>
</form>
<p><a href="${portalAt(frame)}">Volver sin enviar</a></p>`,
  )
}

export function receivedPage(
  frame: Frame,
  { folioNumber, legalDueOn }: { folioNumber: string; legalDueOn: string },
): Page {
  return page(
    frame,
    'Recibimos su solicitud',
    html`${clock({ label: 'Su folio', due: folioNumber, note: `Le responderemos a más tardar el ${longDay(legalDueOn)}.` })}
<p>Le enviamos un comprobante a su correo. Puede seguir la solicitud aquí o con el folio.</p>
<p><a class="button" href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

export function decidedPage(frame: Frame, granted: boolean, receipt: string): Page {
  return page(
    frame,
    granted ? 'Su autorización quedó registrada' : 'Retiró su consentimiento',
    html`<p>${granted ? 'Puede retirarla aquí mismo cuando quiera.' : withdrawnWords(frame.organisation.name)}</p>
${facts([['Comprobante', receipt]])}
<p><a class="button" href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

// ── the organisation's privacy home ──

export interface Home {
  rightsForm: string | undefined
  hasPolicy: boolean
  hasCookies: boolean
  notice: string | null
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
            href: `${root}politica/${organisation.slug}`,
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
    const mail = html`<a href="mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}">${contactEmail}</a>`
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
${contacts.length === 0 ? NOTHING : html`<h2>Contacto</h2>\n${facts(contacts)}`}`,
  }
}
