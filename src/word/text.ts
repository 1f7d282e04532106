/** Characters that XML cannot hold in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the characters to remove
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function readableText(text: string): string {
  return text.toWellFormed().replace(UNWRITABLE, '')
}
