import Type from 'typebox'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { readCountry } from '#kernel/countries.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { fold } from '#kernel/text.ts'
import { type Entry, type Found, type SheetTarget, type Survey, shownBy } from '#modules/imports/public.ts'
import { listEntities } from '#modules/org/public.ts'
import { basisFault, newDraft } from '../activities/fields.ts'
import * as repo from '../activities/repo.ts'
import { ActivityPatch, clearableFields, optionalFields, requiredFields } from '../activities/schemas.ts'
import { assertNothingLost, changeActivities, insertDrafts, notPublicBody } from '../activities/service.ts'
import { activityView } from '../activities/views.ts'
import { basisWords, isForPublicBodies } from '../knowledge/bases.ts'
import { LEGAL_BASIS_LABELS } from '../knowledge/vocabulary.ts'
import type { LegalBasis, Publishable } from '../rules.ts'
import { COLUMNS, SHOWN_ONLY } from './columns.ts'

type Shown = ReturnType<typeof activityView> & { entityName: string; systemName: string | null }
type Fields = Record<string, unknown>

const SHOW = {
  name: ({ name }: Shown) => name,
  controllerRole: ({ controllerRole }: Shown) => controllerRole,
  controllerName: ({ controllerName }: Shown) => controllerName,
  legalEntityId: ({ entityName }: Shown) => entityName,
  responsibleArea: ({ responsibleArea }: Shown) => responsibleArea,
  dataCategories: ({ dataCategories }: Shown) => dataCategories,
  systemId: ({ systemName }: Shown) => systemName,
  subjectCategories: ({ subjectCategories }: Shown) => subjectCategories,
  purpose: ({ purpose }: Shown) => purpose,
  dataSource: ({ dataSource }: Shown) => dataSource,
  socioeconomic: ({ socioeconomic }: Shown) => socioeconomic,
  sourceIsPublic: ({ sourceIsPublic }: Shown) => sourceIsPublic,
  legalBasis: ({ legalBasis }: Shown) => legalBasis,
  legalBasisArticle: ({ legalBasisArticle }: Shown) => legalBasisArticle,
  legalNorm: ({ legalNorm }: Shown) => legalNorm,
  legitimateInterest: ({ legitimateInterest }: Shown) => legitimateInterest,
  recipients: ({ recipients }: Shown) => recipients,
  transferExists: ({ internationalTransfer }: Shown) => internationalTransfer.exists,
  transferCountry: ({ internationalTransfer: { country } }: Shown) =>
    country && (readCountry(country)?.name ?? country),
  transferMechanism: ({ internationalTransfer }: Shown) => internationalTransfer.mechanism,
  retentionPeriod: ({ retentionPeriod }: Shown) => retentionPeriod,
  retentionNote: ({ retentionNote }: Shown) => retentionNote,
  automatedDecisions: ({ automatedDecisions }: Shown) => automatedDecisions,
  automatedLogic: ({ automatedLogic }: Shown) => automatedLogic,
  consentWithdrawal: ({ consentWithdrawal }: Shown) => consentWithdrawal,
  minorsSafeguard: ({ minorsSafeguard }: Shown) => minorsSafeguard,
  securityMeasures: ({ securityMeasures }: Shown) => securityMeasures,
}

const { name, purpose, legalBasis } = requiredFields

/** A draft from a file may lack the same fields as in POST /rat/bulk-import (decisions, RAT). */
const NewRow = Type.Object({ ...clearableFields, ...optionalFields, name, purpose, legalBasis })

export const activitySheet: SheetTarget = {
  name: 'activities',
  module: 'rat',
  title: 'Registro de actividades',
  one: 'una actividad',
  role: 'ANALYST',
  columns: COLUMNS,
  shownOnly: SHOWN_ONLY,
  nameField: 'name',
  schemas: { create: NewRow, update: ActivityPatch },
  survey,
  bodyOf,
  async create(ctx, bodies) {
    await insertDrafts(
      ctx,
      bodies.map((body) => ({
        ...newDraft(ctx, body as ActivityPatch & { name: string; purpose: string }),
        ...(typeof body['legalEntityId'] === 'string' && { legal_entity_id: body['legalEntityId'] }),
      })),
    )
  },
  update: (ctx, changes) => changeActivities(ctx, changes),
}

/** Combines three transfer columns in one field. Missing columns keep their values; a new country is a transfer. */
function bodyOf(fields: Fields, found: Found | undefined, { values }: Pick<Entry, 'values'>): Fields {
  const { transferExists, transferCountry, transferMechanism, ...body } = fields
  const sent = [transferExists, transferCountry, transferMechanism]
  if (sent.every((value) => value === undefined)) return body
  const before = (found as Found<Shown> | undefined)?.row.internationalTransfer
  const pick = (value: unknown, was: unknown) => (value === undefined ? was : value)
  const [country, mechanism] = [
    pick(transferCountry, before?.country),
    pick(transferMechanism, before?.mechanism),
  ]
  // Without the flag column, a country implies a transfer.
  const isUnsaid = values['transferExists'] === undefined && Boolean(transferCountry)
  const exists = isUnsaid || (pick(transferExists, before?.exists) ?? Boolean(country))
  const given = (field: string, value: unknown) => (value === undefined ? {} : { [field]: value })
  return {
    ...body,
    internationalTransfer: { exists, ...given('country', country), ...given('mechanism', mechanism) },
  }
}

