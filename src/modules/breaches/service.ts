import { audit, difference } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { camelCase } from '#kernel/case.ts'
import { toInstant } from '#kernel/dates.ts'
import { found, impossible } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { pastInstant } from '#kernel/past.ts'
import { entityColumn } from '#modules/org/public.ts'
import { announceBreach } from './announcing.ts'
import { type BreachesQuery, BreachPatch, NewBreach } from './bodies.ts'
import { followRecord } from './decision.ts'
import type { Override } from './decision-rules.ts'
import type { Audience } from './knowledge/notices.ts'
import { noticePaper } from './notice-paper.ts'
import { draft, moment } from './notices.ts'
import { registerEntry } from './register.ts'
import * as repo from './repo.ts'
import { breaches } from './repo.ts'
import { NATURES } from './rules.ts'
import { breachView, createdView, itemView, type Whole } from './views.ts'

// The linked row was deleted at the same moment: the refusal is the same as for an id that never existed.
export const CONSTRAINTS: Constraints = {
  breach_activities_activity_fkey: () =>
    impossible('activityIds', 'Una de las actividades indicadas ya no existe en su organización.'),
  breach_systems_system_fkey: () =>
    impossible('systemIds', 'Uno de los sistemas indicados ya no existe en su organización.'),
}

export async function listBreaches(ctx: ReadCtx, query: BreachesQuery) {
  const { rows, ...page } = await repo.listBreaches(ctx, query)
  return { items: rows.map(itemView), ...page }
}

export async function createBreach(ctx: WriteCtx, body: NewBreach) {
  const { activityIds: _, systemIds: __, detectedAt: ___, ...fields } = body
  const detectedAt = readDetection(ctx, body.detectedAt)
  const times = readTimes(ctx, body, { detected_at: detectedAt, ...NO_TIMES })
  const [links, entity] = await Promise.all([checkLinks(ctx, body), entityColumn(ctx, body.legalEntityId)])
  const breach = {
    data_categories: [],
    has_sensitive_data: false,
    containment_actions: [],
    ...columnsOf(NewBreach, withoutTimes(fields), CLEARED),
    ...natureColumn(body),
    ...newRow(ctx, newId(), detectedAt),
    ...entity,
    ...times,
  }
  const [row] = await together(
    breaches.insert(ctx, breach),
    saveLinks(ctx, breach.id, links),
    repo.insertEvents(ctx, breach.id, { type: 'created' }),
    audit(ctx, {
      action: 'create',
      entityType: 'breach',
      entityId: breach.id,
      after: { ...breach, ...links },
    }),
    announceBreach(ctx, 'breach.created', breach),
  )
  return createdView(row)
}

export async function getBreach(ctx: ReadCtx, id: string) {
  return breachView(await findWhole(ctx, id), ctx)
}

const CLEARED = {
  dataCategories: [],
  hasSensitiveData: false,
  containmentActions: [],
  nature: [],
  actsAs: 'controller' as const,
}

/**
 * An absent field stays as it is; null clears it. If the change of the record changes the outcome of the decision, the
 * decision is saved again.
 */
export async function updateBreach(ctx: WriteCtx, id: string, patch: BreachPatch) {
  const breach = await lockBreach(ctx, id)
  const before = { ...breach, ...(await findLinks(ctx, id)) }
  const detectedAt = patch.detectedAt === undefined ? undefined : readDetection(ctx, patch.detectedAt)
  const times = readTimes(ctx, patch, { ...breach, ...(detectedAt && { detected_at: detectedAt }) })
  const [links, entity] = await Promise.all([checkLinks(ctx, patch), entityColumn(ctx, patch.legalEntityId)])
  const { activityIds: _, systemIds: __, detectedAt: ___, ...fields } = patch
  const row = await breaches.update(ctx, id, {
    ...columnsOf(BreachPatch, withoutTimes(fields), CLEARED),
    ...natureColumn(patch),
    ...entity,
    ...times,
    ...(detectedAt && { detected_at: detectedAt }),
    updated_at: ctx.now,
  })
  await saveLinks(ctx, id, links)
  const revised = await followRecord(ctx, row)
  const updated = { ...before, ...row, ...links }
  const changed = Object.keys(difference(before, updated)).map(camelCase)
  await together(
    ...(changed.length > 0
      ? [repo.insertEvents(ctx, id, { type: 'updated', details: { fields: changed } })]
      : []),
    ...(revised ? [repo.insertEvents(ctx, id, { type: 'decision', details: { ...revised.decision } })] : []),
    audit(ctx, {
      action: 'update',
      entityType: 'breach',
      entityId: id,
      before,
      after: { ...updated, ...revised },
    }),
  )
  return getBreach(ctx, id)
}

