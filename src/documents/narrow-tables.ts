import { type Html, html, NOTHING, trustedHtml } from '#kernel/html.ts'
import { plainText } from './plain-text.ts'

const TABLE = /<table>[\s\S]*?<\/table>/g
const ROW = /<tr>([\s\S]*?)<\/tr>/g
/** People paste head cells without a scope. */
const HEAD_CELL = /<th>/g
const CELL = /<(td|th)( scope="(?:col|row)")?>/g

/**
 * Narrow screens show tables of safe markup as cards, so each cell carries the name of its column. The roles keep them
 * tables for a screen reader, whatever the stylesheet makes of them.
 */
export function narrowTables(markup: string): string {
  return markup.replace(TABLE, (table) => {
    const [head = ''] = /<thead>[\s\S]*?<\/thead>/.exec(table) ?? []
    const names = [...head.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, name]) => plainText(name!))
    return table
      .replace(head, () => head.replace(HEAD_CELL, '<th scope="col">'))
      .replace('<table>', '<table role="table">')
      .replace(/<(thead|tbody)>/g, '<$1 role="rowgroup">')
      .replace(ROW, (_row, cells: string) => html`<tr role="row">${labelled(cells, names)}</tr>`.markup)
  })
}

/** Adds attributes to the tags of cells. Their content stays unchanged, so it stays safe. */
function labelled(cells: string, names: readonly string[]): Html {
  let at = 0
  return trustedHtml(
    cells.replace(CELL, (_cell, tag: 'td' | 'th', scope = '') => {
      const name = names[at++] ?? ''
      if (scope.includes('col')) return '<th scope="col" role="columnheader">'
      const label = name ? html` data-label="${name}"` : NOTHING
      return tag === 'th'
        ? html`<th scope="row" role="rowheader"${label}>`.markup
        : html`<td role="cell"${label}>`.markup
    }),
  )
}
