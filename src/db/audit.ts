import { isDeepStrictEqual } from 'node:util'
import { canonicalId, newId } from '#kernel/ids.ts'
import { OFFICIAL_STATES } from '#kernel/legal-checks.ts'
import type { WriteCtx } from './context.ts'
import { json } from './sql.ts'

/** One row of the audit log. `before` and `after` are the entity's fields; only differences are stored. */
export interface Change {
  action: string
  entityType: string
  entityId: string
  before?: Fields | undefined
  after?: Fields | undefined
}

type Fields = object

/** Acts that change nothing: who looked at what. */
export const READING = ['read', 'download', 'export'] as const

/** Names whose values never enter the log, in any spelling. */
const SECRET = /password|secret|token|(key|previous)_?hash|sealed|otp|^key$/i
/** Shows that a value exists without revealing it. */
export const MASK = '***'
/** Columns of the log itself, or the same in every row. */
const NOISE = new Set(['updated_at', 'updatedAt', 'created_at', 'createdAt', 'tenant_id', 'tenantId'])
const LONGEST_VALUE = 2000

/** One statement for any number of changes. */
export async function audit(ctx: WriteCtx, ...changes: Change[]): Promise<void> {
  ctx.audited += changes.length
  for (const change of changes) assertJudged(ctx, change)
  const rows = changes.map((change) => ({
    tenant_id: ctx.tenantId,
    id: newId(),
    actor_type: ctx.actor.type,
    actor_id: ctx.actor.id ?? null,
    actor_name: ctx.actor.name ?? null,
    action: change.action,
    entity_type: change.entityType,
    entity_id: canonicalId(change.entityId),
    changes: json(difference(change.before, change.after)),
    request_id: ctx.requestId ?? null,
    address_prefix: ctx.addressPrefix ?? null,
    created_at: ctx.now,
  }))
  await ctx.db.insertInto('audit_log').values(rows).execute()
}

/** A record that becomes official without passing the legal gate is our bug, so the act does not commit. */
function assertJudged({ gate }: WriteCtx, { entityType, entityId, before, after }: Change): void {
  const [was, is] = [statusOf(before), statusOf(after)]
  if (is === undefined || is === was || !OFFICIAL_STATES[entityType]?.includes(is)) return
  if (!gate.judged.has(canonicalId(entityId)))
    throw new Error(`${entityType} became «${is}» and passed no legal gate`)
}

function statusOf(fields: Fields | undefined): string | undefined {
  return (fields as { status?: string } | undefined)?.status
}

/** The old and the new value of each changed field: `{ name: { old, new } }`. */
export function difference(
  before: Fields = {},
  after: Fields = {},
): Record<string, { old: unknown; new: unknown }> {
  const changes: Record<string, { old: unknown; new: unknown }> = {}
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (NOISE.has(name) || isSame(was[name], is[name])) continue
    changes[name] = { old: shown(name, was[name]), new: shown(name, is[name]) }
  }
  return changes
}

/** The database returns the keys of a JSON object in an order of its own. */
function isSame(was: unknown, is: unknown): boolean {
  return JSON.stringify(was) === JSON.stringify(is) || isDeepStrictEqual(was, is)
}

function shown(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (SECRET.test(name)) return MASK
  if (typeof value === 'string' && value.length > LONGEST_VALUE) return `${value.slice(0, LONGEST_VALUE)}…`
  return value
}
