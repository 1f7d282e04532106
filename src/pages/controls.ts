import { renderSVG } from 'uqr'
import { type Html, html, joined, lines, NOTHING, type Part, trustedHtml, unbroken } from '#kernel/html.ts'

/** The controls of pages, styled by web/citizen/page.css. */

export interface Field {
  name: string
  label: string
  /** Shown under the label. */
  hint?: string | undefined
  /** The fault found when it was sent. */
  fault?: string | undefined
  value?: string | undefined
  isOptional?: boolean
  /** False if it is required only with another answer: the browser does not enforce it, the server may. */
  isRequired?: boolean
  /** Further attributes of the control. */
  input?: Html
}

export function field({ input = NOTHING, value, ...rest }: Field): Html {
  const given = value === undefined ? NOTHING : html` value="${value}"`
  return around(rest, (own) => html`<input ${own} ${input}${given}>`)
}

export function area({ input = NOTHING, value = '', ...rest }: Field): Html {
  return around(rest, (own) => html`<textarea ${own} ${input}>${value}</textarea>`)
}

export function select({
  input = NOTHING,
  value,
  options,
  ...rest
}: Field & { options: readonly { value: string; label: string }[] }): Html {
  const list = options.map(
    (one) =>
      html`<option value="${one.value}"${one.value === value ? html` selected` : NOTHING}>${one.label}</option>`,
  )
  return around(rest, (own) => html`<select ${own} ${input}>${list}</select>`)
}

function around(
  { name, label, hint, fault, isOptional, isRequired = !isOptional }: Omit<Field, 'input' | 'value'>,
  control: (own: Html) => Html,
): Html {
  const described = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-fault`] : [])].join(' ')
  const own = html`id="${name}" name="${name}"${isRequired ? html` required` : NOTHING}${described ? html` aria-describedby="${described}"` : NOTHING}${fault ? html` aria-invalid="true"` : NOTHING}`
  return html`<div class="field">
<label for="${name}">${label}${isOptional ? html` <small>(opcional)</small>` : NOTHING}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>\n` : NOTHING}${control(own)}
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : NOTHING}</div>`
}

export interface Choice {
  value: string
  label: Part
  hint?: string
}

/** One choice of several. */
export function choices(
  name: string,
  legend: string,
  options: readonly Choice[],
  {
    value,
    fault,
    hint,
  }: { value?: string | undefined; fault?: string | undefined; hint?: string | undefined } = {},
): Html {
  const list = options.map(
    (
      one,
      index,
    ) => html`<label class="choice"><input type="radio"${index === 0 ? html` id="${name}"` : NOTHING} name="${name}" value="${one.value}" required${one.value === value ? html` checked` : NOTHING}>
<span>${one.label}${one.hint ? html`<span class="hint">${one.hint}</span>` : NOTHING}</span></label>`,
  )
  return html`<fieldset${fault ? html` aria-describedby="${name}-fault"` : NOTHING}>
<legend>${legend}</legend>
${hint ? html`<p class="hint">${hint}</p>\n` : NOTHING}${joined(list, '\n')}
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : NOTHING}</fieldset>`
}

/** Any choices of several. */
export function boxes(
  name: string,
  legend: string,
  options: readonly Choice[],
  {
    values = [],
    fault,
    hint,
  }: { values?: readonly string[]; fault?: string | undefined; hint?: string | undefined } = {},
): Html {
  const list = options.map(
    (
      one,
      index,
    ) => html`<label class="choice"><input type="checkbox"${index === 0 ? html` id="${name}"` : NOTHING} name="${name}" value="${one.value}"${values.includes(one.value) ? html` checked` : NOTHING}>
<span>${one.label}${one.hint ? html`<span class="hint">${one.hint}</span>` : NOTHING}</span></label>`,
  )
  return html`<fieldset${fault ? html` aria-describedby="${name}-fault"` : NOTHING}>
<legend>${legend}</legend>
${hint ? html`<p class="hint">${hint}</p>\n` : NOTHING}${joined(list, '\n')}
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : NOTHING}</fieldset>`
}

/** A checkbox. */
export function box(
  name: string,
  label: Part,
  {
    checked = false,
    required = false,
    fault,
  }: { checked?: boolean; required?: boolean; fault?: string | undefined } = {},
): Html {
  return html`<div class="field"><label class="choice"><input type="checkbox" id="${name}" name="${name}" value="true"${required ? html` required` : NOTHING}${checked ? html` checked` : NOTHING}${fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : NOTHING}>
<span>${label}</span></label>
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : NOTHING}</div>`
}

/** A field hidden from people: only a machine fills it in. */
export const HONEYPOT = html`<div class="apart" aria-hidden="true"><label for="website">Deje esto vacío</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>`

/** All faults, each with a link to its field. Screen readers announce it when the page opens. */
export function faultList(message: string, faults: readonly { path: string; message: string }[]): Html {
  const list = faults
    .filter(({ path }) => path !== '')
    .map((fault) => html`<li><a href="#${fault.path}">${fault.message}</a></li>`)
  return html`<div role="alert" tabindex="-1" autofocus>
<h2>${message}</h2>
${list.length > 0 ? html`<ul>${list}</ul>` : NOTHING}
</div>`
}

/** A code for phones. The page also shows its content as a link. */
export function qrCode(text: string): Html {
  return html`<div class="qr" aria-hidden="true">${trustedHtml(renderSVG(text, { border: 2 }))}</div>`
}

/** The public check of the record that the person keeps. */
export function checkedAt(url: string): Html {
  return html`<div class="check">${qrCode(url)}
<p>Guarde este código: con él cualquiera puede comprobar que el registro existe, desde cuándo, y que no ha cambiado. <a href="${url}" target="_blank" rel="noopener">Comprobar ahora</a></p></div>`
}

export function note(tone: 'info' | 'warn' | 'danger' | 'ok', content: Part): Html {
  return html`<div class="note ${tone}">${content}</div>`
}

/** Labels with their values. A text value keeps its line breaks. */
export function facts(list: readonly (readonly [label: string, value: string | Html])[]): Html {
  const rows = list.map(
    ([label, value]) =>
      html`<dt>${label}</dt><dd>${typeof value === 'string' ? lines(value, unbroken) : value}</dd>`,
  )
  return html`<dl class="facts">
${joined(rows, '\n')}
</dl>`
}

/** A legal deadline: what is due, when, the time left, and the article. */
export function clock({
  label,
  due,
  note: below,
  tone,
}: {
  label: string
  due: string
  note?: string
  tone?: 'warn' | 'danger'
}): Html {
  return html`<p class="clock${tone ? ` ${tone}` : ''}">${label} <strong>${due}</strong>${below ? html` <span class="hint">${below}</span>` : NOTHING}</p>`
}

/** Links to continue. Addresses are relative to the page. */
export function ways(list: readonly { href: string; label: string; hint: string }[]): Html {
  const items = list.map(
    ({ href, label, hint }) =>
      html`<li><a href="${href}"><strong>${label}</strong> <span>${hint}</span></a></li>`,
  )
  return html`<ul class="ways">
${joined(items, '\n')}
</ul>`
}
