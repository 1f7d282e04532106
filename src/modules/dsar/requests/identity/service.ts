import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { attachKept } from '#modules/files/public.ts'
import { lockOpen, lockRequest } from '../changes.ts'
import { insertEvents, requests } from '../repo.ts'
import { getRequest } from '../service.ts'
import { insertCheck, listChecks } from './repo.ts'
import { METHOD_LABELS, unprovable } from './rules.ts'
import type { NewIdentityCheck } from './schemas.ts'

/** Records a check with its evidence. Proven facts follow from the checks; the request's state changes separately. */
export async function checkIdentity(ctx: WriteCtx, id: string, body: NewIdentityCheck) {
  const before = await lockOpen(ctx, id)
  const proves = [...new Set(body.proves)]
  if (proves.length === 0)
    throw impossible('proves', 'Indique qué quedó probado: el correo, el RUT o la representación.')
  for (const [index, what] of proves.entries()) {
    const why = unprovable(body.method, what, before)
    if (why) throw impossible(`proves[${index}]`, why)
  }
  const fileId = noneIfBlank(body.fileId) ?? null
  const holder = { entityType: 'dsar_request', entityId: id }
  const file =
    fileId === null ? null : await attachKept(ctx, holder, { path: 'fileId', key: fileId, kind: 'identity' })
  const check = await insertCheck(ctx, {
    request_id: id,
    method: body.method,
    proves,
    notes: noneIfBlank(body.notes) ?? null,
    file_id: file,
    withdraws: null,
  })
  await changed(ctx, id, 'check_identity', METHOD_LABELS[body.method], {
    checkId: check.id,
    method: body.method,
    proves,
  })
  return getRequest(ctx, id)
}

/** The check stays on record, with the reason why it no longer counts. */
export async function withdrawCheck(ctx: WriteCtx, id: string, checkId: string, reason: string) {
  await lockRequest(ctx, id)
  const checks = await listChecks(ctx, id)
  const check = checks.find((one) => one.id === checkId)
  if (!check || check.method === null) throw notFound('la comprobación')
  if (checks.some(({ withdraws }) => withdraws === checkId))
    throw new Failure('conflict', 'Esta comprobación ya se retiró.')
  await insertCheck(ctx, {
    request_id: id,
    method: null,
    proves: [],
    notes: reason.trim(),
    file_id: null,
    withdraws: checkId,
  })
  const said = `Se retiró «${METHOD_LABELS[check.method]}»: ${reason.trim()}`
  await changed(ctx, id, 'withdraw_identity_check', said, { checkId, method: check.method })
  return getRequest(ctx, id)
}

/** The log records the method, and not what the notes say about the person. */
async function changed(
  ctx: WriteCtx,
  id: string,
  action: string,
  notes: string,
  after: object,
): Promise<void> {
  await together(
    requests.update(ctx, id, { updated_at: ctx.now }),
    insertEvents(ctx, id, { type: 'identity_checked', notes }),
    audit(ctx, { action, entityType: 'dsar_request', entityId: id, after }),
  )
}
