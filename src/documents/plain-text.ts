import { seen, unescaped } from '#kernel/html.ts'

/** Recognises tags as the page and the PDF do: «a < 5 y b > 3» contains none. */
const TAG = /<\/?[a-z][^<>]*>/gi

/** The readable text of markup, on one line. */
export function plainText(markup: string): string {
  return unescaped(seen(markup).replace(TAG, ' ')).replace(/\s+/g, ' ').trim()
}
