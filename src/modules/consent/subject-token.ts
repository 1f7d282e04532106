import { createVerifier } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import type { ReadCtx, Tools } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { reaches } from '#kernel/roles.ts'
import { hmac } from '#kernel/secrets.ts'
import { normaliseRef } from './rules.ts'

/**
 * The operator of a site knows who is signed in to it. Their server signs a token that says so, and a decision with that
 * token counts as the person's own (`provenBy: subject_token`). The token is a JWT of HS256 with `sub`, the person's
 * reference, `aud`, the key of the form or notice, and `exp`, at most ten minutes ahead.
 */

export const SUBJECT_TOKEN_HEADER = 'x-subject-token'

const LONGEST_LIFE_S = 10 * 60
/** Clocks of two machines always differ a little. */
const CLOCK_SKEW_S = 60
const LONGEST_TOKEN = 4000

/** The secret of a form or notice. It is derived each time, and changes with each renewal. */
export function subjectSecretOf(
  { vault }: Pick<Tools, 'vault'>,
  tenantId: string,
  { id, subject_secret_number }: { id: string; subject_secret_number: number },
): string {
  const mac = hmac(vault.lasting('consent.subject'), `${tenantId}/${id}/${subject_secret_number}`)
  return Buffer.from(mac, 'hex').toString('base64url')
}

/**
 * An administrator's program reads the secret with the record. A page must ask for it separately, with proof of the person.
 */
export async function withSubjectSecret<V extends object>(
  ctx: ReadCtx,
  row: { id: string; subject_secret_number: number },
  view: V,
  by: Reader,
): Promise<V & { subjectSecret?: string }> {
  if (by.isBrowser) return view
  const role = await ctx.role()
  if (role === undefined || !reaches(role, 'ADMIN')) return view
  return { ...view, subjectSecret: subjectSecretOf(ctx.tools, ctx.tenantId, row) }
}

export interface Reader {
  isBrowser: boolean
}

/** A reader that is never shown the secret. */
export const A_PAGE: Reader = { isBrowser: true }

export const readerOf = ({ claims }: FastifyRequest): Reader => ({ isBrowser: claims?.browser === true })

/** Whether the token proves the person. An invalid token is refused, never ignored. */
export function provesSubject(
  token: unknown,
  { secret, key, subjectRef, now }: { secret: () => string; key: string; subjectRef: string; now: Date },
): boolean {
  if (token === undefined || token === '') return false
  const claims = read(token, secret)
  const nowS = now.getTime() / 1000
  if (typeof claims.exp !== 'number' || claims.exp <= nowS - CLOCK_SKEW_S)
    throw refusal('venció o no dice cuándo vence («exp»)')
  if (claims.exp > nowS + LONGEST_LIFE_S + CLOCK_SKEW_S) throw refusal('vence («exp») más allá de 10 minutos')
  if (claims.aud !== key) throw refusal('es de otro formulario o aviso («aud»)')
  if (typeof claims.sub !== 'string' || normaliseRef(claims.sub) !== normaliseRef(subjectRef))
    throw refusal('es de otra persona: «sub» no es «subjectRef»')
  return true
}

function read(token: unknown, secret: () => string): Record<string, unknown> {
  const isReadable = typeof token === 'string' && token.length <= LONGEST_TOKEN
  if (!isReadable) throw refusal('no se puede leer')
  try {
    // Times were checked above, against the service's own clock.
    const verify = createVerifier({
      key: secret(),
      algorithms: ['HS256'],
      ignoreExpiration: true,
      cache: false,
    })
    return verify(token) as Record<string, unknown>
  } catch {
    throw refusal('no está firmado con el «subjectSecret» vigente')
  }
}

function refusal(why: string): Failure {
  const message = `El token de «X-Subject-Token» ${why}. Fírmelo otra vez en su servidor.`
  return new Failure('unauthorized', message, { details: [{ path: 'X-Subject-Token', message }] })
}
