import type { ReadCtx } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import { fill, gapLabels, placeholdersOf } from '#documents/templates.ts'
import { chileanDay } from '#kernel/dates.ts'
import { html } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import { beforeLaw, type LawOnDay } from '#kernel/law/wording.ts'
import { hasFeature, type Plan } from '#kernel/plans.ts'
import { canonicalRut, rutForPeople, shownRut } from '#kernel/rut.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import type { EntityRow } from '#modules/org/public.ts'
import type { ProcessorRow } from '#modules/processors/public.ts'
import {
  type ActivityFacts,
  dataLabels,
  isAdequate,
  RETENTION_LABELS,
  readCountry,
} from '#modules/rat/public.ts'
import { type Destinations, destinationsOf } from './destinations.ts'
import { REINFORCED_CLAUSES } from './knowledge/clauses.ts'
import { variableCalled } from './knowledge/names.ts'
import { LAW_KEY, REINFORCED_KEY } from './knowledge/templates.ts'
import { listHostingOf } from './repo.ts'
import type { ContractType } from './rules.ts'
import type { TemplateRow } from './templates/repo.ts'

type CustomFields = Readonly<Record<string, string | number | boolean | null>>

interface Draft {
  content: string
  /** Labels of the variables without a value. The text shows them in brackets. */
  gapLabels: string[]
}

/**
 * The document of a template between this entity and this processor, for these activities. Values sent by the person win.
 */
export async function renderContract(
  ctx: ReadCtx,
  template: TemplateRow,
  { entity, processor }: { entity: EntityRow; processor: ProcessorRow },
  activities: readonly ActivityFacts[],
  customFields: CustomFields,
): Promise<Draft> {
  const [destinations, tenant] = await Promise.all([
    findDestinations(ctx, processor, activities),
    ctx.db
      .selectFrom('tenants')
      .select(['contact_email', 'plan'])
      .where('id', '=', ctx.tenantId)
      .executeTakeFirstOrThrow(),
  ])
  const { law } = ctx.tools
  const today = chileanDay(ctx.now)
  const known: Record<string, string> = {
    ...partyValues(entity, processor, tenant),
    ...activityValues(activities),
    ...transferValues(template.type, destinations, law),
    agencia: law.agency.name,
    fecha: dayIn('es', today),
  }
  const called = placeholdersOf(template.content).flatMap((name) => {
    const key = Object.hasOwn(known, name) ? undefined : variableCalled(name)
    return key ? [[name, known[key] ?? ''] as const] : []
  })
  const given = { ...known, ...Object.fromEntries(called), ...textsOf(customFields) }
  const values = { encargadoDocumento: documentOf(given['encargadoRut'] ?? '', processor), ...given }
  const labels = Object.fromEntries(template.variables.map(({ key, label }) => [key, label]))
  const reinforced = hasFeature(tenant.plan as Plan, 'CONTRACT_REINFORCED_CLAUSES') ? REINFORCED_CLAUSES : ''
  const clauses = { [REINFORCED_KEY]: reinforced, [LAW_KEY]: untilInForce({ law, day: today }) }
  return {
    content: fill(template.content, values, labels, clauses),
    gapLabels: gapLabels(template.content, values, labels, clauses),
  }
}

/** Says that a contract binds its parties at once, before the law does. */
function untilInForce(on: LawOnDay): string {
  return beforeLaw(
    on,
    (since) =>
      html`<p>La Ley 19.628 rige con el texto de la Ley 21.719 ${since}. Hasta entonces las partes cumplen este contrato como obligación contractual y según el texto anterior de la Ley 19.628; después, también según el nuevo.</p>`
        .markup,
  ).join('')
}

/** The places outside Chile to which the processor takes these activities' data. */
export async function findDestinations(
  ctx: ReadCtx,
  processor: ProcessorRow,
  activities: readonly ActivityFacts[],
): Promise<Destinations> {
  const hosting = await listHostingOf(
    ctx,
    processor.id,
    activities.map(({ id }) => id),
  )
  return destinationsOf(processor, hosting, activities)
}

function partyValues(
  entity: EntityRow,
  processor: ProcessorRow,
  tenant: { contact_email: string | null },
): Record<string, string> {
  return {
    responsableNombre: entity.name,
    // A RUT with a wrong check digit is left as a gap.
    responsableRut: (entity.tax_id && rutForPeople(entity.tax_id)) || '',
    responsableDomicilio: entity.postal_address ?? '',
    responsableRepresentante: entity.legal_rep_name ?? '',
    responsableContacto: entity.dpo_email ?? entity.legal_rep_email ?? tenant.contact_email ?? '',
    encargadoNombre: processor.name,
    // A foreign number has another form.
    encargadoRut: shownRut(processor.tax_id) || '',
    encargadoPais: countryOf(processor.country),
    encargadoRepresentante: processor.contact_name ?? '',
    encargadoContacto: processor.contact_email ?? '',
    servicios: processor.services ?? '',
  }
}

/** The name of the processor's number. */
function documentOf(number: string, { country }: ProcessorRow): string {
  return canonicalRut(number) || (country && readCountry(country)?.code === 'CL') ? 'RUT' : 'identificación'
}

function activityValues(activities: readonly ActivityFacts[]): Record<string, string> {
  return {
    actividades: each(activities.map(({ name }) => name)),
    finalidades: each(activities.map(({ purpose }) => purpose)),
    categoriasDatos: each(activities.flatMap(dataLabels)),
    categoriasTitulares: each(
      activities.flatMap(({ subjectCategories }) => subjectCategories.map(termOf('subjectCategories'))),
    ),
    conservacion: each(
      activities.map(({ retentionPeriod }) => retentionPeriod && RETENTION_LABELS[retentionPeriod]),
    ),
    medidasSeguridad: each(
      activities.flatMap(({ securityMeasures }) => securityMeasures.map(termOf('securityMeasures'))),
    ),
  }
}

/**
 * Clauses for a transfer without a destination have a gap. A contract with a processor without one says that there is none.
 */
function transferValues(
  type: ContractType,
  { countries, mechanisms }: Destinations,
  law: Law,
): Record<string, string> {
  const none = type !== 'CCT' && countries.length === 0
  const adequate = countries.filter((country) => isAdequate(law, country))
  const guarantees = mechanisms.map(termOf('transferMechanisms'))
  if (adequate.length > 0) guarantees.push(`nivel adecuado de protección (${adequate.join(', ')})`)
  return {
    paisesDestino: none ? 'ninguno' : each(countries),
    mecanismos: none ? 'no aplica' : each(guarantees),
  }
}

/** The label of a catalogue value. Free text stays as it is. */
function termOf(list: 'subjectCategories' | 'securityMeasures' | 'transferMechanisms') {
  return (value: string) => VOCABULARY[list].find((term) => term.value === value)?.label ?? value
}

function countryOf(country: string | null | undefined): string {
  return country ? (readCountry(country)?.name ?? country) : ''
}

/** Each item once, in order, without the full stop that the surrounding sentence adds. */
function each(texts: readonly (string | null | undefined)[]): string {
  const bare = texts.map((text) => text?.replace(/[\s.]+$/, ''))
  return [...new Set(bare.filter((text): text is string => Boolean(text)))].join('; ')
}

function textsOf(fields: CustomFields): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}
