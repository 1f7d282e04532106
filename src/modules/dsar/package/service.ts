import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { lockTenant, together } from '#db/sql.ts'
import type { Printed } from '#documents/download.ts'
import { enqueue } from '#jobs/definition.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { judge } from '#kernel/legal-checks.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { asksForEachRecipient } from '../intake/questions.ts'
import { sendLetter } from '../kept-letters.ts'
import { lockRequest } from '../requests/changes.ts'
import { listChecks } from '../requests/identity/repo.ts'
import { identityOf } from '../requests/identity/rules.ts'
import { insertEvents, requests } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { choose, gather } from './gathering.ts'
import { DELIVERY_CHECKS } from './legal-checks.ts'
import { deliveryLetter } from './letters.ts'
import * as repo from './repo.ts'
import { type PackageRow, packages } from './repo.ts'
import { linkUntil, systemsUnsent } from './rules.ts'
import type { NewPackage } from './schemas.ts'
import { packageView } from './views.ts'

export const PACKAGE_JOB_NAME = 'dsar.package'
export const REMOVAL_JOB_NAME = 'dsar.remove-package'
export const PACKAGE_ENTITY = 'dsar_package'

const PACKAGE = 'el paquete de respuesta'

// ── reading ──

export async function getPackage(ctx: ReadCtx, requestId: string) {
  return view(ctx, await requirePackage(ctx, requestId))
}

export async function readSources(ctx: ReadCtx, requestId: string) {
  found(await requests.find(ctx, requestId), 'la solicitud')
  const [gathered, row] = await Promise.all([gather(ctx, requestId), repo.findPackage(ctx, requestId)])
  return { gathered, hasPackage: row !== undefined }
}

/** The index as it was packed. */
export async function readIndex(ctx: ReadCtx, requestId: string): Promise<Printed> {
  const row = await requirePackage(ctx, requestId)
  if (row.index_document === null) throw notFound('el índice del paquete')
  const { dated } = row.index_document
  return { name: ['indice'], document: { ...row.index_document, dated: new Date(dated) } }
}

export async function openForStaff(ctx: ReadCtx, requestId: string) {
  const [request, row] = await Promise.all([requests.find(ctx, requestId), requirePackage(ctx, requestId)])
  if (row.status !== 'ready') throw unready(row)
  return { row, folioNumber: request!.folio_number }
}

async function requirePackage(ctx: ReadCtx, requestId: string): Promise<PackageRow> {
  const [request, row] = await Promise.all([requests.find(ctx, requestId), repo.findPackage(ctx, requestId)])
  found(request, 'la solicitud')
  return found(row, PACKAGE)
}

async function view(ctx: ReadCtx, row: PackageRow) {
  const { answer_retention_days } = await ctx.db
    .selectFrom('tenants')
    .select('answer_retention_days')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  return packageView(row, answer_retention_days)
}

function unready({ status, error }: PackageRow): Failure {
  const why = {
    pending: 'El paquete aún se está preparando. Intente de nuevo en unos segundos.',
    failed: `El paquete no pudo prepararse: ${error} Prepárelo de nuevo.`,
    expired: 'El paquete ya se eliminó. Prepárelo de nuevo.',
    ready: '',
  }[status]
  return new Failure('conflict', why)
}

// ── making ──

