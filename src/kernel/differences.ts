/** The changes between two texts, in reading order. */

export interface Stretch {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts with more pairs of pieces are compared as one piece each, because no comparison may take long. */
const MOST_PAIRS = 4_000_000

/** Piece by piece: sentences, words or whole clauses. */
export function differencesIn(
  was: readonly string[],
  is: readonly string[],
  between = ' ',
  budget?: { pairs: number },
): Stretch[] {
  const stretches: Stretch[] = []
  const push = (kind: Stretch['kind'], text: string) => {
    const last = stretches.at(-1)
    if (last?.kind === kind) last.text += between + text
    else stretches.push({ kind, text })
  }
  let [from, to] = [0, 0]
  for (const [left, right] of [...keptIn(was, is, budget), [was.length, is.length] as const]) {
    while (from < left) push('removed', was[from++]!)
    while (to < right) push('added', is[to++]!)
    if (left < was.length) push('same', was[left]!)
    from = left + 1
    to = right + 1
  }
  return stretches
}

/** Compares word by word; a line end counts as a word. Several texts share the budget, which each of them reduces. */
export function wordDifferences(before: string, after: string, budget?: { pairs: number }): Stretch[] {
  return differencesIn(wordsOf(before), wordsOf(after), ' ', budget)
}

const wordsOf = (text: string) =>
  text.split(/[^\S\n]+|(\n)/).filter((word) => word !== undefined && word !== '')

/** The common pieces, in order, as pairs of places. A common beginning and end need no table. */
export function keptIn(
  was: readonly string[],
  is: readonly string[],
  budget = { pairs: MOST_PAIRS },
): (readonly [number, number])[] {
  const shorter = Math.min(was.length, is.length)
  let head = 0
  while (head < shorter && was[head] === is[head]) head += 1
  let tail = 0
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1
  const [left, right] = [was.slice(head, was.length - tail), is.slice(head, is.length - tail)]
  const pairs = left.length * right.length
  const middle = pairs > Math.min(MOST_PAIRS, budget.pairs) ? [] : longestCommon(left, right)
  if (pairs <= budget.pairs) budget.pairs -= pairs
  return [
    ...Array.from({ length: head }, (_, at) => [at, at] as const),
    ...middle.map(([before, after]) => [before + head, after + head] as const),
    ...Array.from({ length: tail }, (_, at) => [was.length - tail + at, is.length - tail + at] as const),
  ]
}

function longestCommon(was: readonly string[], is: readonly string[]): (readonly [number, number])[] {
  const width = is.length + 1
  const length = new Uint32Array((was.length + 1) * width)
  for (let left = was.length - 1; left >= 0; left -= 1) {
    for (let right = is.length - 1; right >= 0; right -= 1) {
      length[left * width + right] =
        was[left] === is[right]
          ? length[(left + 1) * width + right + 1]! + 1
          : Math.max(length[(left + 1) * width + right]!, length[left * width + right + 1]!)
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [left, right] = [0, 0]
  while (left < was.length && right < is.length) {
    if (was[left] === is[right]) pairs.push([left++, right++])
    else if (length[(left + 1) * width + right]! >= length[left * width + right + 1]!) left += 1
    else right += 1
  }
  return pairs
}
