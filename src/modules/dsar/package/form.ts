import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { html, joined, NOTHING } from '#kernel/html.ts'
import { facts, faultList, field, note } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import type { Delivered } from './answering.ts'
import { INDEX_HTML, sizeWords } from './index-document.ts'

/** The page of a delivered answer. It has no script, and before the code it shows nothing of the person. */

export interface Shown {
  row: Delivered
  /** The page's own address, relative. */
  here: string
  /** A code was mailed and can be entered. */
  isCodeSent?: boolean
  faults?: readonly FaultDetail[]
  message?: string
}

const organisationOf = ({ organization, slug, branding }: Delivered): Organisation => ({
  name: organization,
  slug,
  branding,
})

export function lockedPage({ row, here, isCodeSent, faults = [], message }: Shown): Page {
  const fault = faults.find(({ path }) => path === 'code')?.message
  return {
    ...frame(row),
    content: html`<h1 tabindex="-1">Su respuesta está lista</h1>
${message ? faultList(message, faults) : NOTHING}
<p>${row.organization} preparó la respuesta a su solicitud. Puede descargarla hasta el ${longDay(row.expires_at!)}.</p>
${
  isCodeSent
    ? html`<p role="status">Si todo está en orden, el código de seis números llega en unos minutos al correo indicado en la solicitud, y sirve durante 10 minutos. Revise también el correo no deseado. Si no llega, espere 15 minutos y pida otro.</p>
<form method="post" action="${here}">
${field({ name: 'code', label: 'Código', fault, input: html`inputmode="numeric" autocomplete="one-time-code" maxlength="20"` })}
<button>Abrir mi respuesta</button>
</form>
<form method="post" action="${here}/codigo">
<button class="plain">Enviar otro código</button>
</form>`
    : html`<p>Para que nadie más la abra, le enviaremos un código al correo indicado en la solicitud.</p>
<form method="post" action="${here}/codigo">
<button>Enviarme el código</button>
</form>
<form method="post" action="${here}">
<details><summary>Ya tengo un código</summary>
${field({ name: 'code', label: 'Código', fault, input: html`inputmode="numeric" autocomplete="one-time-code" maxlength="20"` })}
<button class="plain">Abrir mi respuesta</button>
</details>
</form>`
}
<p class="hint">Si usted no hizo una solicitud a ${row.organization}, cierre esta página.</p>`,
  }
}

export function openPage({ row, here }: Shown): Page {
  const rest = row.contents.filter(({ kind }) => kind !== 'index')
  return {
    ...frame(row),
    content: html`<h1 tabindex="-1">Su respuesta</h1>
${facts([
  ['De', row.organization],
  ['Folio', row.folio_number],
  ['Disponible hasta', longDay(row.expires_at!)],
  ['Tamaño', sizeWords(row.size_bytes!)],
])}
<p><a class="button" href="${here}/archivo" download>Descargar mi respuesta</a></p>
<p>Es un archivo ZIP. Ábralo y empiece por <strong>${INDEX_HTML}</strong>: dice qué contiene, de dónde viene y qué puede hacer si no está conforme.</p>
<h2>Qué contiene</h2>
<ul>
${joined(
  rest.map(
    ({ name, from, size }) =>
      html`<li>${name} <small>(${from ? `${from}, ` : ''}${sizeWords(size)})</small></li>`,
  ),
  '\n',
)}
</ul>
${note('info', html`<p>Guárdela en un lugar seguro: son datos personales. Desde un computador compartido, bórrela después de verla.</p>`)}
<details><summary>Comprobar que llegó completa</summary><p>La huella SHA-256 del archivo es <code>${row.sha256!}</code>.</p></details>`,
  }
}

function frame(row: Delivered) {
  return {
    title: `Su respuesta · ${row.organization}`,
    organisation: organisationOf(row),
    posts: true,
  } as const
}
