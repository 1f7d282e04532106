import type { WriteCtx } from '#db/context.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { Failure, type FaultDetail, found, impossible } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findSystem, listSystemsByIds, type SystemRow, VOCABULARY } from '#modules/data-map/public.ts'
import { listEntities } from '#modules/org/public.ts'
import { basisFault, newDraft, noSystem } from '../activities/fields.ts'
import { createDraft, findActivity, insertDrafts, notPublicBody } from '../activities/service.ts'
import { findTemplate } from '../assistant/catalogue.ts'
import { draftFromText, draftOf } from '../assistant/draft.ts'
import { isForPublicBodies } from '../knowledge/bases.ts'
import { DATA_CATALOG } from '../knowledge/data-catalog.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import type { BulkImport, FromTemplate, ImportedActivity } from './schemas.ts'
import { templateView } from './views.ts'

// ── built-in knowledge ──

const TEMPLATE_VIEWS = TEMPLATES.map(templateView)

export async function listTemplates(query: MaybePage) {
  const { shown, pagination } = pageOrAll(TEMPLATE_VIEWS, query)
  return { items: shown, pagination }
}

export async function getTemplate(id: string) {
  return found(
    TEMPLATE_VIEWS.find((view) => view.id === id),
    'la plantilla',
  )
}

export async function listDataCatalog(query: MaybePage) {
  const { shown, pagination } = pageOrAll(DATA_CATALOG, query)
  return { items: shown, pagination }
}

// ── drafts by templates, systems and imports ──

/** The longest purpose that an update accepts. */
const MOST_PURPOSE = 10_000

/** A copy of a template takes system, legal entity, controller, area and transfer from the activity in the path. */
export async function createFromTemplate(ctx: WriteCtx, id: string, { templateId, systemId }: FromTemplate) {
  const beside = id === 'new' ? undefined : await findActivity(ctx, id)
  const template = findTemplate(templateId)
  if (!template) {
    throw impossible('templateId', `No existe la plantilla «${templateId}». Vea GET /rat/templates.`)
  }
  const system = noneIfBlank(systemId) ?? beside?.system_id
  return createDraft(ctx, {
    ...newDraft(ctx, { ...draftOf(template), ...(system && { systemId: system }) }),
    ...(beside && {
      controller_name: beside.controller_name,
      controller_role: beside.controller_role,
      responsible_area: beside.responsible_area ?? template.area,
      transfer_exists: beside.transfer_exists,
      transfer_country: beside.transfer_country,
      transfer_mechanism: beside.transfer_mechanism,
      legal_entity_id: beside.legal_entity_id,
    }),
    template_id: template.id,
  })
}

/** Takes the fields of the system. A template fills in the others if it clearly fits. */
export async function createFromSystem(ctx: WriteCtx, systemId: string) {
  const system = isId(systemId) ? await findSystem(ctx, systemId) : undefined
  if (!system) throw noSystem()
  const { draft, match } = draftFromText(wordsOf(system), {
    system: {
      name: system.name,
      dataCategories: system.data_categories,
      securityMeasures: system.security_measures,
      hostingCountry: system.hosting_country,
    },
  })
  const template = match?.clear ? match.template : undefined
  const held = DATA_CATEGORY_KEYS.filter((key) => system.data_categories.includes(key))
  const guessed = template
    ? { ...draft, purpose: template.purpose }
    : { purpose: `Tratar los datos que guarda el sistema «${system.name}».` }
  return createDraft(ctx, {
    ...newDraft(ctx, {
      ...guessed,
      name: `${template?.name ?? 'Tratamiento de datos'} en ${system.name}`.slice(0, 200).toWellFormed(),
      dataCategories: held.length > 0 ? held : (template?.dataCategories.slice() ?? []),
      securityMeasures: system.security_measures,
      internationalTransfer: draft.internationalTransfer,
      responsibleArea: system.owner ?? template?.area ?? null,
      systemId: system.id,
    }),
    template_id: template?.id ?? null,
  })
}

function wordsOf({ name, type, description }: SystemRow): string {
  const label = VOCABULARY.systemTypes.find(({ value }) => value === type)?.label
  return [name, label ?? type, description].filter(Boolean).join(' ')
}