const digitsOf = (text: string | null) => (text ?? '').toUpperCase().replace(/[^0-9K]/g, '')

/** Finds by id, or by name and legal entity. Of several with the same name, the oldest one. */
async function survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey> {
  const [entities, systems, names] = await Promise.all([
    listEntities(ctx),
    repo.listSystemNames(ctx),
    repo.listNames(ctx),
  ])
  const active = entities.filter(({ is_active }) => is_active)
  const main = active.at(-1)
  const findEntity = (text: string) =>
    active.find(
      ({ id, name, tax_id }) =>
        fold(name) === fold(text) ||
        id === text.toLowerCase() ||
        (digitsOf(text) !== '' && digitsOf(tax_id) === digitsOf(text)),
    )
  const systemIds = new Map(systems.map(({ id, name }) => [fold(name), id]))
  const systemNames = new Map(systems.map(({ id, name }) => [id, name]))
  const entityOf = ({ values }: Entry) =>
    typeof values['legalEntityId'] === 'string' ? findEntity(values['legalEntityId']) : main
  const keyOf = (entry: Entry) => `${entityOf(entry)?.id ?? ''} ${fold(String(entry.values['name'] ?? ''))}`
  const idOf = new Map(names.map((row) => [`${row.legal_entity_id} ${fold(row.name)}`, row.id]))
  const wanted = [...new Set(entries.flatMap((entry) => entry.id ?? idOf.get(keyOf(entry)) ?? []))]
  const rows = await (hold ? repo.lockRows(ctx as WriteCtx, wanted) : repo.findRows(ctx, wanted))
  const byId = new Map(rows.map((row) => [row.id, row]))

  function find(entry: Entry): Found<Shown> | undefined {
    const row = byId.get(entry.id ?? idOf.get(keyOf(entry)) ?? '')
    if (!row) return undefined
    const entity = entities.find(({ id }) => id === row.legal_entity_id)
    const shown = {
      ...activityView(row),
      entityName: entity?.name ?? '',
      systemName: row.system_id && (systemNames.get(row.system_id) ?? null),
    }
    return {
      id: row.id,
      row: shown,
      shown: { ...shownBy(COLUMNS, SHOW, shown), ...basisTexts(shown, entity?.is_public_body ?? false) },
    }
  }

  return {
    find,
    keyOf,
    names: {
      legalEntityId: { what: 'la entidad legal', find: (text) => findEntity(text)?.id },
      systemId: {
        what: 'el sistema',
        find: (text) => systemIds.get(fold(text)) ?? (systemNames.has(text) ? text : undefined),
      },
    },
    faults(body, _entry, found) {
      const record = (found as Found<Shown> | undefined)?.row
      const entityId = (body['legalEntityId'] as string | undefined) ?? record?.legalEntityId ?? main?.id
      return ruleFaults(
        body,
        record,
        entities.find(({ id }) => id === entityId),
      )
    },
  }
}

/** An export may write the article implied by the basis, or the label of the article. Neither counts as a change. */
function basisTexts(shown: Shown, isPublicBody: boolean): Record<string, string[]> {
  const words = basisWords({ ...shown, isPublicBody })
  const own = shown.legalBasis ? [LEGAL_BASIS_LABELS[shown.legalBasis].label] : ['']
  return {
    legalBasis: words ? [...own, words.label] : own,
    ...(shown.legalBasisArticle === null
      ? { legalBasisArticle: words ? ['', words.article] : [''] }
      : words && { legalBasisArticle: [shown.legalBasisArticle, words.article] }),
  }
}

/** Faults that POST and PUT of an activity find beyond their schema. */
function ruleFaults(
  body: Fields,
  record: Shown | undefined,
  entity: { name: string; is_public_body: boolean } | undefined,
): FaultDetail[] {
  const article = body['legalBasisArticle'] as Shown['legalBasisArticle'] | undefined
  const after = { ...record, ...body } as Publishable & { legalBasis: LegalBasis | null }
  const wrong = basisFault(after.legalBasis, article as Parameters<typeof basisFault>[1])
  if (wrong) return [{ path: 'legalBasisArticle', message: wrong }]
  if (article && isForPublicBodies(article) && !entity?.is_public_body)
    return [{ path: 'legalBasisArticle', message: notPublicBody(article, entity?.name).message }]
  if (record?.status !== 'published') return []
  try {
    assertNothingLost(record, after)
    return []
  } catch (error) {
    if (error instanceof Failure) return [{ path: '', message: error.message }]
    throw error
  }
}