function readDetection({ now }: ReadCtx, text: string): Date {
  return pastInstant('detectedAt', toInstant(text), now, 'La detección')
}

/** The organisation's own notice: as controller the report to the Agency, as processor the notice to the controller. */
function ownNotice({ breach }: Whole): Audience {
  return breach.acts_as === 'processor' ? 'controller' : 'authority'
}

export async function draftNotice(ctx: ReadCtx, id: string, audience?: Audience) {
  const [whole, tenant] = await Promise.all([findWhole(ctx, id), repo.findTenant(ctx)])
  return draft(audience ?? ownNotice(whole), whole, tenant, ctx.now, ctx.tools.law)
}

export async function printNotice(ctx: ReadCtx, id: string, audience?: Audience) {
  const [whole, tenant] = await Promise.all([findWhole(ctx, id), repo.findTenant(ctx)])
  return noticePaper(audience ?? ownNotice(whole), whole, tenant, ctx.now, ctx.tools.law)
}

export async function getRegisterEntry(ctx: ReadCtx, id: string) {
  const { breach, events, entity } = await findWhole(ctx, id)
  return registerEntry(breach, events, entity, ctx.tools.law)
}

/** The register in pages, oldest first. `last` is undefined after the last page. */
export async function pageOfRegister(ctx: ReadCtx, after: string | undefined) {
  const registered = await repo.pageRegistered(ctx, after)
  return {
    last: registered.at(-1)?.breach.id,
    entries: registered.map(({ breach, events, entity }) =>
      registerEntry(breach, events, entity, ctx.tools.law),
    ),
  }
}

// ── shared with the rest of the module ──

/** The initial row of a breach, from a person or from a SIEM. */
export function newRow(ctx: Pick<WriteCtx, 'tenantId' | 'now'>, id: string, detectedAt: Date) {
  return {
    tenant_id: ctx.tenantId,
    id,
    status: 'detected',
    detected_at: detectedAt,
    requires_notification: false,
    requires_subject_notification: false,
    overrides: [] as Override[],
    clocks_done: {},
    created_at: ctx.now,
    updated_at: ctx.now,
  } as const
}

export async function lockBreach(ctx: WriteCtx, id: string): Promise<repo.BreachRow> {
  return found(await breaches.lock(ctx, id), 'la brecha')
}

async function findWhole(ctx: ReadCtx, id: string): Promise<Whole> {
  const [breach, events, activities, systems, entity] = await Promise.all([
    breaches.find(ctx, id),
    repo.listEvents(ctx, id),
    repo.listActivities(ctx, id),
    repo.listSystems(ctx, id),
    repo.findEntityOf(ctx, id),
  ])
  return { breach: found(breach, 'la brecha'), events, activities, systems, entity }
}

// ── times ──

const TIMES = ['occurredAt', 'subjectsNotifiedAt', 'controllerNotifiedAt'] as const
type Time = (typeof TIMES)[number]

const NO_TIMES = {
  occurred_at: null,
  subjects_notified_at: null,
  controller_notified_at: null,
  notified_apdp_at: null,
  clocks_done: {},
}

type TimesOfRow = Pick<repo.BreachRow, 'detected_at' | keyof typeof NO_TIMES>

