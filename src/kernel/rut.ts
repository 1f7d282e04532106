/** Chilean RUT/RUN with its módulo 11 check digit (law sheet part 14). */

const SHAPE = /^(\d{1,2}\.\d{3}\.\d{3}|\d{7,8})-?([\dkK])$/

export function checkDigit(body: number): string {
  let sum = 0
  let factor = 2
  for (let rest = body; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * factor
    factor = factor === 7 ? 2 : factor + 1
  }
  const remainder = 11 - (sum % 11)
  return remainder === 11 ? '0' : remainder === 10 ? 'K' : String(remainder)
}

/**
 * A RUT has seven or eight digits (law sheet part 14), and leading zeros do not make a shorter one longer. Módulo 11 alone
 * would also accept «1-9» and one in eleven mistyped fragments. Hardly anybody alive has a number below a million.
 */
const SMALLEST_BODY = 1_000_000

/** The stored form, `12345678-5`; undefined if the text is no valid RUT. */
export function canonicalRut(text: string): string | undefined {
  const parts = SHAPE.exec(text.trim())
  if (!parts) return undefined
  const body = Number(parts[1]!.replaceAll('.', ''))
  const digit = parts[2]!.toUpperCase()
  return body >= SMALLEST_BODY && checkDigit(body) === digit ? `${body}-${digit}` : undefined
}

/** The RUT in its readable form; undefined if the text is no RUT. */
export function rutForPeople(text: string): string | undefined {
  const canonical = canonicalRut(text)
  return canonical && displayRut(canonical)
}

/** The number as documents show it. Texts that are no RUT stay as written. */
export function shownRut<T extends string | null>(text: T): string | T {
  return text === null ? text : (rutForPeople(text) ?? text)
}

/** The readable form: `12.345.678-5`. */
export function displayRut(canonical: string): string {
  const [body = '', digit = ''] = canonical.split('-')
  return `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}
