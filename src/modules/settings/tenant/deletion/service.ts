import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { eraseRows } from '#db/erase.ts'
import { json, together } from '#db/sql.ts'
import type { JobEnv } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, chileanDay, iso } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { forgetAddresses } from '#modules/auth/public.ts'
import { measureFiles } from '#modules/files/public.ts'
import { assertNotErasing, GRACE_MS } from '../lifecycle.ts'
import { findTenant, lockTenant } from '../repo.ts'
import { CERTIFICATE } from './certificate.ts'
import type { DeletionRequest } from './schemas.ts'

// ── acts of an owner ──

export async function showDeletion(ctx: ReadCtx) {
  return { dueAt: iso((await findTenant(ctx)).deletion_due_at) }
}

/** Until the term is over the organisation works normally. */
export async function requestDeletion(ctx: WriteCtx, { confirm }: DeletionRequest) {
  const before = await lockTenant(ctx)
  assertNotErasing(before)
  if (confirm !== before.slug)
    throw impossible(
      'confirm',
      `Para confirmar escriba el nombre corto de su organización: «${before.slug}».`,
    )
  if (before.deletion_due_at)
    throw new Failure('conflict', `La eliminación ya está pedida para el ${dayOf(before.deletion_due_at)}.`)
  const due = after(ctx.now, GRACE_MS)
  await together(
    setDue(ctx, due),
    audit(ctx, change('schedule_deletion', before.id, null, due)),
    ...(await ownersOf(ctx)).map((to) => sendMail(ctx, deletionLetter(to, before.name, due, ctx.actor.name))),
  )
  return { dueAt: iso(due) }
}

export async function cancelDeletion(ctx: WriteCtx): Promise<void> {
  const before = await lockTenant(ctx)
  assertNotErasing(before)
  if (!before.deletion_due_at)
    throw new Failure('conflict', 'Su organización no tiene una eliminación pendiente.')
  await together(
    setDue(ctx, null),
    audit(ctx, change('cancel_deletion', before.id, before.deletion_due_at, null)),
  )
}

function setDue({ db, tenantId, now }: WriteCtx, due: Date | null) {
  return db
    .updateTable('tenants')
    .set({ deletion_due_at: due, updated_at: now })
    .where('id', '=', tenantId)
    .execute()
}

function change(action: string, id: string, before: Date | null, due: Date | null) {
  const at = (instant: Date | null) => ({ deletionDueAt: iso(instant) })
  return { action, entityType: 'tenant', entityId: id, before: at(before), after: at(due) }
}

async function ownersOf({ db, tenantId }: Pick<ReadCtx, 'db' | 'tenantId'>): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', '=', 'OWNER')
    .where('m.status', '=', 'ACTIVE')
    .execute()
  return rows.map(({ email }) => email)
}

function dayOf(instant: Date): string {
  return chileanDay(instant).split('-').reverse().join('-')
}

function deletionLetter(to: string, name: string, due: Date, by: string | undefined) {
  const day = dayOf(due)
  return {
    to,
    subject: `«${name}» se eliminará el ${day}`,
    paragraphs: [
      `${by ?? 'Una cuenta principal'} pidió eliminar la organización «${name}» en Resguardo.`,
      `El ${day} se borrarán todos sus registros, archivos, claves y cuentas, y no se podrán recuperar. Hasta ese día puede exportar todo y cancelar la eliminación en la configuración de la organización.`,
      'La ley puede exigirle conservar parte de lo que se borra, por ejemplo para acreditar el cumplimiento de las solicitudes de titulares (art. 11, Ley 19.628 modificada por la Ley 21.719). Exporte antes lo que deba conservar.',
    ],
  }
}

// ── after the term ──

/** Starts or resumes the deletion of every organisation whose term is over. */
export async function eraseDue({
  access,
  tools,
  storage,
}: Pick<JobEnv, 'access' | 'tools' | 'storage'>): Promise<number> {
  const due = await access.lookUp('find tenants whose deletion is due', (db) =>
    db
      .selectFrom('tenants')
      .select('id')
      .where('deletion_due_at', '<=', tools.now())
      .orderBy('deletion_due_at')
      .execute(),
  )
  for (const { id } of due) await erase(access, storage, id, tools)
  return due.length
}

/** Every step can be repeated: after a kill all of them run again. */
async function erase(
  access: TenantAccess,
  storage: JobEnv['storage'],
  tenantId: string,
  { now, queue }: JobEnv['tools'],
): Promise<void> {
  await begin(access, tenantId, now())
  await storage.removeAll(tenantId)
  await eraseRows(access, tenantId, forgetAddresses)
  // Also removes files that were being stored when the deletion began.
  await storage.removeAll(tenantId)
  await access.asSystem('end the deletion of a tenant', async (db) => {
    await db.deleteFrom('tenants').where('id', '=', tenantId).execute()
    const ended = await db
      .updateTable('erasures')
      .set({ finished_at: now() })
      .where('tenant_ref', '=', tenantId)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended) await queue.send(db, CERTIFICATE, { erasureId: ended.id })
  })
}

/** The point of no return: from now on nobody can enter, and evidence may be deleted. */
async function begin(access: TenantAccess, tenantId: string, now: Date): Promise<void> {
  await access.asSystem('begin the deletion of a tenant', async (db) => {
    const tenant = await db
      .selectFrom('tenants')
      .selectAll()
      .where('id', '=', tenantId)
      .where('deletion_due_at', '<=', now)
      .where('erasing_since', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!tenant) return
    const requested = await db
      .selectFrom('audit_log')
      .select('created_at')
      .where('tenant_id', '=', tenantId)
      .where('action', '=', 'schedule_deletion')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { files, bytes } = await measureFiles(db, tenantId)
    const owners = await ownersOf({ db, tenantId })
    await db
      .updateTable('tenants')
      .set({ erasing_since: now, suspended_at: tenant.suspended_at ?? now })
      .where('id', '=', tenantId)
      .execute()
    await db
      .insertInto('erasures')
      .values({
        id: newId(),
        tenant_ref: tenantId,
        slug: tenant.slug,
        requested_at: requested?.created_at ?? tenant.deletion_due_at!,
        due_at: tenant.deletion_due_at!,
        started_at: now,
        files,
        bytes,
        counts: json({}),
        recipients: [...new Set([...owners, ...(tenant.contact_email ? [tenant.contact_email] : [])])],
      })
      .onConflict((conflict) => conflict.column('tenant_ref').doNothing())
      .execute()
  })
}
