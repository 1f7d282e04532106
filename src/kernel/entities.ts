/** Characters that markup writes by name or number, those that Spanish and English texts use. */

/** U+00A0 to U+00FF, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  )

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['hellip', '…'],
  ['bull', '•'],
  ['dagger', '†'],
  ['permil', '‰'],
  ['euro', '€'],
  ['trade', '™'],
  ['larr', '←'],
  ['rarr', '→'],
  ['minus', '−'],
  ['ne', '≠'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
])

const REPLACEMENT = '\ufffd'
const WINDOWS = new TextDecoder('windows-1252')

/** Decodes a number as browsers do: some markup still uses the numbers of Windows letters. */
function numbered(code: number): string {
  if (code >= 0x80 && code < 0xa0) return WINDOWS.decode(Uint8Array.of(code))
  const isSpace = code === 0x09 || code === 0x0a || code === 0x0d
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSpace || isCharacter ? String.fromCodePoint(code) : REPLACEMENT
}

const ENTITY = /&(?:([a-z][a-z0-9]{1,7})|#(\d{1,9})|#x([0-9a-f]{1,8}));/gi

/** Decodes each entity once. Unknown ones stay as they are written. */
export function withCharacters(text: string): string {
  return text.replace(ENTITY, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    return numbered(decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal))
  })
}
