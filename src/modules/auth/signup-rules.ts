import { Failure } from '#kernel/failure.ts'
import type { Signup } from '#kernel/signup.ts'

const ASK =
  'Pida una invitación a quien administra su organización. El registro lo abre quien opera el servicio (variable SIGNUP).'

/** `isFirst`: no organisation exists yet. */
export function assertMayRegister(signup: Signup, isFirst: boolean): void {
  if (signup === 'open' || (signup === 'first' && isFirst)) return
  const why =
    signup === 'first'
      ? 'Este servicio ya tiene su organización y no recibe registros nuevos.'
      : 'Este servicio no recibe registros nuevos.'
  throw refused(`${why} ${ASK}`)
}

/** Account holders may open more organisations, unless sign-up is closed. */
export function assertMayOpenTenant(signup: Signup): void {
  if (signup !== 'closed') return
  throw refused(
    'Este servicio no recibe organizaciones nuevas. Pídala a quien opera el servicio (variable SIGNUP).',
  )
}

function refused(message: string): Failure {
  return new Failure('forbidden', message, { details: [{ path: '', message, rule: 'signup' }] })
}
