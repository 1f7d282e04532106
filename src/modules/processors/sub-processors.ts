import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { columnsOf } from '#http/columns.ts'
import { chileanDay } from '#kernel/dates.ts'
import { found, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import { assertKept } from './diligence.ts'
import * as repo from './repo.ts'
import { processors, subProcessors } from './repo.ts'
import { NewSubProcessor, SubProcessorPatch } from './schemas.ts'
import { subProcessorView } from './views.ts'

/** Sub-processors: a processor may delegate only with a specific written authorisation (art. 15 bis). */

export async function listSubProcessors(ctx: ReadCtx, processorId: string) {
  const [exists, rows] = await Promise.all([
    processors.has(ctx, processorId),
    repo.listSubProcessors(ctx, processorId),
  ])
  if (!exists) throw notFound('el encargado')
  return { items: rows.map((row) => subProcessorView(row)) }
}

export async function addSubProcessor(ctx: WriteCtx, processorId: string, body: NewSubProcessor) {
  const processor = await processors.lock(ctx, processorId)
  if (!processor) throw notFound('el encargado')
  const authorisation = body.authorisation ?? 'PENDING'
  await assertAuthorised(ctx, processor.id, { ...body, authorisation })
  const row = await subProcessors.insert(ctx, {
    ...columnsOf(NewSubProcessor, body),
    id: newId(),
    processor_id: processor.id,
    name_folded: fold(body.name),
    authorisation,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await trace(ctx, 'add_sub_processor', processor.id, undefined, row)
  return subProcessorView(row)
}

export async function updateSubProcessor(
  ctx: WriteCtx,
  processorId: string,
  subId: string,
  patch: SubProcessorPatch,
) {
  const before = await lockOf(ctx, processorId, subId)
  const { authorisation, ...rest } = patch
  await assertAuthorised(ctx, before.processor_id, {
    authorisation: authorisation ?? before.authorisation,
    authorisedOn: patch.authorisedOn === undefined ? before.authorised_on : patch.authorisedOn,
    fileKey: patch.fileKey === undefined ? before.file_key : patch.fileKey,
  })
  const row = await subProcessors.update(ctx, before.id, {
    ...columnsOf(SubProcessorPatch, rest),
    ...(authorisation && { authorisation }),
    ...(patch.name !== undefined && { name_folded: fold(patch.name) }),
    updated_at: ctx.now,
  })
  await trace(ctx, 'update_sub_processor', before.processor_id, before, row)
  return subProcessorView(row)
}

export async function removeSubProcessor(ctx: WriteCtx, processorId: string, subId: string): Promise<void> {
  const before = await lockOf(ctx, processorId, subId)
  await subProcessors.remove(ctx, before.id)
  await trace(ctx, 'remove_sub_processor', before.processor_id, before)
}

async function lockOf(ctx: WriteCtx, processorId: string, subId: string) {
  const [processor, row] = await Promise.all([
    processors.lock(ctx, processorId),
    isId(subId) ? subProcessors.lock(ctx, subId) : undefined,
  ])
  if (!processor) throw notFound('el encargado')
  return found(row?.processor_id === processor.id ? row : undefined, 'el subencargado')
}

/** Writes into the history of the processor. */
function trace(
  ctx: WriteCtx,
  action: string,
  entityId: string,
  before?: repo.SubProcessorRow,
  after?: repo.SubProcessorRow,
): Promise<void> {
  return audit(ctx, { action, entityType: 'processor', entityId, before, after })
}

interface Authorised {
  authorisation: string
  authorisedOn?: string | null | undefined
  fileKey?: string | null | undefined
}

/** An authorisation needs a day, and its document must be a file of the processor. */
async function assertAuthorised(
  ctx: ReadCtx,
  processorId: string,
  { authorisation, authorisedOn, fileKey }: Authorised,
): Promise<void> {
  if (authorisation === 'AUTHORISED' && !authorisedOn)
    throw impossible('authorisedOn', 'Indique el día de la autorización escrita (art. 15 bis).')
  if (authorisedOn && authorisedOn > chileanDay(ctx.now))
    throw impossible('authorisedOn', 'El día de la autorización no puede estar en el futuro.')
  if (fileKey) await assertKept(ctx, processorId, [canonicalId(fileKey)], 'fileKey')
}
