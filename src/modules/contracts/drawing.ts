import { unescaped } from '#documents/plain-text.ts'
import { type Block, heading, subheading } from '#pdf/document.ts'

/** The markup of a contract as blocks of a PDF. What it does not know reads as plain paragraphs. */

interface Run {
  text: string
  bold?: boolean
}

type Kind = 'paragraph' | 'heading' | 'subheading' | 'item'

const HEADINGS: Readonly<Record<string, Kind>> = { h1: 'heading' }
const BLOCKS =
  /^(p|div|h[1-6]|ul|ol|li|table|thead|tbody|tfoot|tr|caption|blockquote|section|article|header|footer|main|hr|pre)$/
const BOLD = /^(strong|b|th)$/
const UNSEEN = /^(script|style|template|title|head)$/

interface List {
  ordered: boolean
  count: number
}

export function blocksOf(markup: string): Block[] {
  const blocks: Block[] = []
  const lists: List[] = []
  let runs: Run[] = []
  let kind: Kind = 'paragraph'
  let bold = 0
  let unseen: string | undefined
  const flush = () => {
    const text = tidied(runs)
    if (text.length > 0) blocks.push(blockOf(kind, text, lists))
    runs = []
    kind = 'paragraph'
  }
  for (const token of markup.split(/(<[^>]*>)/)) {
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token) ?? []
    const tag = name?.toLowerCase()
    if (unseen !== undefined) {
      if (slash && tag === unseen) unseen = undefined
    } else if (tag === undefined) {
      if (!/^<[!?/]/.test(token)) runs.push({ text: unescaped(token), ...(bold > 0 && { bold: true }) })
    } else if (!slash && UNSEEN.test(tag)) unseen = tag
    else {
      if (BLOCKS.test(tag)) flush()
      if (BOLD.test(tag)) bold = Math.max(0, bold + (slash ? -1 : 1))
      if (tag === 'br') runs.push({ text: '\n' })
      if (/^t[dh]$/.test(tag) && !slash && tidied(runs).length > 0) runs.push({ text: ' · ' })
      if (/^[ou]l$/.test(tag)) {
        if (slash) lists.pop()
        else lists.push({ ordered: tag === 'ol', count: 0 })
      }
      if (slash) continue
      if (tag === 'li') {
        kind = 'item'
        const list = lists.at(-1)
        if (list) list.count += 1
      } else if (/^h[1-6]$/.test(tag)) kind = HEADINGS[tag] ?? 'subheading'
    }
  }
  flush()
  return blocks
}

/** Spaces as a browser shows them: one between words, none at the ends, none doubled where two runs meet. */
function tidied(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    const text = run.text === '\n' ? '\n' : run.text.replace(/\s+/g, ' ')
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

/** So far is each level of a list indented, in points. */
const INDENT = 18

function blockOf(kind: Kind, runs: Run[], lists: readonly List[]): Block {
  const text = runs.map((run) => run.text).join('')
  if (kind === 'heading') return heading(text)
  if (kind === 'subheading') return subheading(text)
  const depth = Math.max(0, lists.length - 1)
  if (kind === 'paragraph') return { text: runs, style: 'prose', margin: [depth * INDENT, 0, 0, 6] }
  const list = lists.at(-1)
  const marker = list?.ordered ? `${list.count}.` : '•'
  return {
    columns: [
      { text: marker, width: INDENT },
      { text: runs, style: 'prose', width: '*', margin: [0, 0, 0, 4] },
    ],
    margin: [depth * INDENT, 0, 0, 0],
  }
}
