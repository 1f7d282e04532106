import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { passGate } from '#db/legal-gate.ts'
import { json, lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { endOfChileanDay } from '#kernel/business-days.ts'
import { after, isCalendarDate, toInstant } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { assertMove } from '#kernel/moves.ts'
import { PLANS } from '#kernel/plans.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { type EntityRow, entityColumn, findEntity, findMainEntity } from '#modules/org/public.ts'
import { findProcessor, lockProcessor, setDpaStatus } from '#modules/processors/public.ts'
import { listActivities } from '#modules/rat/public.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import { announceContract } from './announcing.ts'
import { findingsAtSigning, findingsOf, settled, signerFindings } from './findings.ts'
import { renderContract } from './generation.ts'
import { sendCopies, sendToSigner, signatureOfSender } from './letters.ts'
import * as repo from './repo.ts'
import {
  dpaStatusOf,
  isOfProcessor,
  MOVES,
  RENEWABLE,
  SIGNING_TTL_MS,
  STATE_LABELS,
  type StoredStatus,
  statusAt,
} from './rules.ts'
import { ContractPatch, type ContractsQuery, type Generation, type Sending, type Signing } from './schemas.ts'
import type { Signature } from './tables.ts'
import { templates } from './templates/repo.ts'
import { contractView, summaryView } from './views.ts'

export const CHANGED = 'El contrato cambió mientras usted trabajaba en él. Vuelva a cargarlo.'

export const CONSTRAINTS: Constraints = {
  contracts_renewed_once: () =>
    new Failure('conflict', 'Este contrato ya fue renovado. Use la versión más nueva.'),
}

/** The records that a contract is written from. Each must belong to the organisation. */
export async function basisOf(ctx: ReadCtx, sent: Generation) {
  const body = { ...sent, activityIds: sent.activityIds.map(canonicalId) }
  const [template, processor, activities] = await Promise.all([
    isId(body.templateId) ? templates.find(ctx, body.templateId) : undefined,
    isId(body.processorId) ? findProcessor(ctx, body.processorId) : undefined,
    listActivities(ctx, { ids: body.activityIds.filter(isId) }),
  ])
  if (!processor) throw impossible('processorId', 'El encargado indicado no existe en su organización.')
  if (!template) throw impossible('templateId', 'La plantilla indicada no existe en su organización.')
  const found = new Map(activities.map((activity) => [activity.id, activity]))
  const missing = body.activityIds.findIndex((id) => !found.has(id))
  if (missing >= 0)
    throw impossible(`activityIds[${missing}]`, 'La actividad indicada no existe en su organización.')
  const entity = await partyOf(ctx, body)
  const chosen = [...new Set(body.activityIds)].map((id) => found.get(id)!)
  return { template, processor, entity, chosen }
}

export async function generateContract(ctx: WriteCtx, body: Generation) {
  const { template, processor, entity, chosen } = await basisOf(ctx, body)
  await assertPlanAllows(ctx)
  // Locks the processor: its standing is written below, and it must not disappear meanwhile.
  if (!(await lockProcessor(ctx, processor.id))) {
    throw impossible('processorId', 'El encargado indicado ya no existe en su organización.')
  }
  const text = await renderContract(ctx, template, { entity, processor }, chosen, body.customFields ?? {})
  const row = await repo.contracts.insert(ctx, {
    ...base(ctx),
    type: template.type,
    status: 'DRAFT',
    processor_id: processor.id,
    legal_entity_id: entity.id,
    activity_id: chosen[0]!.id,
    activity_ids: chosen.map(({ id }) => id),
    template_id: template.id,
    content: text.content,
    drafted: text.content,
    gap_labels: text.gapLabels,
    law_version: ctx.tools.law.version,
    version: 1,
    signer_name: processor.contact_name,
    signer_email: processor.contact_email,
    signature: null,
  })
  await audit(ctx, { action: 'generate', entityType: 'contract', entityId: row.id, after: row })
  await updateStanding(ctx, row)
  return { contractId: row.id, type: row.type, content: row.content }
}

/** The entity in the body, else the single one of the activities, else the main one. */
async function partyOf(ctx: ReadCtx, { legalEntityId, activityIds }: Generation): Promise<EntityRow> {
  const [{ legal_entity_id: named }, activities, main] = await Promise.all([
    entityColumn(ctx, legalEntityId),
    repo.listEntitiesOf(ctx, activityIds),
    findMainEntity(ctx),
  ])
  const answering = new Set(activities.map(({ legal_entity_id }) => legal_entity_id))
  const id = named ?? (answering.size === 1 ? [...answering][0]! : main?.id)
  const entity = id === main?.id ? main : id && (await findEntity(ctx, id))
  if (entity) return entity
  throw new Failure('conflict', 'Su organización no tiene una entidad legal activa que celebre el contrato.')
}

export async function listContracts(ctx: ReadCtx, query: ContractsQuery) {
  const { rows, ...page } = await repo.listContracts(ctx, query)
  return { contracts: rows.map((row) => summaryView(row, ctx.now)), ...page }
}

export async function getContract(ctx: ReadCtx, id: string) {
  return contractView(await findOrFail(ctx, id), ctx.now)
}

export async function updateContract(ctx: WriteCtx, id: string, patch: ContractPatch) {
  const before = await findOrFail(ctx, id)
  // The review date is not part of the signed text.
  if (!onlyReview(patch)) assertDraft(before, 'editar')
  const row = await repo.updateContract(ctx, id, before.status, {
    review_at: patch.reviewAt,
    content: patch.content,
    // A text written by a person is written under the law of the day.
    ...(patch.content !== undefined && { law_version: ctx.tools.law.version }),
    expires_at: patch.expiresAt === undefined ? undefined : expiryOf(noneIfBlank(patch.expiresAt)),
    signer_name: noneIfBlank(patch.signerName),
    signer_email: noneIfBlank(patch.signerEmail),
    signer_rut: patch.signerRut === undefined ? undefined : rutOf(patch.signerRut, 'signerRut'),
    updated_at: ctx.now,
  })
  if (!row) throw new Failure('conflict', CHANGED)
  await audit(ctx, { action: 'update', entityType: 'contract', entityId: id, before, after: row })
  return contractView(row, ctx.now)
}

/** Fields outside the schema are ignored here too. */
function onlyReview(patch: ContractPatch): boolean {
  const sent = Object.keys(patch).filter((field) => Object.hasOwn(ContractPatch.properties, field))
  return sent.join() === 'reviewAt'
}

export async function deleteContract(ctx: WriteCtx, id: string): Promise<void> {
  const before = await findOrFail(ctx, id)
  assertDraft(before, 'eliminar')
  if (!(await repo.removeDraft(ctx, id))) {
    // Another person deleted or sent it meanwhile.
    await findOrFail(ctx, id)
    throw new Failure('conflict', CHANGED)
  }
  await audit(ctx, { action: 'delete', entityType: 'contract', entityId: id, before })
  await updateStanding(ctx, before)
}

/**
 * Mails the signer a link that works once. The legal gate checks the text as it is. Then the text is settled: the page, the
 * hash and the PDF have the same words, without placeholders.
 */
export async function sendContract(ctx: WriteCtx, id: string, body: Sending) {
  const { signerName, signerEmail } = body
  const draft = await lockToMove(ctx, id, 'SENT')
  const content = settled(draft)
  const ownSignature = signatureOfSender(ctx, body, content)
  const [ofText, ofSigners] = await Promise.all([
    findingsOf(ctx, draft),
    signerFindings(ctx, draft, { own: ownSignature.name, other: signerName }),
  ])
  const findings = [...ofText, ...ofSigners]
  const override = await passGate(ctx, { entityType: 'contract', entityId: id }, findings)
  const token = newToken()
  const row = await move(ctx, draft, 'SENT', {
    content,
    organisation_signature: json(ownSignature),
    findings: json(findings),
    gate_override: override && json(override),
    signer_name: signerName,
    signer_email: signerEmail,
    sent_at: ctx.now,
    refusal: null,
    signing_token_hash: digest(token),
    signing_expires_at: after(ctx.now, SIGNING_TTL_MS),
  })
  await assertLettersLeft(ctx)
  await sendToSigner(ctx, row, token)
  await updateStanding(ctx, row)
  await startWorkflow(ctx, 'CONTRACT', id)
  return { id, status: statusAt(row, ctx.now) }
}

/** The organisation records a signature made on paper or elsewhere. */
export async function signContract(ctx: WriteCtx, id: string, { signerName, signerRut }: Signing) {
  await findOrFail(ctx, id)
  const rut = rutOf(signerRut, 'signerRut')
  const row = await sign(ctx, id, { method: 'internal', name: signerName, rut, address: null })
  return { id, status: statusAt(row, ctx.now), signedAt: row.signed_at!.toISOString() }
}

/** The proof contains the hash of the text at the moment of signing. Findings from the sending still count. */
export async function sign(
  ctx: WriteCtx,
  id: string,
  proof: Omit<Signature, 'contentHash'>,
): Promise<repo.ContractRow> {
  const sent = await lockToMove(ctx, id, 'SIGNED')
  const findings = await findingsAtSigning(ctx, sent, { other: proof.name })
  const override = await passGate(ctx, { entityType: 'contract', entityId: id }, findings, sent.gate_override)
  const content = settled(sent)
  const signature: Signature = { ...proof, contentHash: digest(content) }
  const row = await move(ctx, sent, 'SIGNED', {
    content,
    findings: json(findings),
    gate_override: override && json(override),
    signer_name: proof.name,
    signer_rut: proof.rut ?? sent.signer_rut,
    signed_at: ctx.now,
    signature: json(signature),
    signing_token_hash: null,
    signing_expires_at: null,
  })
  await updateStanding(ctx, row)
  await sendCopies(ctx, row)
  return row
}

export async function renewContract(ctx: WriteCtx, id: string) {
  const before = await findOrFail(ctx, id)
  const status = statusAt(before, ctx.now)
  if (!RENEWABLE.includes(status)) {
    throw new Failure(
      'conflict',
      `Solo se renueva un contrato firmado o vencido; este está en «${STATE_LABELS[status]}».`,
    )
  }
  const row = await repo.contracts.insert(ctx, {
    ...base(ctx),
    type: before.type,
    status: 'DRAFT',
    processor_id: before.processor_id,
    legal_entity_id: before.legal_entity_id,
    gap_labels: before.gap_labels,
    activity_id: before.activity_id,
    activity_ids: before.activity_ids,
    template_id: before.template_id,
    content: before.content,
    drafted: before.drafted,
    law_version: before.law_version,
    version: before.version + 1,
    previous_contract_id: before.id,
    signer_name: before.signer_name,
    signer_email: before.signer_email,
    signer_rut: before.signer_rut,
    signature: null,
  })
  await audit(ctx, { action: 'renew', entityType: 'contract', entityId: row.id, after: row })
  return { id: row.id, version: row.version, previousContractId: before.id, status: statusAt(row, ctx.now) }
}

export async function terminateContract(ctx: WriteCtx, id: string) {
  const signed = await lockToMove(ctx, id, 'TERMINATED')
  const row = await move(ctx, signed, 'TERMINATED', { terminated_at: ctx.now })
  await updateStanding(ctx, row)
  return contractView(row, ctx.now)
}

// ── shared ──

/** Locks the contract, and checks that its state allows the move. */
export async function lockToMove(ctx: WriteCtx, id: string, to: StoredStatus): Promise<repo.ContractRow> {
  const before = await repo.contracts.lockFields(ctx, id)
  if (!before) throw notFound('el contrato')
  assertMove(MOVES, STATE_LABELS, statusAt(before, ctx.now), to)
  return before
}

const ANNOUNCED = {
  DRAFT: 'contract.refused',
  SENT: 'contract.sent',
  SIGNED: 'contract.signed',
  TERMINATED: 'contract.terminated',
} as const

export async function move(
  ctx: WriteCtx,
  before: repo.ContractRow,
  to: keyof typeof ANNOUNCED,
  fields: Parameters<typeof repo.updateContract>[3],
) {
  const changed = { ...fields, status: to, updated_at: ctx.now }
  const [row, processor] = await together(
    repo.updateContract(ctx, before.id, before.status, changed),
    findProcessor(ctx, before.processor_id),
  )
  if (!row) throw new Failure('conflict', CHANGED)
  const trace = { action: to.toLowerCase(), entityType: 'contract', entityId: before.id, before, after: row }
  await together(audit(ctx, trace), announceContract(ctx, ANNOUNCED[to], row, processor!.name))
  return row
}

/**
 * A processor's standing follows from all its contracts. A standing set by hand, for a contract kept elsewhere, holds until
 * one of our contracts is signed.
 */
export async function updateStanding(
  ctx: WriteCtx,
  { processor_id }: Pick<repo.ContractRow, 'processor_id'>,
): Promise<void> {
  const processor = await lockProcessor(ctx, processor_id)
  const all = await repo.listOfProcessor(ctx, processor_id)
  const byHand = processor?.dpa_status === 'SIGNED' || processor?.dpa_status === 'EXPIRED'
  if (byHand && all.filter(isOfProcessor).every(({ signed_at }) => signed_at === null)) return
  const { status, validUntil } = dpaStatusOf(all)
  await setDpaStatus(ctx, processor_id, status, validUntil)
}

/** Contract part 8. Locks the tenant while its contracts are counted, so two simultaneous acts cannot both pass. */
async function assertPlanAllows(ctx: WriteCtx): Promise<void> {
  const most = PLANS[ctx.plan].contracts
  if (most === null) return
  await lockTenant(ctx)
  if ((await repo.countContracts(ctx)) < most) return
  throw new Failure(
    'planLimit',
    `Su plan ${ctx.plan} permite ${most} contratos y ya los usa todos. Cambie de plan para crear más.`,
  )
}

export async function findOrFail(ctx: ReadCtx, id: string): Promise<repo.ContractRow> {
  const row = await repo.contracts.find(ctx, id)
  if (!row) throw notFound('el contrato')
  return row
}

function assertDraft(row: repo.ContractRow, verb: string): void {
  if (row.status === 'DRAFT') return
  throw new Failure(
    'conflict',
    `Solo se puede ${verb} un contrato en borrador; este está en «${STATE_LABELS[row.status]}». Renuévelo para cambiarlo.`,
  )
}

/** A day means its end in Chile. */
export function expiryOf(text: string | null): Date | null {
  if (text === null) return null
  return isCalendarDate(text) ? endOfChileanDay(text) : toInstant(text)
}

export function rutOf(text: string | null | undefined, path: string): string | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const rut = canonicalRut(text)
  if (!rut) {
    const message = `«${text}» no es un RUT válido. Revise el número y el dígito verificador.`
    throw new Failure('invalidRut', message, { details: [{ path, message }] })
  }
  return rut
}

function base(ctx: WriteCtx) {
  return { id: newId(), created_at: ctx.now, updated_at: ctx.now }
}
