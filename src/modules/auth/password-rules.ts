import { fold } from '#kernel/text.ts'

export const SHORTEST_PASSWORD = 8

interface Known {
  email: string
  /** Organisations of the person, or the new one being registered. */
  organizations?: readonly string[]
}

const COMMON =
  'Esa contraseña es una de las más usadas del mundo, y es de las primeras que se prueban. Elija una frase larga y propia.'

/** Why a password is refused. Undefined if it may be used. `common` is in lower case. */
export function refusalOf(
  password: string,
  common: ReadonlySet<string>,
  { email, organizations = [] }: Known,
): string | undefined {
  const same = asKept(password)
  const typed = bare(same)
  // A text made of signs alone leaves nothing to compare.
  const isNamed = (known: string) => typed !== '' && typed === bare(known)
  if (common.has(same.toLowerCase()) || isOneCharacter(same)) return COMMON
  if (isNamed(email) || isNamed(email.split('@', 1)[0]!))
    return 'La contraseña no puede ser su correo. Elija una frase larga y propia.'
  if (organizations.some(isNamed))
    return 'La contraseña no puede ser el nombre de su organización. Elija una frase larga y propia.'
  return undefined
}

/** «ñ» can be one character or two, and letters can be wide. Keyboards differ, but the password is the same. */
export function asKept(password: string): string {
  return password.normalize('NFKC')
}

/** Ignores spaces, signs, accents and case. */
function bare(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1
}
