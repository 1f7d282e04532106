import type { Law } from './law/law.ts'
import { fold } from './text.ts'

/** A country as people write it (ISO code, Spanish or English name, common short form) to code and Spanish name. */
export interface Country {
  code: string
  name: string
}

const HOME = 'CL'

/** Names that Intl does not have. Dots and accents have been removed before the lookup. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  eeuu: 'US',
  'ee uu': 'US',
  'estados unidos de america': 'US',
  norteamerica: 'US',
  inglaterra: 'GB',
  'gran bretana': 'GB',
  uk: 'GB',
  holanda: 'NL',
  corea: 'KR',
  emiratos: 'AE',
  'republica checa': 'CZ',
  chl: 'CL',
  'republica de chile': 'CL',
  arg: 'AR',
  bra: 'BR',
  col: 'CO',
  per: 'PE',
  mex: 'MX',
  ury: 'UY',
  can: 'CA',
  esp: 'ES',
  fra: 'FR',
  deu: 'DE',
  irl: 'IE',
  nld: 'NL',
  gbr: 'GB',
  ind: 'IN',
  chn: 'CN',
  jpn: 'JP',
}

/** Codes of Intl that are not countries: unions, the unknown, test values. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

const spanish = new Intl.DisplayNames('es', { type: 'region', fallback: 'none' })
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const NAMES = new Map<string, string>()
const CODES = new Map<string, string>()

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
for (const first of LETTERS) {
  for (const second of LETTERS) {
    const code = first + second
    const name = spanish.of(code)
    // Intl still gives former countries (DD, SU) the name of their successor.
    if (!name || NOT_COUNTRIES.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue
    NAMES.set(code, name)
    for (const word of [code, name, english.of(code)!])
      if (!CODES.has(plain(word))) CODES.set(plain(word), code)
  }
}
for (const [alias, code] of Object.entries(ALIASES)) CODES.set(alias, code)

/** Undefined when the text names no country we know. */
export function readCountry(text: string): Country | undefined {
  const code = CODES.get(plain(text))
  return code === undefined ? undefined : { code, name: NAMES.get(code)! }
}

/** Whether the Agency found that the country protects data as Chile does (arts. 27 letra a and 28). */
export function isAdequate({ adequateCountries }: Pick<Law, 'adequateCountries'>, text: string): boolean {
  const code = readCountry(text)?.code
  return code !== undefined && adequateCountries.includes(code)
}

/** Code and name for a map. An unknown country has its own text for both. */
export function showCountry(text: string): Country {
  return readCountry(text) ?? { code: text.trim(), name: text.trim() }
}

/** An unknown country counts as abroad: a needless question is better than a missed transfer. */
export function isAbroad(text: string): boolean {
  return readCountry(text)?.code !== HOME
}

function plain(text: string): string {
  return fold(text).replace(/\./g, '')
}
