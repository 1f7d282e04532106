import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { unescaped } from '#kernel/html.ts'

/** A Word file as another program reads it: headings, lists and tables as simple markup. */
export async function wordHtml(file: Buffer): Promise<string> {
  const { value, messages } = await mammoth.convertToHtml({ buffer: file })
  const faults = messages.filter(({ type }) => type === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('; '))
  return value
}

/** All words in one line. */
export async function wordText(file: Buffer): Promise<string> {
  const html = await wordHtml(file)
  return unescaped(html.replace(/<(?!\/?(?:strong|em|a)\b)[^>]*>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The content of one part of the file. */
export function wordPart(file: Buffer, name: string): string {
  return strFromU8(unzipSync(file)[name]!)
}
