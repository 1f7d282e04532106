import { type Html, html, type Part } from '#kernel/html.ts'

/** The elements of documents. */

export const paragraph = (part: Part): Html => html`<p>${part}</p>`

export const heading = (text: string): Html => html`<h3>${text}</h3>`

export const list = (items: readonly Part[]): Html =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** The first cell names its row. */
export function table(caption: Part, head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const columns = head.map((name) => html`<th scope="col">${name}</th>`)
  const body = rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first ?? ''}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )
  return html`<table><caption>${caption}</caption><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table>`
}
