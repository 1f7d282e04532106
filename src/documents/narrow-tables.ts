import { type Html, html, NOTHING, trustedHtml } from '#kernel/html.ts'
import { plainText } from './plain-text.ts'

const TABLE = /<table>[\s\S]*?<\/table>/g
const ROW = /<tr>([\s\S]*?)<\/tr>/g
/** Without its scope, as people paste it. */
const HEAD_CELL = /<th>/g
const CELL = /<(td|th)( scope="(?:col|row)")?>/g

/**
 * Tables of safe markup that a narrow screen shows as cards: each cell says which column it is of. With the roles they
 * stay tables to a screen reader, whatever the sheet makes of them.
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

/** Cells of safe markup stay what they are; only their tags get more attributes. */
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