/** The sent times as columns. Checks their order together with the stored ones. */
function readTimes(ctx: ReadCtx, body: Pick<BreachPatch, Time>, kept: TimesOfRow) {
  const sent = {
    ...(body.occurredAt !== undefined && { occurred_at: instantOf(body.occurredAt) }),
    ...(body.subjectsNotifiedAt !== undefined && {
      subjects_notified_at: instantOf(body.subjectsNotifiedAt),
    }),
    ...(body.controllerNotifiedAt !== undefined && {
      controller_notified_at: instantOf(body.controllerNotifiedAt),
    }),
  }
  const times = { ...kept, ...sent }
  const blamed = (field: Time) => (body[field] === undefined ? 'detectedAt' : field)
  if (times.occurred_at && times.occurred_at > times.detected_at) {
    throw impossible(
      blamed('occurredAt'),
      `La vulneración no pudo ocurrir después de su detección (${moment(times.detected_at)}).`,
    )
  }
  if (times.notified_apdp_at && times.detected_at > times.notified_apdp_at) {
    throw impossible('detectedAt', 'La detección no puede ser posterior al reporte a la Agencia.')
  }
  const firstMark = Object.values(times.clocks_done).sort()[0]
  if (firstMark && times.detected_at > new Date(firstMark)) {
    throw impossible(
      'detectedAt',
      `La detección no puede ser posterior a un plazo que ya se cumplió (${moment(new Date(firstMark))}).`,
    )
  }
  checkNoticeTime(ctx, times, blamed('subjectsNotifiedAt'), times.subjects_notified_at, 'a los titulares')
  checkNoticeTime(ctx, times, blamed('controllerNotifiedAt'), times.controller_notified_at, 'al responsable')
  return sent
}

/** A notice comes after the detection, and lies in the past. */
export function checkNoticeTime(
  { now }: ReadCtx,
  { detected_at }: Pick<repo.BreachRow, 'detected_at'>,
  path: string,
  at: Date | null,
  whom: string,
): void {
  if (at && at < detected_at) {
    throw impossible(path, `El aviso ${whom} no puede ser anterior a la detección (${moment(detected_at)}).`)
  }
  if (at) pastInstant(path, at, now, `El aviso ${whom}`)
}

function instantOf(text: string | null): Date | null {
  return text?.trim() ? toInstant(text) : null
}

/** The fields that `columnsOf` may write directly: times are parsed and the entity is looked up separately. */
function withoutTimes<B extends Pick<BreachPatch, Time | 'legalEntityId' | 'nature'>>(body: B) {
  const { occurredAt: _, subjectsNotifiedAt: __, controllerNotifiedAt: ___, ...rest } = body
  const { legalEntityId: ____, nature: _____, ...plain } = rest
  return plain
}

/** Each kind once, in the order of the list. Null means none. */
function natureColumn({ nature }: Pick<BreachPatch, 'nature'>) {
  return nature === undefined ? {} : { nature: NATURES.filter((kind) => nature?.includes(kind)) }
}

// ── links ──

interface Links {
  activityIds?: string[]
  systemIds?: string[]
}

async function findLinks(ctx: ReadCtx, id: string): Promise<Required<Links>> {
  const [activities, systems] = await Promise.all([repo.listActivities(ctx, id), repo.listSystems(ctx, id)])
  return { activityIds: activities.map((link) => link.id), systemIds: systems.map((link) => link.id) }
}

/** The sent ids, each once. Null means none. An id that is not in the tenant is impossible. */
async function checkLinks(ctx: ReadCtx, body: Pick<BreachPatch, keyof Links>): Promise<Links> {
  const [activityIds, systemIds] = await Promise.all([
    checkIds(ctx, 'activityIds', 'activity_register', body.activityIds),
    checkIds(ctx, 'systemIds', 'system_register', body.systemIds),
  ])
  return { ...(activityIds && { activityIds }), ...(systemIds && { systemIds }) }
}

async function checkIds(
  ctx: ReadCtx,
  path: keyof Links,
  register: 'activity_register' | 'system_register',
  sentIds: readonly string[] | null | undefined,
): Promise<string[] | undefined> {
  if (sentIds === undefined) return undefined
  const ids = [...new Set(sentIds?.map((id) => id.toLowerCase()))].sort()
  const known = await repo.existing(ctx, register, ids.filter(isId))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    const what = register === 'activity_register' ? 'ninguna actividad' : 'ningún sistema'
    throw impossible(path, `«${unknown}» no corresponde a ${what} de su organización.`)
  }
  return ids
}

async function saveLinks(ctx: WriteCtx, id: string, { activityIds, systemIds }: Links): Promise<void> {
  await together(
    ...(activityIds ? [repo.replaceActivities(ctx, id, activityIds)] : []),
    ...(systemIds ? [repo.replaceSystems(ctx, id, systemIds)] : []),
  )
}
