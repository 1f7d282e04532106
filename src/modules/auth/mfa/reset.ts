import { asSystemOnce, type TenantAccess } from '#db/access.ts'
import type { Actor, Tools, WriteCtx } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { notifyOfChange } from '../notices.ts'
import * as accounts from '../repo.ts'
import { auditInEach } from '../trail.ts'
import * as repo from './repo.ts'
import { countFactors, methodsOf } from './rules.ts'
import { removeFactors } from './service.ts'

const ELSEWHERE =
  'Esta persona también es parte de otra organización, y su cuenta es una sola: quitarle el segundo factor la debilitaría en todas. Pida a quien opera el servicio que lo restablezca («users reset-mfa»).'

const NO_FACTOR = 'Esta persona no tiene un segundo factor que restablecer.'

/** The origin of a change that no browser of the person made. */
const NOBODYS_DEVICE = { device: 'Administración de la cuenta', addressPrefix: undefined }

/**
 * An organisation resets a member's lost factors, which ends that person's sessions. An account is shared by all its
 * organisations, so one of them must not weaken it for another.
 */
export async function resetFactorsOfMember(ctx: WriteCtx, userId: string): Promise<void> {
  const { db, tenantId, tools, now } = ctx
  const run = <Row>(statement: Parameters<typeof asSystemOnce<Row>>[2]) =>
    asSystemOnce(ctx, 'reset the factors of a member', statement)
  await run(db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate())
  const elsewhere = await run(
    db
      .selectFrom('memberships')
      .select('tenant_id')
      .where('user_id', '=', userId)
      .where('tenant_id', '<>', tenantId)
      .where('status', '=', 'ACTIVE')
      .limit(1),
  )
  if (elsewhere.length > 0) throw new Failure('conflict', ELSEWHERE)
  const removed = [
    await run(db.deleteFrom('totp_factors').where('user_id', '=', userId).returning('user_id')),
    await run(db.deleteFrom('passkeys').where('user_id', '=', userId).returning('user_id')),
  ].flat()
  if (removed.length === 0) throw new Failure('conflict', NO_FACTOR)
  await run(db.deleteFrom('totp_setups').where('user_id', '=', userId))
  await run(db.deleteFrom('recovery_codes').where('user_id', '=', userId))
  await run(db.deleteFrom('pending_sign_ins').where('user_id', '=', userId))
  await run(
    db
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null),
  )
  await notifyOfChange(tools, db, userId, 'factors_reset', NOBODYS_DEVICE)
}

/** For the operator's command line. Undefined if there is no such account, false if it has no factor. */
export function resetFactorsByEmail(
  access: TenantAccess,
  tools: Tools,
  email: string,
  operator: Actor,
): Promise<boolean | undefined> {
  return access.asSystem('the operator resets the factors of a person', async (db, enter) => {
    const user = await accounts.findUserByEmail(db, normaliseEmail(email))
    if (!user) return undefined
    await repo.lockPerson(db, user.id)
    const factors = await repo.findFactors(db, user.id)
    if (countFactors(factors) === 0) return false
    await removeFactors(db, user.id)
    await accounts.endSessions(db, user.id, tools.now())
    await notifyOfChange(tools, db, user.id, 'factors_reset', NOBODYS_DEVICE)
    const before = { methods: methodsOf(factors) }
    await auditInEach(db, enter, user, {}, { action: 'mfa_reset', before }, operator)
    return true
  })
}
