import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { type MappedSection, REMINDER_DAYS } from './rules.ts'
import { ANSWERS, type AnswersQuery, QUESTIONNAIRES, type QuestionnairesQuery } from './schemas.ts'

export type QuestionnaireRow = Selectable<Tables['questionnaires']>
export type VersionRow = Selectable<Tables['questionnaire_versions']>
export type AnswerRow = Selectable<Tables['questionnaire_answers']>
export type SourceRow = Selectable<Tables['questionnaire_sources']>

export const questionnaires = tenantTable('questionnaires')
export const answers = tenantTable('questionnaire_answers', ['answers'])
export const questionnaireRecord = recordKind('questionnaires')
export const answerRecord = recordKind(
  'questionnaire_answers',
  recordPart('questionnaire_sources', 'answer_id'),
)

// ── questionnaires ──

export function listQuestionnaires(ctx: ReadCtx, query: QuestionnairesQuery) {
  const { isActive } = query
  let rows = questionnaires.select(ctx).selectAll()
  if (isActive !== undefined) rows = rows.where('is_active', '=', isActive)
  return listPage(ctx, QUESTIONNAIRES, rows, query)
}

export interface Counts {
  sent: number
  started: number
  submitted: number
  returned: number
  unread: number
  overdue: number
}

/** The progress of each questionnaire. */
export async function countAnswers(
  { db, tenantId, now }: ReadCtx,
  ids: readonly string[],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map()
  const today = chileanDay(now)
  const rows = await db
    .selectFrom('questionnaire_answers')
    .select((eb) => {
      const all = () => eb.fn.countAll<number>()
      return [
        'questionnaire_id',
        all().filterWhere('status', '<>', 'revoked').as('sent'),
        all().filterWhere('status', '=', 'started').as('started'),
        all().filterWhere('status', '=', 'submitted').as('submitted'),
        all().filterWhere('status', '=', 'returned').as('returned'),
        all().filterWhere('status', '=', 'submitted').filterWhere('read_at', 'is', null).as('unread'),
        all()
          .filterWhere('status', 'in', ['sent', 'started', 'returned'])
          .filterWhere('due_on', '<', today)
          .as('overdue'),
      ]
    })
    .where('tenant_id', '=', tenantId)
    .where('questionnaire_id', '=', sql<string>`any(${ids}::uuid[])`)
    .groupBy('questionnaire_id')
    .execute()
  return new Map(rows.map(({ questionnaire_id, ...counts }) => [questionnaire_id, counts]))
}

export async function findVersion(
  { db, tenantId }: ReadCtx,
  id: string,
  version: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('questionnaire_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('questionnaire_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The present text. */
export async function findCurrent({ db, tenantId }: ReadCtx, id: string): Promise<VersionRow | undefined> {
  return db
    .selectFrom('questionnaire_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('questionnaire_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertVersion(
  { db, tenantId, now }: WriteCtx,
  version: Pick<VersionRow, 'questionnaire_id' | 'version' | 'name' | 'description'> & {
    sections: readonly MappedSection[]
  },
): Promise<void> {
  await db
    .insertInto('questionnaire_versions')
    .values({
      ...version,
      sections: json(version.sections as MappedSection[]),
      tenant_id: tenantId,
      created_at: now,
    })
    .execute()
}

export async function wasSent(ctx: ReadCtx, id: string): Promise<boolean> {
  const row = await answers
    .select(ctx)
    .select('id')
    .where('questionnaire_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these departments that are active, by id. */
export async function listDepartments(
  { db, tenantId }: ReadCtx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('searchable_departments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

// ── answers ──

export type ItemRow = AnswerRow & { questionnaire_name: string; department_name: string | null }

/** With the questionnaire's name at the time of sending, and the department's name. */
function items({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaire_versions as v', (on) =>
      on
        .onRef('v.tenant_id', '=', 'a.tenant_id')
        .onRef('v.questionnaire_id', '=', 'a.questionnaire_id')
        .onRef('v.version', '=', 'a.version'),
    )
    .leftJoin('searchable_departments as d', (on) =>
      on.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.id', '=', 'a.department_id'),
    )
    .selectAll('a')
    .select(['v.name as questionnaire_name', 'd.title as department_name'])
    .where('a.tenant_id', '=', tenantId)
}

export function listAnswers(
  ctx: ReadCtx,
  query: Omit<AnswersQuery, 'questionnaireId' | 'entityType' | 'entityId'>,
  of: {
    questionnaireId?: string | undefined
    entityType?: string | undefined
    entityId?: string | undefined
  },
) {
  const { status, unread } = query
  const { questionnaireId, entityType, entityId } = of
  let rows = items(ctx)
  if (questionnaireId !== undefined) rows = rows.where('a.questionnaire_id', '=', questionnaireId)
  if (status !== undefined) rows = rows.where('a.status', '=', status)
  if (unread) rows = rows.where('a.status', '=', 'submitted').where('a.read_at', 'is', null)
  if (entityType !== undefined && entityId !== undefined)
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('questionnaire_sources as s')
          .select('s.answer_id')
          .whereRef('s.tenant_id', '=', 'a.tenant_id')
          .whereRef('s.answer_id', '=', 'a.id')
          .where('s.entity_type', '=', entityType)
          .where('s.entity_id', '=', entityId),
      ),
    )
  return listPage<ItemRow>(ctx, ANSWERS, rows, { ...query, ...of })
}

export function findItem(ctx: ReadCtx, id: string): Promise<ItemRow | undefined> {
  return items(ctx).where('a.id', '=', id).executeTakeFirst()
}

/** Searches all tenants: the call has nothing but the key. */
export function findByKey(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaire_versions as v', (on) =>
      on
        .onRef('v.tenant_id', '=', 'a.tenant_id')
        .onRef('v.questionnaire_id', '=', 'a.questionnaire_id')
        .onRef('v.version', '=', 'a.version'),
    )
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .selectAll('a')
    .select(['v.name as title', 'v.description', 'v.sections'])
    .select(['t.suspended_at', 't.name as organization', 't.slug', 't.branding'])
    .where('a.key_hash', '=', hash)
    .where('a.expires_at', '>', now)
    .executeTakeFirst()
}

/** Searches all tenants for open answers that are due soon. */
export function listToRemind(db: Db, now: Date) {
  const today = chileanDay(now)
  return db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select(['a.tenant_id', 'a.id', 'a.status', 'a.due_on', 'a.reminded_on', 'a.created_at', 'a.read_at'])
    .where('t.suspended_at', 'is', null)
    .where('a.status', 'in', ['sent', 'started', 'returned'])
    .where('a.due_on', '>=', today)
    .where('a.due_on', '<=', addDays(today, Math.max(...REMINDER_DAYS)))
    .orderBy('a.due_on')
    .orderBy('a.id')
    .execute()
}

// ── records made of an answer ──

export function listSources({ db, tenantId }: ReadCtx, answerId: string): Promise<SourceRow[]> {
  return db
    .selectFrom('questionnaire_sources')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('answer_id', '=', answerId)
    .orderBy('created_at')
    .orderBy('target')
    .orderBy('nth')
    .execute()
}

export async function insertSource(
  { db, tenantId }: WriteCtx,
  source: Omit<SourceRow, 'tenant_id'>,
): Promise<SourceRow> {
  return db
    .insertInto('questionnaire_sources')
    .values({ ...source, tenant_id: tenantId })
    .returningAll()
    .executeTakeFirstOrThrow()
}