/** Writes the row and its job together. A delivered package must be revoked first, because somebody may be opening it. */
export async function askPackage(ctx: WriteCtx, requestId: string, body: NewPackage) {
  await lockRequest(ctx, requestId)
  const before = await repo.lockPackage(ctx, requestId)
  if (before?.status === 'pending')
    throw new Failure('conflict', 'Ya se está preparando un paquete. Espere a que termine.')
  if (before && isOpen(before, ctx.now))
    throw new Failure(
      'conflict',
      'El paquete ya se entregó y su enlace está abierto. Revoque la entrega antes de preparar otro.',
    )
  const { sources, redactions } = choose(ctx, await gather(ctx, requestId), body)
  if (before?.status === 'ready') await retire(ctx, before)
  const row = {
    id: newId(),
    request_id: requestId,
    status: 'pending' as const,
    progress: 0,
    sources,
    redactions,
    note: noneIfBlank(body.note) ?? null,
    contents: [],
    parts: 0,
    downloads: 0,
    built_by: ctx.actor.id ?? null,
    built_by_name: ctx.actor.name ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [saved] = await together(
    packages.insert(ctx, row),
    enqueue(ctx, PACKAGE_JOB_NAME, { tenantId: ctx.tenantId, packageId: row.id }),
    audit(ctx, {
      action: 'build',
      entityType: PACKAGE_ENTITY,
      entityId: row.id,
      after: { request_id: requestId, files: sources.length, redactions: redactions.length },
    }),
  )
  return view(ctx, saved)
}

const isOpen = ({ status, sent_at, revoked_at, expires_at }: PackageRow, now: Date) =>
  status === 'ready' && sent_at !== null && revoked_at === null && expires_at! > now

/** Deletes the bytes and keeps the proof: the contents, and who downloaded them when. */
export async function retire(ctx: WriteCtx, before: PackageRow, fields: Partial<PackageRow> = {}) {
  const { id, parts } = before
  await together(
    packages.update(ctx, id, {
      status: before.status === 'failed' ? 'failed' : 'expired',
      parts: 0,
      index_document: null,
      key_hash: null,
      removed_at: ctx.now,
      updated_at: ctx.now,
      ...fields,
    }),
    ...(parts > 0 ? [enqueue(ctx, REMOVAL_JOB_NAME, { tenantId: ctx.tenantId, id, parts })] : []),
  )
}

/** Ends the link and deletes the bytes. Of a package in the making, stops the job. */
export async function removePackage(ctx: WriteCtx, requestId: string): Promise<void> {
  await lockRequest(ctx, requestId)
  const before = found(await repo.lockPackage(ctx, requestId), PACKAGE)
  if (before.status === 'expired') throw unready(before)
  const revoked = before.sent_at !== null && before.revoked_at === null
  await retire(ctx, before, { status: 'expired', ...(revoked && { revoked_at: ctx.now }) })
  await together(
    insertEvents(ctx, requestId, {
      type: 'package_removed',
      notes: revoked ? 'Se revocó el enlace y se eliminaron los archivos' : 'Se eliminaron los archivos',
    }),
    audit(ctx, {
      action: revoked ? 'revoke' : 'delete',
      entityType: PACKAGE_ENTITY,
      entityId: before.id,
      before: { status: before.status, sha256: before.sha256, downloads: before.downloads },
      after: { status: 'expired' },
    }),
  )
}

// ── delivering ──

const NO_MAILBOX =
  'La solicitud no tiene correo: descargue el paquete, entréguelo en persona o por carta certificada, y deje constancia en los archivos de la solicitud.'

/** Mails the link. A second delivery makes a new link and ends the old one. */
export async function deliverPackage(ctx: WriteCtx, requestId: string) {
  const request = await lockRequest(ctx, requestId)
  const before = found(await repo.lockPackage(ctx, requestId), PACKAGE)
  if (before.status !== 'ready') throw unready(before)
  if (request.subject_email === null) throw new Failure('conflict', NO_MAILBOX)
  const [tasks, checks, activities, by] = await Promise.all([
    repo.listTasks(ctx, requestId),
    listChecks(ctx, requestId),
    repo.listPublishedActivities(ctx, request.legal_entity_id),
    findResponsible(ctx, request.legal_entity_id),
  ])
  const identity = identityOf(request, checks)
  const findings = judge(DELIVERY_CHECKS, {
    rightType: request.right_type,
    isClaimed: identity.email === 'claimed' || (request.subject_rut !== null && identity.rut === 'claimed'),
    isRepresentationClaimed: identity.representation === 'claimed',
    waiting: tasks.filter(({ status }) => status !== 'done').length,
    unsent: systemsUnsent(tasks, before.sources),
    activities: activities.length,
    asksForEachRecipient: asksForEachRecipient(request),
    hasMessage: before.note !== null,
  })
  await lockTenant(ctx)
  await assertLettersLeft(ctx)
  await passGate(ctx, { entityType: PACKAGE_ENTITY, entityId: before.id }, findings)
  const [key, until] = [newToken(), linkUntil(ctx.now)]
  const row = await packages.update(ctx, before.id, {
    key_hash: digest(key),
    sent_at: ctx.now,
    sent_to: request.subject_email,
    expires_at: until,
    updated_at: ctx.now,
  })
  const { letter, kept } = deliveryLetter(request, by, ctx.tools.publicUrl, { key, until, on: lawToday(ctx) })
  await together(
    sendLetter(ctx, requestId, 'PACKAGE', { ...letter, kept }),
    insertEvents(ctx, requestId, {
      type: 'answer_delivered',
      notes: `${row.contents.length} archivos, huella SHA-256 ${row.sha256}`,
    }),
    audit(ctx, {
      action: 'deliver',
      entityType: PACKAGE_ENTITY,
      entityId: row.id,
      before: { sent_at: iso(before.sent_at) },
      after: { sent_at: iso(row.sent_at), expires_at: iso(until), sha256: row.sha256 },
    }),
  )
  return view(ctx, row)
}
