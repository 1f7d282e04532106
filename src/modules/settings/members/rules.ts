import { Failure } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'

/** Decisions part 2: only an OWNER makes, changes or removes an OWNER. `touched` are the roles before and after. */
export function assertMayTouch(actor: Role | undefined, ...touched: readonly Role[]): void {
  if (actor === 'OWNER' || !touched.includes('OWNER')) return
  throw new Failure(
    'forbidden',
    'Solo un OWNER puede nombrar, cambiar o quitar a otro OWNER. Pídaselo a uno de su organización.',
  )
}
