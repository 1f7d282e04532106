import type { Ctx } from '#db/context.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findSystem, listSystemsByIds, type SystemRow, VOCABULARY } from '#modules/data-map/public.ts'
import { draftRow, noSystem } from '../activities/fields.ts'
import * as activities from '../activities/repo.ts'
import { detailOf, insertDrafts, unknown } from '../activities/service.ts'
import { findTemplate } from '../assistant/catalogue.ts'
import { draftFromText, draftOf } from '../assistant/draft.ts'
import { DATA_CATALOG } from '../knowledge/data-catalog.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import type { BulkImport, FromTemplate, ImportedActivity } from './schemas.ts'
import { templateView } from './views.ts'

// ── what the record knows by itself ──

const TEMPLATE_VIEWS = TEMPLATES.map(templateView)

export async function listTemplates(query: MaybePage) {
  const { shown, pagination } = pageOrAll(TEMPLATE_VIEWS, query)
  return { items: shown, pagination }
}

export async function getTemplate(id: string) {
  const template = TEMPLATE_VIEWS.find((view) => view.id === id)
  if (!template) throw notFound('la plantilla')
  return template
}

export async function listDataCatalog(query: MaybePage) {
  const { shown, pagination } = pageOrAll(DATA_CATALOG, query)
  return { items: shown, pagination }
}

// ── drafts made in other ways than by hand ──

/** As long as a purpose written by hand may be. */
const MOST_PURPOSE = 10_000

/** The copy takes system, controller, area and transfer of the activity it stands beside, if any. */
export async function createFromTemplate(ctx: Ctx, id: string, { templateId, systemId }: FromTemplate) {
  const beside = id === 'new' ? undefined : await activities.findActivity(ctx, id)
  if (id !== 'new' && !beside) throw unknown()
  const template = findTemplate(templateId)
  if (!template) {
    throw impossible('templateId', `No existe la plantilla «${templateId}». Vea GET /rat/templates.`)
  }
  const system = noneIfBlank(systemId) ?? beside?.system_id
  const [row] = await insertDrafts(ctx, [
    {
      ...draftRow(ctx, { ...draftOf(template), ...(system && { systemId: system }) }),
      ...(beside && {
        controller_name: beside.controller_name,
        controller_role: beside.controller_role,
        responsible_area: beside.responsible_area ?? template.area,
        transfer_exists: beside.transfer_exists,
        transfer_country: beside.transfer_country,
        transfer_mechanism: beside.transfer_mechanism,
      }),
      template_id: template.id,
      dpia_required: template.dpiaRequired,
    },
  ])
  return detailOf(ctx, row!)
}

/** What the system says is taken over; what it does not say, only from a template that clearly fits. */
export async function createFromSystem(ctx: Ctx, systemId: string) {
  const system = isId(systemId) ? await findSystem(ctx, systemId) : undefined
  if (!system) throw noSystem()
  const { draft, match } = draftFromText(wordsOf(system), {
    name: system.name,
    dataCategories: system.data_categories,
    securityMeasures: system.security_measures,
    hostingCountry: system.hosting_country,
  })
  const template = match?.clear ? match.template : undefined
  const held = DATA_CATEGORY_KEYS.filter((key) => system.data_categories.includes(key))
  const guessed = template ? draft : { purpose: `Tratar los datos que guarda el sistema «${system.name}».` }
  const [row] = await insertDrafts(ctx, [
    {
      ...draftRow(ctx, {
        ...guessed,
        name: `${template?.name ?? 'Tratamiento de datos'} en ${system.name}`.slice(0, 200).toWellFormed(),
        dataCategories: held.length > 0 ? held : (template?.dataCategories.slice() ?? []),
        securityMeasures: system.security_measures,
        internationalTransfer: draft.internationalTransfer,
        responsibleArea: system.owner ?? template?.area ?? null,
        systemId: system.id,
      }),
      template_id: template?.id ?? null,
      dpia_required: template?.dpiaRequired ?? false,
    },
  ])
  return detailOf(ctx, row!)
}

function wordsOf({ name, type, description }: SystemRow): string {
  const label = VOCABULARY.systemTypes.find(({ value }) => value === type)?.label
  return [name, label ?? type, description].filter(Boolean).join(' ')
}

/** All or nothing, in a handful of statements. */
export async function importActivities(ctx: Ctx, { activities: entries }: BulkImport) {
  assertPurposesFit(entries)
  await assertSystems(ctx, entries)
  const rows = await insertDrafts(
    ctx,
    entries.map((entry) => draftRow(ctx, fieldsOf(entry))),
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

/** Several purposes become one text, which must be short enough to be edited afterwards. */
function assertPurposesFit(entries: readonly ImportedActivity[]): void {
  const message = `Las finalidades suman más de ${MOST_PURPOSE} caracteres.`
  const details = entries.flatMap(({ purposes }, index) =>
    [...purposeOf(purposes)].length > MOST_PURPOSE
      ? [{ path: `activities[${index}].purposes`, message }]
      : [],
  )
  if (details.length > 0) throw new Failure('malformed', message, { details })
}

async function assertSystems(ctx: Ctx, entries: readonly ImportedActivity[]): Promise<void> {
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
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}
