import { audit } from '#db/audit.ts'
import type { Actor, Ctx, Reading } from '#db/context.ts'
import { sendMail } from '#jobs/mail.ts'
import { chileanDay, iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { formatFolio } from '../folio.ts'
import { RIGHTS } from '../knowledge.ts'
import { acknowledgement } from '../letters.ts'
import * as repo from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { blockingDeadline, responseDeadline, type Source } from '../rules.ts'
import type { WidgetRow } from '../widgets/repo.ts'
import { readSettings } from '../widgets/settings.ts'
import { claimFolio } from './folios.ts'
import type { FormConfig, Intake, Received } from './schemas.ts'
import { trackingView } from './views.ts'

export const VISITOR: Actor = { type: 'public', id: undefined, name: 'Formulario público', role: undefined }

/** Through which door the request came, and to whom it is made; none means the main entity. */
export interface Way {
  source: Source
  widgetId?: string | undefined
  legalEntityId?: string | null | undefined
}

/** By the form of a widget, which may offer fewer rights. */
export function receiveRequest(ctx: Ctx, widget: WidgetRow, body: Intake): Promise<Received> {
  const { rightTypes, legalEntityId } = readSettings(widget.config)
  if (!rightTypes.includes(body.rightType)) {
    throw impossible(
      'rightType',
      `Este formulario no recibe solicitudes de ${RIGHTS[body.rightType].label.toLowerCase()}. Recibe: ${rightTypes.join(', ')}.`,
    )
  }
  return createRequest(ctx, body, { source: 'widget', widgetId: widget.id, legalEntityId })
}

export async function createRequest(ctx: Ctx, body: Intake, way: Way): Promise<Received> {
  const [subjectRut, representativeRut] = [readRut(body, 'subjectRut'), readRut(body, 'representativeRut')]
  const by = await findResponsible(ctx, way.legalEntityId ?? null)
  const id = newId()
  const row = {
    tenant_id: ctx.tenantId,
    id,
    folio_number: await claimFolio(ctx, id),
    source: way.source,
    widget_id: way.widgetId ?? null,
    legal_entity_id: way.legalEntityId ?? null,
    right_type: body.rightType,
    status: 'RECEIVED' as const,
    subject_name: body.subjectName.trim(),
    subject_email: body.subjectEmail.trim(),
    subject_rut: subjectRut,
    subject_phone: noneIfBlank(body.subjectPhone) ?? null,
    description: noneIfBlank(body.description) ?? null,
    document_type: noneIfBlank(body.documentType) ?? null,
    document_number: noneIfBlank(body.documentNumber) ?? null,
    organization_relation: noneIfBlank(body.organizationRelation) ?? null,
    is_representative: body.isRepresentative ?? false,
    representative_name: noneIfBlank(body.representativeName) ?? null,
    representative_rut: representativeRut,
    representative_relation: noneIfBlank(body.representativeRelation) ?? null,
    representative_doc_url: noneIfBlank(body.representativeDocUrl) ?? null,
    subtype: noneIfBlank(body.subtype) ?? null,
    subtype_detail: noneIfBlank(body.subtypeDetail) ?? null,
    specific_data: body.specificData ?? null,
    portability_target: noneIfBlank(body.portabilityTarget) ?? null,
    portability_format: noneIfBlank(body.portabilityFormat) ?? null,
    portability_direct_transfer: body.portabilityDirectTransfer ?? false,
    declaration_truthful: body.declarationTruthful ?? false,
    declaration_data_processing: body.declarationDataProcessing ?? false,
    declaration_phone_contact: body.declarationPhoneContact ?? false,
    deadline_at: responseDeadline(ctx.now),
    blocking_deadline_at: blockingDeadline(body.rightType, ctx.now),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  // In one flight: whoever waits for the next folio waits until this act ends.
  await Promise.all([
    repo.insertRequest(ctx, row),
    repo.insertEvents(ctx, id, { type: 'created', to: 'RECEIVED' }),
    // The log is never emptied, so who the person is stays out of it.
    audit(ctx, {
      action: 'create',
      entityType: 'dsar_request',
      entityId: id,
      after: { folioNumber: row.folio_number, rightType: row.right_type, status: row.status },
    }),
    sendMail(ctx, acknowledgement(row, by, ctx.tools.publicUrl)),
  ])
  return { id, folioNumber: row.folio_number, responseDeadline: iso(row.deadline_at) }
}

/** Folios count from one: this number leads to nobody's request. */
const NEVER_ISSUED = 0

/** What a machine that fills in the hidden field is told: nothing it could learn from, and nothing was kept. */
export function pretendToReceive(now: Date): Received {
  const year = Number(chileanDay(now).slice(0, 4))
  return {
    id: newId(),
    folioNumber: formatFolio(year, NEVER_ISSUED),
    responseDeadline: iso(responseDeadline(now)),
  }
}

export async function trackRequest(ctx: Reading, id: string) {
  const row = await repo.findRequest(ctx, id)
  if (!row) throw notFound('la solicitud')
  return trackingView(row, await findResponsible(ctx, row.legal_entity_id))
}

export async function formConfig(ctx: Reading, widget: WidgetRow): Promise<FormConfig> {
  const { title, intro, rightTypes, theme, legalEntityId } = readSettings(widget.config)
  const { name, dpoName, dpoEmail } = await findResponsible(ctx, legalEntityId)
  return {
    widgetKey: widget.widget_key,
    organizationName: name,
    title: title ?? 'Ejerza sus derechos sobre sus datos personales',
    intro,
    rightTypes: rightTypes.map((value) => ({ value, ...RIGHTS[value] })),
    theme,
    dpoName,
    dpoEmail,
  }
}

function readRut(body: Intake, path: 'subjectRut' | 'representativeRut'): string | null {
  const text = body[path]
  if (!text?.trim()) return null
  const rut = canonicalRut(text)
  if (rut) return rut
  const message = `«${text}» no es un RUT válido. Revise los números y el dígito verificador.`
  throw new Failure('invalidRut', message, { details: [{ path, message }] })
}
