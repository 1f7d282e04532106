import { seen, unescaped } from '#kernel/html.ts'

/** What a person reads of a piece of markup, on one line. */
export function plainText(markup: string): string {
  return unescaped(seen(markup).replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
