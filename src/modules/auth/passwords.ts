import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { asKept, refusalOf, SHORTEST_PASSWORD } from './password-rules.ts'

/** Refuses common passwords and names that everybody knows of the person. */
export async function assertGoodPassword(
  password: string,
  known: { email: string; organizations: readonly string[] },
): Promise<void> {
  const refusal = refusalOf(password, await commonPasswords(), known)
  if (refusal) throw new Failure('malformed', refusal, { details: [{ path: 'password', message: refusal }] })
}

let common: Promise<ReadonlySet<string>> | undefined

/** Nearly fifty thousand of the most leaked passwords, of at least the required length. Loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const listed = dictionary['passwords-common'] as readonly (string | number)[]
    return new Set(listed.map(String).filter((password) => password.length >= SHORTEST_PASSWORD))
  })
  return common
}

/** The library's constant is a const enum, which type stripping cannot read. */
const ARGON2ID = 2

/** argon2id, 19 MiB, two passes: about 23 ms. Never inside a transaction. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One processor stays free for requests, and email domains take turns: one firm's morning delays nobody else. */
const turns = createTurns({
  atOnce: Math.max(1, availableParallelism() - 1),
  perKey: Number.POSITIVE_INFINITY,
  total: Number.POSITIVE_INFINITY,
})

function inTurn<T>(email: string, work: () => Promise<T>): Promise<T> {
  // Without bounds nobody is refused. The rate limit bounds how many can come.
  return turns.run(email.slice(email.lastIndexOf('@') + 1).toLowerCase(), work)!
}

/** The email's domain takes the turn. Calls without an email share one. */
export function hashPassword(password: string, email = ''): Promise<string> {
  return inTurn(email, () => hash(asKept(password), COST))
}

let decoy: Promise<string> | undefined

/** Takes the same time with and without an account: without one it checks a hash that no password matches. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
  email: string,
): Promise<boolean> {
  decoy ??= hash('a password of no account', COST)
  const known = passwordHash ?? (await decoy)
  const fits = await inTurn(email, () => verify(known, asKept(password)))
  return fits && passwordHash != null
}
