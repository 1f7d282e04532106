import { seen, unescaped } from '#kernel/html.ts'

/** As the page and the paper tell a tag from a sign: «a < 5 y b > 3» has none. */
const TAG = /<\/?[a-z][^<>]*>/gi

/** What a person reads of a piece of markup, on one line. */
export function plainText(markup: string): string {
  return unescaped(seen(markup).replace(TAG, ' ')).replace(/\s+/g, ' ').trim()
}