/** Imports all or none. */
export async function importActivities(ctx: WriteCtx, { activities: entries }: BulkImport) {
  assertPurposesFit(entries)
  assertBases(entries)
  const [entities] = await Promise.all([findEntities(ctx, entries), assertSystems(ctx, entries)])
  const rows = await insertDrafts(
    ctx,
    entries.map((entry, index) => ({ ...newDraft(ctx, fieldsOf(entry)), ...entities[index] })),
  )
  return { imported: rows.length, items: rows.map(({ id, name }, index) => ({ index, id, name })) }
}

function fieldsOf({ purposes, dataSubjects, ...entry }: ImportedActivity) {
  const { systemId, dataCategories, subjectCategories, retentionPeriod, ...fields } = entry
  const subjects = [
    ...(subjectCategories ?? []),
    ...[dataSubjects ?? []].flat().filter((text) => text.trim() !== ''),
  ]
  return {
    ...fields,
    purpose: purposeOf(purposes),
    ...(subjects.length > 0 && { subjectCategories: subjects }),
    ...(dataCategories && { dataCategories }),
    ...(retentionPeriod && { retentionPeriod }),
    ...(systemId?.trim() && { systemId }),
  }
}

function purposeOf(purposes: ImportedActivity['purposes']): string {
  return [purposes].flat().join('; ')
}

/** Several purposes become one text, which must fit an update. */
function assertPurposesFit(entries: readonly ImportedActivity[]): void {
  const message = `Las finalidades suman más de ${MOST_PURPOSE} caracteres.`
  const details = entries.flatMap(({ purposes }, index) =>
    [...purposeOf(purposes)].length > MOST_PURPOSE
      ? [{ path: `activities[${index}].purposes`, message }]
      : [],
  )
  if (details.length > 0) throw new Failure('malformed', message, { details })
}

function assertBases(entries: readonly ImportedActivity[]): void {
  refuse(
    entries.flatMap(({ legalBasis, legalBasisArticle }, index) => {
      const message = basisFault(legalBasis, legalBasisArticle)
      return message ? [{ path: `activities[${index}].legalBasisArticle`, message }] : []
    }),
  )
}

/** The legal entity of each row, as a column. One read for all, or none if no row names one. */
async function findEntities(
  ctx: WriteCtx,
  entries: readonly ImportedActivity[],
): Promise<{ legal_entity_id?: string }[]> {
  const asked = entries.some(
    ({ legalEntityId, legalBasisArticle }) =>
      legalEntityId?.trim() || isForPublicBodies(legalBasisArticle ?? null),
  )
  if (!asked) return entries.map(() => ({}))
  const all = await listEntities(ctx)
  // The list is newest first, and the main entity is the oldest active one.
  const main = all.findLast(({ is_active }) => is_active)
  const details: FaultDetail[] = []
  const columns = entries.map(({ legalEntityId, legalBasisArticle }, index) => {
    const id = noneIfBlank(legalEntityId)?.toLowerCase()
    const entity = id ? all.find((one) => one.id === id && one.is_active) : main
    if (!entity)
      details.push({
        path: `activities[${index}].legalEntityId`,
        message: `La entidad legal «${legalEntityId}» no existe en su organización o está desactivada.`,
      })
    else if (isForPublicBodies(legalBasisArticle ?? null) && !entity.is_public_body)
      details.push({
        path: `activities[${index}].legalBasisArticle`,
        message: notPublicBody(legalBasisArticle!, entity.name).message,
      })
    return id && entity ? { legal_entity_id: entity.id } : {}
  })
  refuse(details)
  return columns
}

function refuse(details: FaultDetail[]): void {
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}

async function assertSystems(ctx: WriteCtx, entries: readonly ImportedActivity[]): Promise<void> {
  const ids = [
    ...new Set(
      entries.flatMap(({ systemId }) => (systemId && isId(systemId) ? [systemId.toLowerCase()] : [])),
    ),
  ]
  const known = new Set(ids.length === 0 ? [] : (await listSystemsByIds(ctx, ids)).map(({ id }) => id))
  const details = entries.flatMap(({ systemId }, index) =>
    systemId?.trim() && !known.has(systemId.toLowerCase())
      ? [
          {
            path: `activities[${index}].systemId`,
            message: `El sistema «${systemId}» no existe en su mapa de datos.`,
          },
        ]
      : [],
  )
  refuse(details)
}
