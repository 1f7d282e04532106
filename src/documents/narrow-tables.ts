import { plainText } from './plain-text.ts'

const TABLE = /<table>[\s\S]*?<\/table>/g
const ROW = /<tr>([\s\S]*?)<\/tr>/g
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
      .replace('<table>', '<table role="table">')
      .replace(/<(thead|tbody)>/g, '<$1 role="rowgroup">')
      .replace(ROW, (_row, cells: string) => `<tr role="row">${labelled(cells, names)}</tr>`)
  })
}

function labelled(cells: string, names: readonly string[]): string {
  let at = 0
  return cells.replace(CELL, (_cell, tag: string, scope = '') => {
    const name = names[at++] ?? ''
    if (scope.includes('col')) return `<${tag}${scope} role="columnheader">`
    // Of safe markup, so an ampersand is an escape already.
    const label = name ? ` data-label="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"` : ''
    return `<${tag}${scope} role="${tag === 'th' ? 'rowheader' : 'cell'}"${label}>`
  })
}
