import { hash, verify } from '@node-rs/argon2'

/** The library's own name for it is a const enum, which type stripping cannot read. */
const ARGON2ID = 2

/** argon2id, 19 MiB, two passes: about 23 ms. Never inside a transaction. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST)
}

/** «ñ» can be one character or two; keyboards differ, the password is the same. */
function typed(password: string): string {
  return password.normalize('NFKC')
}

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is an account: without one it checks a hash that fits nothing. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  decoy ??= hashPassword('a password of no account')
  const fits = await verify(passwordHash ?? (await decoy), typed(password))
  return fits && passwordHash != null
}
