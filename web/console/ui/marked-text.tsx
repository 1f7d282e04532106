import { createElement, type ReactNode } from 'react'
import { unescaped } from '#kernel/html.ts'
import css from './marked-text.module.css'
import { numbered } from './markup.ts'

/** The element for each tag of a document. Headings move below those of the screen. Other tags leave only their text. */
const SHOWN: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  table: 'table',
  caption: 'caption',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
}

/** Inside these tags a space is part of the text. */
const INLINE = ['p', 'li', 'caption', 'td', 'th', 'strong', 'b', 'em', 'i']

/** On a narrow screen the rows of a table look like cards. These roles keep it a table for screen readers. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  td: 'cell',
  th: 'rowheader',
}

interface Holder {
  tag: string
  inside: ReactNode[]
  role?: string | undefined
  /** The column of a cell. */
  label?: string | undefined
}

/** The text of a document with its gaps marked. Only the elements above reach the page, no other markup. */
export function MarkedText({ markup }: { markup: string }) {
  return <div className={css['text']}>{elementsOf(markup)}</div>
}

function elementsOf(markup: string): ReactNode[] {
  const open: Holder[] = [{ tag: '', inside: [] }]
  const columns: string[] = []
  let count = 0
  let cell = 0
  const close = () => {
    const { tag, inside, role, label } = open.pop()!
    count += 1
    const attributes = { key: count, role, 'data-label': label }
    open.at(-1)!.inside.push(createElement(SHOWN[tag]!, attributes, ...inside))
  }
  const isIn = (tag: string) => open.some((one) => one.tag === tag)
  const begin = (tag: string) => {
    const isHead = tag === 'th' && isIn('thead')
    if (tag === 'table') columns.length = 0
    if (tag === 'tr') cell = 0
    if (isHead) columns.push('')
    const isCell = (tag === 'td' || tag === 'th') && !isHead
    const label = isCell ? columns[cell++] || undefined : undefined
    open.push({ tag, inside: [], role: isHead ? 'columnheader' : ROLES[tag], label })
  }
  for (const token of markup.split(/(<[^<>]*>)/)) {
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token) ?? []
    const tag = name?.toLowerCase()
    // Whitespace between blocks is not text.
    const isWords = token.trim() !== '' || (token === ' ' && INLINE.includes(open.at(-1)!.tag))
    if (tag === undefined && isWords) open.at(-1)!.inside.push(...marked(unescaped(token)))
    if (tag === undefined && isIn('thead') && isIn('th')) columns[columns.length - 1] += unescaped(token)
    if (tag === undefined || !(tag in SHOWN)) continue
    if (!slash) begin(tag)
    else if (isIn(tag)) {
      while (open.at(-1)!.tag !== tag) close()
      close()
    }
  }
  while (open.length > 1) close()
  return open[0]!.inside
}

const GAP = /(\[[^[\]]{1,200}\])/

/** Text in brackets is a gap. */
function marked(text: string): ReactNode[] {
  const parts = numbered(text.split(GAP).map((words) => ({ words })))
  return parts.map(({ at, words }) => (at % 2 === 1 ? createElement('mark', {}, words) : words))
}
