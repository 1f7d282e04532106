import { keptIn, type Stretch, wordDifferences } from '#kernel/differences.ts'
import { seen } from '#kernel/html.ts'
import { fold } from '#kernel/text.ts'
import { linesOf } from './differences.ts'
import { plainText } from './plain-text.ts'
import type { Difference } from './sections.ts'

/** A text divided into clauses by its headings, and the changes in each clause. */

interface Clause {
  /** The heading; '' before the first one. */
  title: string
  /** Its lines. */
  text: string
}

export interface ClauseDifference {
  title: string
  difference: Difference
  /** The changes in the heading and the text below it, word by word. */
  stretches: Stretch[]
}

const HEADING = /<h([1-6])(?:\s[^<>]*)?>/i

export function clausesOf(markup: string): Clause[] {
  return seen(markup)
    .split(/(?=<h[1-6](?:\s[^<>]*)?>)/i)
    .map((part): Clause => {
      if (!HEADING.test(part)) return { title: '', text: linesOf(part) }
      const [heading = '', ...below] = part.split(/(?<=<\/h[1-6]>)/i)
      return { title: plainText(heading), text: linesOf(below.join('')) }
    })
    .filter(({ title, text }) => title !== '' || text !== '')
}

/** Clause by clause, in the order of the newer text. A removed clause stays at its old place. */
export function clauseDifferences(before: string, after: string): ClauseDifference[] {
  const [was, is] = [clausesOf(before), clausesOf(after)]
  const names = (clauses: readonly Clause[]) => clauses.map(({ title }) => fold(title))
  const found: ClauseDifference[] = []
  const budget = { pairs: MOST_PAIRS_IN_ALL }
  const compare = (one: Clause | undefined, other: Clause | undefined) => compared(one, other, budget)
  let [from, to] = [0, 0]
  for (const [left, right] of [...keptIn(names(was), names(is)), [was.length, is.length] as const]) {
    // A clause in the same place under another heading counts as the same clause.
    while (from < left || to < right) {
      found.push(compare(from < left ? was[from] : undefined, to < right ? is[to] : undefined))
      from = Math.min(left, from + 1)
      to = Math.min(right, to + 1)
    }
    if (left < was.length) found.push(compare(was[left], is[right]))
    from = left + 1
    to = right + 1
  }
  return found
}

/** Bounds the comparison of all clauses together, so that it stays quick. */
const MOST_PAIRS_IN_ALL = 20_000_000

function compared(
  was: Clause | undefined,
  is: Clause | undefined,
  budget: { pairs: number },
): ClauseDifference {
  const stretches = wordDifferences(wholeOf(was), wholeOf(is), budget)
  return { title: (is ?? was)!.title, difference: kindOf(was, is, stretches), stretches }
}

const wholeOf = (clause: Clause | undefined) =>
  [clause?.title, clause?.text].filter((part) => part).join('\n')

function kindOf(was: Clause | undefined, is: Clause | undefined, stretches: readonly Stretch[]): Difference {
  if (!was) return 'added'
  if (!is) return 'removed'
  return stretches.every(({ kind }) => kind === 'same') ? 'unchanged' : 'changed'
}
