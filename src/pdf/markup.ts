import { seen, unescaped } from '#kernel/html.ts'
import { type Block, dataTable, heading, note, type Run, subheading } from './document.ts'

/**
 * The markup of policies and contracts as blocks: headings, paragraphs, lists and tables. Unknown elements become plain
 * paragraphs, and open ones are closed where their holder ends. Each token is read once, so no text makes it slow.
 */

const BLOCKS =
  /^(p|div|h[1-6]|ul|ol|li|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|section|article|header|footer|main|hr|pre)$/
const BOLD = /^(strong|b)$/
const ITALIC = /^(em|i)$/
const LINK = /\bhref\s*=\s*["']((?:https?:|mailto:)[^"']*)["']/i

/** Deeper lists and tables become paragraphs of the last one. */
const DEEPEST = 8

interface ListPart {
  kind: 'ol' | 'ul'
  items: Block[]
}
interface TablePart {
  kind: 'table'
  caption: Block[]
  rows: Cell[][]
}
interface Cell {
  isHead: boolean
  content: Block[]
}
/** Collects finished blocks, and knows the list or table it belongs to. */
interface Holder {
  tag: 'document' | 'li' | 'cell' | 'caption'
  blocks: Block[]
  of?: ListPart | TablePart
}

type Kind = 'paragraph' | 'heading' | 'subheading'

export function blocksOf(markup: string): Block[] {
  const reader = createReader()
  for (const token of seen(markup).split(/(<[^<>]*>)/)) {
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)[^<>]*>$/i.exec(token) ?? []
    const tag = name?.toLowerCase()
    if (tag === undefined) reader.text(unescaped(token))
    else if (slash) reader.close(tag)
    else reader.open(tag, token)
  }
  return reader.end()
}

function createReader() {
  const root: Holder = { tag: 'document', blocks: [] }
  const holders: Holder[] = [root]
  const parts: (ListPart | TablePart)[] = []
  let runs: Run[] = []
  let kind: Kind = 'paragraph'
  let [bold, italics] = [0, 0]
  let link: string | undefined

  const holder = () => holders.at(-1)!

  function flush(): void {
    const words = tidied(runs)
    if (words.length > 0) holder().blocks.push(blockOf(kind, words, holder().tag))
    runs = []
    kind = 'paragraph'
  }

  /** Ends the innermost holder, unless it belongs to an outer element. */
  function endHolder(of: ListPart | TablePart | undefined): void {
    flush()
    if (of === undefined || holder().of !== of) return
    const { tag, blocks } = holders.pop()!
    if (of.kind === 'table') {
      if (tag === 'caption') of.caption.push(...blocks)
      else
        of.rows
          .at(-1)!
          .at(-1)!
          .content.push(...blocks)
    } else if (blocks.length > 0) of.items.push(stacked(blocks))
  }

  function endPart(): void {
    const part = parts.at(-1)
    if (!part) return
    endHolder(part)
    parts.pop()
    holder().blocks.push(...(part.kind === 'table' ? tableOf(part) : listOf(part)))
  }

  function begin(tag: Holder['tag'], of: ListPart | TablePart): void {
    endHolder(of)
    holders.push({ tag, blocks: [], of })
  }

  function openBlock(tag: string): void {
    flush()
    const part = parts.at(-1)
    if (tag === 'ul' || tag === 'ol') {
      if (parts.length < DEEPEST) parts.push({ kind: tag, items: [] })
    } else if (tag === 'table') {
      if (parts.length < DEEPEST) parts.push({ kind: 'table', caption: [], rows: [] })
    } else if (tag === 'li' && part && part.kind !== 'table') begin('li', part)
    else if (part?.kind === 'table') openInTable(tag, part)
    if (/^h[1-6]$/.test(tag)) kind = tag === 'h1' ? 'heading' : 'subheading'
  }

  function openInTable(tag: string, table: TablePart): void {
    if (tag === 'caption') begin('caption', table)
    else if (tag === 'tr') {
      endHolder(table)
      table.rows.push([])
    } else if (tag === 'td' || tag === 'th') {
      endHolder(table)
      if (table.rows.length === 0) table.rows.push([])
      table.rows.at(-1)!.push({ isHead: tag === 'th', content: [] })
      begin('cell', table)
    }
  }

  return {
    text(words: string): void {
      const look = { ...(bold > 0 && { bold: true }), ...(italics > 0 && { italics: true }) }
      // A line break in the source is a space: only <br> ends a line.
      const text = words.replace(/\s+/g, ' ')
      runs.push({ text, ...look, ...(link !== undefined && { link }) })
    },
    open(tag: string, token: string): void {
      if (BLOCKS.test(tag)) openBlock(tag)
      else if (BOLD.test(tag)) bold += 1
      else if (ITALIC.test(tag)) italics += 1
      else if (tag === 'br') runs.push({ text: '\n' })
      else if (tag === 'a') link = unescaped(LINK.exec(token)?.[1] ?? '') || undefined
    },
    close(tag: string): void {
      if (BOLD.test(tag)) bold = Math.max(0, bold - 1)
      else if (ITALIC.test(tag)) italics = Math.max(0, italics - 1)
      else if (tag === 'a') link = undefined
      else if (BLOCKS.test(tag)) {
        flush()
        if (parts.at(-1)?.kind === tag) endPart()
        else if (/^(li|td|th|caption|tr)$/.test(tag)) endHolder(parts.at(-1))
      }
    },
    end(): Block[] {
      while (parts.length > 0) endPart()
      flush()
      return root.blocks
    },
  }
}

