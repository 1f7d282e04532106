import { audit } from '#db/audit.ts'
import type { Actor, ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { chileanDay, iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { beforeLaw, LAW_NAME, type LawOnDay, lawToday } from '#kernel/law/wording.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { noneIfBlank, normaliseEmail } from '#kernel/text.ts'
import { attachUploads } from '#modules/files/public.ts'
import { announceRequest } from '../announcing.ts'
import { formatFolio } from '../folio.ts'
import { sendLetter } from '../kept-letters.ts'
import { RIGHTS } from '../knowledge.ts'
import { acknowledgement } from '../letters.ts'
import * as repo from '../requests/repo.ts'
import { requests } from '../requests/repo.ts'
import { findResponsible, type Responsible } from '../responsible.ts'
import {
  blockingDeadline,
  type Channel,
  isFinal,
  legalDueOn,
  legalTerm,
  MAIN_RIGHTS,
  type RightType,
  responseDeadline,
  type Source,
} from '../rules.ts'
import { findSystems, openTasks } from '../tasks/opening.ts'
import type { TaskSystem } from '../tasks/rules.ts'
import type { Form } from '../widgets/repo.ts'
import { readSettings } from '../widgets/settings.ts'
import { claimFolio } from './folios.ts'
import { type Asked, type Deceased, Details, type FormConfig, type Intake, type Received } from './schemas.ts'
import { trackingView } from './views.ts'

export const VISITOR: Actor = { type: 'public', id: undefined, name: 'Formulario público', role: undefined }

/** How a request came in and which entity answers it. */
export interface IntakeChannel {
  source: Source
  /** Taken by `withFolio`, before the act. */
  folio: string
  widgetId?: string
  /** Null means the main entity. */
  legalEntityId?: string | null
  /** The person died, and an heir asks. */
  deceased?: Deceased | null | undefined
  staff?: TakenByStaff
}

/** What only staff enter. */
export interface TakenByStaff {
  channel: Channel
  receivedAt: Date
  subjectAddress: string | null
  /** For the history. */
  notes: string
}

/** A paper request may come from somebody without a mailbox. */
type Written = Omit<Intake, 'subjectEmail'> & { subjectEmail: string | null }

/** Through a widget's form, which may offer fewer rights. */
export function receiveRequest(
  ctx: WriteCtx,
  form: Form,
  { deceased, ...body }: Asked,
  folio: string,
  systems: readonly TaskSystem[],
): Promise<Received> {
  const { rightTypes } = readSettings(form.config)
  if (!rightTypes.includes(body.rightType)) {
    throw impossible(
      'rightType',
      `Este formulario no recibe solicitudes de ${RIGHTS[body.rightType].label.toLowerCase()}. Recibe: ${rightTypes.map((right) => RIGHTS[right].label.toLowerCase()).join(', ')}.`,
    )
  }
  const { id: widgetId, legal_entity_id: legalEntityId, responsible } = form
  const channel = { source: 'widget', folio, widgetId, legalEntityId, deceased } as const
  return createRequest(ctx, body, channel, { by: responsible, systems })
}

/** The systems that may hold data of somebody who asks through a form. */
export function findSystemsOf(
  ctx: ReadCtx,
  { legal_entity_id: legalEntityId }: Form,
  { rightType, organizationRelation: relation = null }: Intake,
): Promise<TaskSystem[]> {
  return findSystems(ctx, { rightType, relation, legalEntityId })
}

export async function createRequest(
  ctx: WriteCtx,
  body: Written,
  { source, folio, widgetId, legalEntityId = null, deceased, staff }: IntakeChannel,
  known?: { by: Responsible; systems: readonly TaskSystem[] },
): Promise<Received> {
  const [subjectRut, representativeRut] = [readRut(body, 'subjectRut'), readRut(body, 'representativeRut')]
  const parentId = await findParent(ctx, body, subjectRut)
  const relation = body.organizationRelation ?? null
  const [by, systems] = await Promise.all([
    known?.by ?? findResponsible(ctx, legalEntityId),
    known?.systems ?? findSystems(ctx, { rightType: body.rightType, relation, legalEntityId }),
  ])
  const { attachments, ...fields } = body
  const receivedAt = staff?.receivedAt ?? ctx.now
  const request = {
    is_representative: false,
    representative_name: null,
    portability_direct_transfer: false,
    declaration_truthful: false,
    declaration_data_processing: false,
    declaration_phone_contact: false,
    ...columnsOf(Details, fields, CLEARED),
    id: newId(),
    folio_number: folio,
    source,
    widget_id: widgetId ?? null,
    ...(legalEntityId && { legal_entity_id: legalEntityId }),
    status: 'RECEIVED' as const,
    subject_name: body.subjectName.trim(),
    subject_email: body.subjectEmail?.trim() ?? null,
    subject_address: staff?.subjectAddress ?? null,
    heir_name: deceased?.heirName.trim() ?? null,
    heir_relation: deceased?.relation.trim() ?? null,
    channel: staff?.channel ?? null,
    subject_rut: subjectRut,
    representative_rut: representativeRut,
    parent_request_id: parentId,
    // Every term runs from the day of receipt (art. 11).
    deadline_at: responseDeadline(receivedAt),
    blocking_deadline_at: blockingDeadline(body.rightType, receivedAt, ctx.tools.law),
    legal_due_at: legalTerm(body.rightType, receivedAt, ctx.tools.law),
    created_at: receivedAt,
    updated_at: ctx.now,
  }
  await attachUploads(ctx, attachments ?? [], { entityType: 'dsar_request', entityId: request.id })
  await together(
    claimFolio(ctx, folio, request.id),
    requests.insert(ctx, request),
    openTasks(ctx, request, systems),
    repo.insertEvents(ctx, request.id, { type: 'created', to: 'RECEIVED', notes: staff?.notes }),
    // The log is never emptied, so it leaves out who the person is.
    audit(ctx, {
      action: 'create',
      entityType: 'dsar_request',
      entityId: request.id,
      after: {
        folioNumber: folio,
        rightType: body.rightType,
        status: request.status,
        ...(staff && { channel: staff.channel, receivedAt: iso(receivedAt) }),
      },
    }),
    announceRequest(ctx, 'dsar.received', request),
    sendLetter(ctx, request.id, 'RECEIPT', {
      ...acknowledgement(request, by, ctx.tools.publicUrl, lawToday(ctx)),
      typedInto: ctx.actor.type === 'public' ? (widgetId ?? source) : undefined,
    }),
  )
  return {
    id: request.id,
    folioNumber: folio,
    responseDeadline: iso(request.deadline_at),
    legalDueOn: legalDueOn(request),
  }
}

/** The request that a block accompanies: it belongs to the same person and is still open (art. 8 ter). */
async function findParent(ctx: ReadCtx, body: Written, rut: string | null): Promise<string | null> {
  const id = noneIfBlank(body.parentRequestId)
  if (!id) return null
  if (body.rightType !== 'BLOCKING') {
    throw impossible('parentRequestId', 'Solo un bloqueo temporal acompaña a otra solicitud.')
  }
  const parent = isId(id) ? await requests.find(ctx, id) : undefined
  if (
    parent &&
    isSamePerson(parent, body.subjectEmail, rut) &&
    MAIN_RIGHTS.includes(parent.right_type) &&
    !isFinal(parent.status)
  )
    return parent.id
  throw impossible(
    'parentRequestId',
    `El bloqueo temporal acompaña a una rectificación, supresión u oposición en curso de la misma persona (art. 8 ter, ${LAW_NAME}). Revise cuál es.`,
  )
}

/** The same mailbox and no other RUT. If one of them has no mailbox, the same RUT. */
function isSamePerson(parent: repo.RequestRow, email: string | null, rut: string | null): boolean {
  if (parent.subject_email === null || email === null) return rut !== null && parent.subject_rut === rut
  return (
    normaliseEmail(parent.subject_email) === normaliseEmail(email) &&
    (rut === null || parent.subject_rut === null || parent.subject_rut === rut)
  )
}

/** The values that stand for null in columns that are not null. */
const CLEARED = {
  isRepresentative: false,
  portabilityDirectTransfer: false,
  declarationTruthful: false,
  declarationDataProcessing: false,
  declarationPhoneContact: false,
}

/** Folios count from one, so this number never belongs to a request. */
const NEVER_ISSUED = 0

/** The answer to a machine that filled in the hidden field. It reveals nothing and stores nothing. */
export function pretendToReceive(
  rightType: RightType,
  { law, now }: Pick<Tools, 'law'> & { now: Date },
): Received {
  const year = Number(chileanDay(now).slice(0, 4))
  return {
    id: newId(),
    folioNumber: formatFolio(year, NEVER_ISSUED),
    responseDeadline: iso(responseDeadline(now)),
    legalDueOn: chileanDay(legalTerm(rightType, now, law)),
  }
}

export async function trackRequest(ctx: ReadCtx, id: string) {
  const row = await requests.find(ctx, id)
  if (!row) throw notFound('la solicitud')
  return trackingView(row, await findResponsible(ctx, row.legal_entity_id), lawToday(ctx))
}

export function formConfig(
  { config, widget_key, responsible }: Pick<Form, 'config' | 'widget_key' | 'responsible'>,
  on: LawOnDay,
): FormConfig {
  const { title, intro, rightTypes, theme } = readSettings(config)
  const { name, dpoName, dpoEmail, contactEmail } = responsible
  return {
    widgetKey: widget_key,
    organizationName: name,
    title: title ?? 'Ejerza sus derechos sobre sus datos personales',
    intro,
    rightTypes: rightTypes.map((value) => ({ value, ...RIGHTS[value] })),
    theme,
    notice: rightsNotice(on),
    dpoName,
    dpoEmail,
    contactEmail,
  }
}

/** The notice before the form while the law does not bind yet. */
export function rightsNotice(on: LawOnDay): string | null {
  const [notice = null] = beforeLaw(
    on,
    (since) =>
      `Los derechos y plazos de la ${LAW_NAME} se pueden exigir ${since}. Recibimos su solicitud desde ya.`,
  )
  return notice
}

function readRut(body: Written, path: 'subjectRut' | 'representativeRut'): string | null {
  const text = body[path]
  if (!text?.trim()) return null
  const rut = canonicalRut(text)
  if (rut) return rut
  const message = `«${text}» no es un RUT válido. Revise los números y el dígito verificador.`
  throw new Failure('invalidRut', message, { details: [{ path, message }] })
}
