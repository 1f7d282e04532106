import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { normaliseEmail } from '#kernel/text.ts'
import type { Tracking } from './intake/schemas.ts'
import { trackingView } from './intake/views.ts'
import { listLetters } from './kept-letters.ts'
import { letterPaper } from './requests/letter-pdf.ts'
import * as repo from './requests/repo.ts'
import { readLetter } from './requests/service.ts'
import { findResponsible } from './responsible.ts'
import { pageUrl } from './widgets/addresses.ts'

export { complaintInGeneral } from './complaint.ts'
export { isRight } from './intake/answers.ts'
export { citizenFaults } from './intake/faults.ts'
export { createFolios, findTakenFolios, listFolios, withFolio } from './intake/folios.ts'
export {
  chosenRight,
  declaration,
  FILE_FIELDS,
  type Filled,
  faultsIn,
  knownFields,
  questionFields,
  RIGHT_PARAM,
  rightChoices,
  type Uses,
  usesOf,
} from './intake/form.ts'
export { Intake, Received, Tracking } from './intake/schemas.ts'
export { readSentRequest, refusedForm, sendKeyOf } from './intake/sent.ts'
export { createRequest, rightsNotice } from './intake/service.ts'
export { RIGHTS } from './knowledge.ts'
export { responsibleOf } from './responsible.ts'
export { RIGHT_TYPES, type RightType } from './rules.ts'
export { completeByConnector } from './tasks/completing.ts'

// ── for the privacy portal ──

/** A request as shown to its own person. */
export interface PersonRequest extends Tracking {
  id: string
}

/** Newest first. `rut` is in its canonical form; the email matches in any letter case. */
export async function listRequestsOfPerson(
  ctx: ReadCtx,
  rut: string,
  email: string,
): Promise<PersonRequest[]> {
  const rows = (await repo.listOfRut(ctx, rut)).filter((row) => isOf(row, email))
  const entities = [...new Set(rows.map((row) => row.legal_entity_id))]
  const found = await Promise.all(entities.map((id) => findResponsible(ctx, id)))
  return rows.map((row) => ({
    id: row.id,
    ...trackingView(row, found[entities.indexOf(row.legal_entity_id)]!, lawToday(ctx)),
  }))
}

export async function findRequestOfPerson(
  ctx: ReadCtx,
  id: string,
  rut: string,
  email: string,
): Promise<PersonRequest | undefined> {
  const row = await repo.requests.find(ctx, id)
  if (row?.subject_rut !== rut || !isOf(row, email)) return undefined
  return { id, ...trackingView(row, await findResponsible(ctx, row.legal_entity_id), lawToday(ctx)) }
}

function isOf(row: repo.RequestRow, email: string): boolean {
  return row.subject_email !== null && normaliseEmail(row.subject_email) === normaliseEmail(email)
}

/** The letters to the person, oldest first. Letters to third parties and to the Agency are left out. */
export async function listLettersOfPerson(ctx: ReadCtx, requestId: string, email: string) {
  const all = await listLetters(ctx, requestId)
  return all
    .filter(({ recipient }) => normaliseEmail(recipient) === normaliseEmail(email))
    .map(({ id, subject, sent_at, created_at }) => ({ id, subject, sentAt: iso(sent_at ?? created_at) }))
}

/** One of those letters, to download. */
export async function letterOfPerson(ctx: ReadCtx, requestId: string, letterId: string, email: string) {
  const own = await listLettersOfPerson(ctx, requestId, email)
  return own.some(({ id }) => id === letterId)
    ? letterPaper(await readLetter(ctx, requestId, letterId))
    : undefined
}

// ── for policies ──

/** The address of the entity's newest open form (art. 14 ter letra c). */
export async function findRightsForm(
  { db, tenantId, tools }: ReadCtx,
  legalEntityId: string,
): Promise<string | undefined> {
  const form = await db
    .selectFrom('dsar_widgets')
    .select('widget_key')
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where(
      sql`coalesce(nullif(lower(config ->> 'legalEntityId'), ''), legal_entity_id::text)`,
      '=',
      legalEntityId,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return form && pageUrl(tools, form.widget_key)
}

// ── for connectors ──

export {
  type ConnectorTask,
  listConnectorTasks,
  lockConnectorTasks,
  noteByConnector,
} from './tasks/connector.ts'
export { TASKS_TO_RUN_JOB, type TasksToRun } from './tasks/sending.ts'

// ── for governance ──

export {
  LETTER_COLUMNS,
  letterRows,
  REGISTER_COLUMNS,
  registerPage,
  requestFiles,
  requestPeriod,
} from './folder.ts'