/** Spaces as browsers show them: one between words, none at the ends, none doubled between runs. */
function tidied(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    const { text } = run
    const before = kept.at(-1)?.text ?? '\n'
    const own = /\s$/.test(before) ? text.replace(/^ /, '') : text
    if (own !== '') kept.push({ ...run, text: own })
  }
  while (kept.length > 0) {
    const last = kept.at(-1)!
    last.text = last.text.replace(/\s+$/, '')
    if (last.text !== '') break
    kept.pop()
  }
  return kept
}

function blockOf(kind: Kind, text: Run[], within: Holder['tag']): Block {
  const words = () => text.map((run) => run.text).join('')
  if (within === 'cell' || within === 'caption') return { text, style: 'cell' }
  if (kind === 'heading') return heading(words())
  if (kind === 'subheading') return subheading(words())
  return { text, style: 'prose' }
}

const stacked = (blocks: Block[]): Block => (blocks.length === 1 ? blocks[0]! : { stack: blocks })

function listOf({ kind, items }: ListPart): Block[] {
  if (items.length === 0) return []
  return [kind === 'ol' ? { ol: items } : { ul: items }]
}

/** The first row names the columns if all its cells are head cells. The caption stands above. */
function tableOf({ caption, rows }: TablePart): Block[] {
  const [first, ...rest] = rows.filter((row) => row.length > 0)
  if (!first) return caption
  const named = first.every(({ isHead }) => isHead) && rest.length > 0
  const body = named ? rest : [first, ...rest]
  const width = Math.max(first.length, ...rest.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => ({
    label: named ? plain(first[at]?.content ?? []) : '',
    width: '*' as const,
  }))
  const cells = body.map((row) => columns.map((_, at) => cellOf(row[at])))
  return [
    ...caption.map((block): Block => ({ ...note(plain([block])), headlineLevel: 3 })),
    dataTable(columns, cells),
  ]
}

function cellOf(cell: Cell | undefined): Block | string {
  if (!cell || cell.content.length === 0) return ''
  return stacked(cell.content)
}

/** All words of the blocks, in reading order. */
function plain(blocks: readonly Block[]): string {
  return blocks
    .map((block): string => {
      if ('text' in block)
        return typeof block.text === 'string' ? block.text : block.text.map((run) => run.text).join('')
      if ('stack' in block) return plain(block.stack)
      if ('ol' in block) return plain(block.ol)
      if ('ul' in block) return plain(block.ul)
      return 'table' in block ? plain(block.table.body.flat()) : ''
    })
    .filter((words) => words !== '')
    .join(' ')
}
