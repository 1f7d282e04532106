import { type Block, facts, heading, note, subheading } from './document.ts'

/** A letter with the organisation's letterhead, and plain text as blocks. */

export interface Letterhead {
  name: string
  /** In the form of documents. */
  taxId: string | null
  address: string | null
  email: string | null
}

export interface LetterSheet {
  from: Letterhead
  /** «15 de noviembre de 2026». */
  day: string
  /** Its lines. */
  to: readonly string[]
  subject: string
  /** Paragraphs with a blank line between them. */
  text: string
  /** Its lines, the person first. */
  signature: readonly string[]
}

export function letterBlocks({ from, day, to, subject, text, signature }: LetterSheet): Block[] {
  const place = placeOf(from.address)
  return [
    ...letterhead(from),
    { text: place ? `${place}, ${day}` : day, alignment: 'right', margin: [0, 12, 0, 18] },
    { stack: to.map((line, at) => ({ text: line, bold: at === 0 })), margin: [0, 0, 0, 18] },
    {
      text: [{ text: 'Ref.: ', bold: true }, { text: subject }],
      style: 'prose',
      margin: [0, 0, 0, 14],
    },
    ...textBlocks(text),
    signatureBlock(signature),
  ]
}

export function letterhead({ name, taxId, address, email }: Letterhead): Block[] {
  const details = [taxId && `RUT ${taxId}`, address, email].filter(Boolean).join(' · ')
  return [
    { text: name, bold: true, fontSize: 13, margin: [0, 0, 0, 2] },
    ...(details ? [{ text: details, style: 'label' as const }] : []),
  ]
}

/** Stays on one page. */
export function signatureBlock(lines: readonly string[]): Block {
  return {
    unbreakable: true,
    stack: lines.map((line, at) => (at === 0 ? { text: line, bold: true } : { text: line, style: 'label' })),
    margin: [0, 28, 0, 12],
  }
}

/** The town of an address: the part after its last comma, if it has no number. */
function placeOf(address: string | null): string | null {
  const parts = (address ?? '').split(',').map((part) => part.trim().replace(/\.$/, ''))
  const last = parts.filter((part) => part !== '' && !/^chile$/i.test(part)).at(-1)
  return parts.length > 1 && last && !/\d/.test(last) ? last : null
}

const ITEM = /^[-•] /
/** «2. NATURALEZA», «¿Qué pasó?»: a short line above others. */
const isTitle = (line: string) => /^(\d+\. \P{Ll}+|¿.*\?)$/u.test(line)
const FACT = /^(\p{Lu}(?:(?!\. \p{Lu})[^:;]){0,85}): (.+)$/u
/** A label whose value is on the next line. */
const LABEL = /^\p{Lu}[^:;]{0,85}:$/u

/** Text with meaningful lines: titles, labels with values, items, and paragraphs. */
export function textBlocks(text: string): Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .flatMap(paragraphBlocks)
}

function paragraphBlocks(paragraph: string): Block[] {
  const blocks: Block[] = []
  const lines = joinedLabels(paragraph.split('\n'))
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at]!, lines.length, at)
    let end = at + 1
    while (end < lines.length && kind !== 'title' && kindOf(lines[end]!, lines.length, end) === kind) end += 1
    blocks.push(...DRAW[kind](lines.slice(at, end)))
    at = end
  }
  return blocks
}

function joinedLabels(lines: readonly string[]): string[] {
  const kept: string[] = []
  for (const line of lines) {
    const last = kept.at(-1)
    if (last !== undefined && LABEL.test(last) && !ITEM.test(line)) kept[kept.length - 1] = `${last} ${line}`
    else kept.push(line)
  }
  return kept
}

type Kind = 'title' | 'item' | 'fact' | 'prose'

function kindOf(line: string, count: number, at: number): Kind {
  if (isTitle(line)) return 'title'
  if (ITEM.test(line)) return 'item'
  if (FACT.test(line) && count > 1) return 'fact'
  return at === 0 && count > 1 && /^\P{Ll}{6,}$/u.test(line) ? 'title' : 'prose'
}

const DRAW: Readonly<Record<Kind, (lines: readonly string[]) => Block[]>> = {
  title: ([line]) => [subheading(line!)],
  item: (lines) => [
    {
      ul: lines.map((line) => ({ text: line.replace(ITEM, ''), style: 'prose' as const })),
      margin: [0, 2, 0, 4],
    },
  ],
  fact: (lines) => [facts(lines.map((line) => [...FACT.exec(line)!].slice(1) as [string, string]))],
  prose: (lines) => [{ text: lines.join('\n'), style: 'prose' }],
}

/** A notice whose first line is its title. The second line may be the legal article. */
export function noticeBlocks(text: string): Block[] {
  const [first = '', ...rest] = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
  const [title = '', ...under] = first.split('\n')
  return [heading(title), ...under.map(note), ...textBlocks(rest.join('\n\n'))]
}
