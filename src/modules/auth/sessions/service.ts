import type { Claims, Origin } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import * as repo from '../repo.ts'
import { requireSession } from '../service.ts'
import { recordInEach } from '../trail.ts'

export async function listSessions(db: Db, who: Claims, now: Date) {
  const [own, all] = await Promise.all([
    requireSession(db, who, now),
    repo.listSessionsOf(db, who.userId, now),
  ])
  // In a company's session a person sees only the sessions that this company opened.
  const rows = own.sso_tenant_id ? all.filter((row) => row.sso_tenant_id === own.sso_tenant_id) : all
  const items = rows.map((row) => ({
    id: row.id,
    device: row.device,
    addressPrefix: row.address_prefix,
    method: row.method,
    strong: row.strong,
    browser: row.browser,
    createdAt: iso(row.created_at),
    lastUsedAt: iso(row.last_used_at),
    current: row.id === who.sessionId,
  }))
  return { items }
}

/** Ending the own session is a sign-out. */
export async function endSession(tools: Tools, db: Db, who: Claims, id: string, origin: Origin) {
  await requireSession(db, who, tools.now())
  const ended = await repo.endSessions(db, who.userId, tools.now(), { id })
  if (ended.length === 0) throw notFound('esa sesión')
  await record(tools, db, who, ended, origin)
}

export async function endOtherSessions(tools: Tools, db: Db, who: Claims, origin: Origin) {
  await requireSession(db, who, tools.now())
  const ended = await repo.endSessions(db, who.userId, tools.now(), { but: who.sessionId })
  if (ended.length > 0) await record(tools, db, who, ended, origin)
  return { ended: ended.length }
}

function record(tools: Tools, db: Db, { userId }: Claims, ended: readonly unknown[], origin: Origin) {
  const event = { action: 'session_revoked', after: { sessions: ended.length }, byPerson: true } as const
  return recordInEach(tools, db, { ...event, account: { userId } }, origin)
}
