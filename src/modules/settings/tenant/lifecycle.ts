import type { Selectable } from 'kysely'
import type { EnterTenant, TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { resumeMail } from '#jobs/mail.ts'
import { after, DAY_MS, iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'

/** The operator's acts appear under this name in the organisation's audit log. */
export const OPERATOR: Actor = {
  type: 'system',
  id: undefined,
  name: 'Quien opera el servicio',
  role: undefined,
}

/** Until then the deletion can be withdrawn. */
export const GRACE_MS = 30 * DAY_MS

type TenantRow = Selectable<Tables['tenants']>

/** Hides everything of the organisation but keeps accepting requests to it. False if it does not exist. */
export function suspendTenant(access: TenantAccess, slug: string, now: Date): Promise<boolean> {
  return change(access, slug, async (db, before, enter) => {
    const suspended_at = before.suspended_at ?? now
    await update(db, before.id, { suspended_at, updated_at: now })
    const changed = { before: { suspended: before.suspended_at !== null }, after: { suspended: true } }
    await audit(await enter(before, OPERATOR), entry('suspend', before.id, changed))
  })
}

/** Opens the organisation again, cancels a requested deletion, and sends the mails that waited. */
export function resumeTenant(
  access: TenantAccess,
  slug: string,
  now: Date,
  /** Opens it here although it was moved to another installation, where it stays open too. */
  { evenIfMoved = false } = {},
): Promise<boolean> {
  return change(access, slug, async (db, before, enter) => {
    assertNotErasing(before)
    if (before.moved_to !== null && !evenIfMoved) throw movedTo(before.moved_to, slug)
    const open = { suspended_at: null, deletion_due_at: null, moved_at: null, moved_to: null }
    await update(db, before.id, { ...open, updated_at: now })
    const ctx = await enter(before, OPERATOR)
    const changed = {
      before: { suspended: before.suspended_at !== null, deletionDueAt: iso(before.deletion_due_at) },
      after: { suspended: false, deletionDueAt: null },
    }
    await audit(ctx, entry('resume', before.id, changed))
    await resumeMail(ctx)
  })
}

/** Closes the organisation at once and schedules its deletion. Returns the date; undefined if it does not exist. */
export async function scheduleDeletion(
  access: TenantAccess,
  slug: string,
  now: Date,
  graceMs = GRACE_MS,
): Promise<Date | undefined> {
  let due: Date | undefined
  await change(access, slug, async (db, before, enter) => {
    due = before.erasing_since ? before.deletion_due_at! : after(now, graceMs)
    if (before.erasing_since) return
    await update(db, before.id, {
      suspended_at: before.suspended_at ?? now,
      deletion_due_at: due,
      updated_at: now,
    })
    const changed = {
      before: { deletionDueAt: iso(before.deletion_due_at) },
      after: { deletionDueAt: iso(due) },
    }
    await audit(await enter(before, OPERATOR), entry('schedule_deletion', before.id, changed))
  })
  return due
}

function movedTo(place: string, slug: string): Failure {
  return new Failure(
    'conflict',
    `La organización «${slug}» se trasladó a ${place}. Si la reabre aquí estará abierta en ambos lados, y lo que quedó pendiente saldrá también de aquí. Para reabrirla de todos modos: --confirm ${slug}`,
  )
}

export function assertNotErasing({ erasing_since }: Pick<TenantRow, 'erasing_since'>): void {
  if (erasing_since === null) return
  throw new Failure('conflict', 'La eliminación de esta organización ya comenzó y no se puede deshacer.')
}

function change(
  access: TenantAccess,
  slug: string,
  work: (db: Db, before: TenantRow, enter: EnterTenant) => Promise<void>,
): Promise<boolean> {
  return access.asSystem('the operator changes the state of a tenant', async (db, enter) => {
    const before = await db
      .selectFrom('tenants')
      .selectAll()
      .where('slug', '=', slug)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before) await work(db, before, enter)
    return before !== undefined
  })
}

function update(db: Db, id: string, fields: Partial<TenantRow>) {
  return db.updateTable('tenants').set(fields).where('id', '=', id).execute()
}

function entry(action: string, id: string, changed: { before: object; after: object }) {
  return { action, entityType: 'tenant', entityId: id, ...changed }
}
