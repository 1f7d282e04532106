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
 * Bodies have seven or eight digits (law sheet part 14), and zeros in front do not make a shorter one longer. Módulo 11
 * alone would also take «1-9» and one in eleven of all mistyped fragments, and hardly anyone who can still ask holds a
 * number below a million.
 */
const SMALLEST_BODY = 1_000_000

/** The one stored form, `12345678-5`; undefined when the text is no valid RUT. */
export function canonicalRut(text: string): string | undefined {
  const parts = SHAPE.exec(text.trim())
  if (!parts) return undefined
  const body = Number(parts[1]!.replaceAll('.', ''))
  const digit = parts[2]!.toUpperCase()
  return body >= SMALLEST_BODY && checkDigit(body) === digit ? `${body}-${digit}` : undefined
}

/** A text as people read a RUT; undefined when it is none. */
export function rutForPeople(text: string): string | undefined {
  const canonical = canonicalRut(text)
  return canonical && displayRut(canonical)
}

/** The number as documents show it; one that is no RUT as it was written. */
export function shownRut<T extends string | null>(text: T): string | T {
  return text === null ? text : (rutForPeople(text) ?? text)
}

/** For people to read: `12.345.678-5`. */
export function displayRut(canonical: string): string {
  const [body = '', digit = ''] = canonical.split('-')
  return `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}
