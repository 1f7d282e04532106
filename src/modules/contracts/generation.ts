import type { ReadCtx } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import { fill, placeholdersOf } from '#documents/templates.ts'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { chileanDay } from '#kernel/dates.ts'
import { hasFeature, type Plan } from '#kernel/plans.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { findMainEntity } from '#modules/org/public.ts'
import type { ProcessorRow } from '#modules/processors/public.ts'
import { type ActivityFacts, RETENTION_LABELS, readCountry } from '#modules/rat/public.ts'
import { REINFORCED_CLAUSES } from './knowledge/clauses.ts'
import { variableCalled } from './knowledge/names.ts'
import { REINFORCED_KEY } from './knowledge/templates.ts'
import type { TemplateRow } from './templates/repo.ts'

type CustomFields = Readonly<Record<string, string | number | boolean | null>>

/** The document of a template for this processor and these activities; what the person sent wins. */
export async function renderContract(
  ctx: ReadCtx & { plan: Plan },
  template: TemplateRow,
  processor: ProcessorRow,
  activities: readonly ActivityFacts[],
  customFields: CustomFields,
): Promise<string> {
  const known = await knownValues(ctx, processor, activities)
  const called = placeholdersOf(template.content).flatMap((name) => {
    const key = Object.hasOwn(known, name) ? undefined : variableCalled(name)
    return key ? [[name, known[key] ?? ''] as const] : []
  })
  const values = { ...known, ...Object.fromEntries(called), ...textsOf(customFields) }
  const labels = Object.fromEntries(template.variables.map(({ key, label }) => [key, label]))
  const reinforced = hasFeature(ctx.plan, 'CONTRACT_REINFORCED_CLAUSES') ? REINFORCED_CLAUSES : ''
  return fill(template.content, values, labels, { [REINFORCED_KEY]: reinforced })
}

async function knownValues(
  ctx: ReadCtx,
  processor: ProcessorRow,
  activities: readonly ActivityFacts[],
): Promise<Record<string, string>> {
  const [entity, tenant] = await Promise.all([
    findMainEntity(ctx),
    ctx.db
      .selectFrom('tenants')
      .select(['name', 'tax_id', 'contact_email'])
      .where('id', '=', ctx.tenantId)
      .executeTakeFirst(),
  ])
  const transfers = activities
    .map((activity) => activity.internationalTransfer)
    .filter(({ exists }) => exists)
  return {
    fecha: dayIn('es', chileanDay(ctx.now)),
    responsableNombre: entity?.name ?? tenant?.name ?? '',
    responsableRut: entity?.tax_id ?? tenant?.tax_id ?? '',
    responsableDomicilio: entity?.postal_address ?? '',
    responsableRepresentante: entity?.legal_rep_name ?? '',
    responsableContacto: entity?.dpo_email ?? entity?.legal_rep_email ?? tenant?.contact_email ?? '',
    encargadoNombre: processor.name,
    encargadoRut: processor.tax_id ?? '',
    encargadoPais: countryOf(processor.country),
    encargadoRepresentante: processor.contact_name ?? '',
    encargadoContacto: processor.contact_email ?? '',
    servicios: processor.services ?? '',
    actividades: each(activities.map(({ name }) => name)),
    finalidades: each(activities.map(({ purpose }) => purpose)),
    categoriasDatos: each(activities.flatMap(({ dataCategories }) => dataCategories.map(categoryLabel))),
    categoriasTitulares: each(
      activities.flatMap(({ subjectCategories }) => subjectCategories.map(termOf('subjectCategories'))),
    ),
    conservacion: each(
      activities.map(({ retentionPeriod }) => retentionPeriod && RETENTION_LABELS[retentionPeriod]),
    ),
    medidasSeguridad: each(
      activities.flatMap(({ securityMeasures }) => securityMeasures.map(termOf('securityMeasures'))),
    ),
    paisesDestino:
      transfers.length === 0
        ? 'no hay destinos fuera de Chile'
        : each(transfers.map(({ country }) => countryOf(country))),
    mecanismos:
      transfers.length === 0
        ? 'no aplica'
        : each(transfers.map(({ mechanism }) => mechanism && termOf('transferMechanisms')(mechanism))),
  }
}

/** The words of the catalogue, where a value is one of it; people write others too. */
function termOf(list: 'subjectCategories' | 'securityMeasures' | 'transferMechanisms') {
  return (value: string) => VOCABULARY[list].find((term) => term.value === value)?.label ?? value
}

function countryOf(country: string | null | undefined): string {
  return country ? (readCountry(country)?.name ?? country) : ''
}

/** Each thing once, in the order it was met, without the full stop that the sentence around it brings. */
function each(texts: readonly (string | null | undefined)[]): string {
  const bare = texts.map((text) => text?.replace(/[\s.]+$/, ''))
  return [...new Set(bare.filter((text): text is string => Boolean(text)))].join('; ')
}

function categoryLabel(category: string): string {
  return DATA_CATEGORIES[category as DataCategory]?.label ?? category
}

function textsOf(fields: CustomFields): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}
