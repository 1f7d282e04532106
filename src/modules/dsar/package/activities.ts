import type { ReadCtx } from '#db/context.ts'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type ActivityRecord,
  basisWords,
  findActivityRecord,
  RETENTION_LABELS,
  readCountry,
  restsOnInterest,
} from '#modules/rat/public.ts'
import type { Fact } from '#pdf/document.ts'
import { listPublishedActivities } from './repo.ts'

/** What the register says of an activity, in the words of art. 5. */
export interface ActivityWords {
  name: string
  lines: Fact[]
}

const AT_ONCE = 10

/** Those whose system holds data of the person first, then by their names. Each read is short. */
export async function describeActivities(
  read: <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>,
  legalEntityId: string,
  foundIn: ReadonlyMap<string, string>,
): Promise<ActivityWords[]> {
  const ids = await read((ctx) => listPublishedActivities(ctx, legalEntityId))
  const found: ActivityRecord[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = await read((ctx) =>
      Promise.all(ids.slice(from, from + AT_ONCE).map((id) => findActivityRecord(ctx, id))),
    )
    found.push(...some.filter((one) => one !== undefined))
  }
  const holds = ({ systemId }: ActivityRecord) => (systemId ? foundIn.get(systemId) : undefined)
  return found
    .toSorted((a, b) => Number(!!holds(b)) - Number(!!holds(a)) || a.name.localeCompare(b.name, 'es'))
    .map((activity) => ({ name: activity.name, lines: linesOf(activity, holds(activity)) }))
}

function linesOf(activity: ActivityRecord, system: string | undefined): Fact[] {
  const basis = basisWords(activity)
  const { legalNorm, legitimateInterest, automatedDecisions, automatedLogic } = activity
  return [
    ...(system ? [['Hay datos suyos en', system] as const] : []),
    ['Para qué', activity.purpose],
    [
      'Base de licitud',
      basis ? [`${basis.label} (${basis.article})`, legalNorm].filter(Boolean).join('. ') : null,
    ],
    ...(restsOnInterest(activity)
      ? [['Interés legítimo', legitimateInterest ?? 'No se indica en el registro'] as const]
      : []),
    ['Datos', activity.dataCategories.map(categoryLabel).join(', ')],
    ['Personas', activity.subjectCategories.map(termOf(VOCABULARY.subjectCategories)).join(', ')],
    [
      'De dónde provienen',
      [activity.dataSource, activity.sourceIsPublic && 'Fuente de acceso público']
        .filter(Boolean)
        .join('. ') || 'No se indica en el registro',
    ],
    ['A quiénes se comunican', recipientsOf(activity)],
    ['Por cuánto tiempo', retentionOf(activity)],
    ['Fuera de Chile', transfersOf(activity)],
    [
      'Decisiones automatizadas',
      automatedDecisions
        ? (automatedLogic ?? 'Las hay; el registro no describe su lógica')
        : 'No las hay, según el registro',
    ],
  ]
}

function recipientsOf({ recipients, processors }: ActivityRecord): string {
  const ours = processors.map(({ name }) => name)
  return (
    [
      recipients.join(', '),
      ours.length > 0 && `Encargados que los tratan por cuenta de la organización: ${ours.join(', ')}`,
    ]
      .filter(Boolean)
      .join('. ') || 'A nadie, según el registro'
  )
}

function retentionOf({ retentionPeriod, retentionNote }: ActivityRecord): string {
  const period = retentionPeriod && RETENTION_LABELS[retentionPeriod]
  return [period, retentionNote].filter(Boolean).join('. ') || 'No se indica en el registro'
}

/** What is declared, and where systems and processors are: an answer must not deny what is there. */
function transfersOf({ internationalTransfer, placesAbroad }: ActivityRecord): string {
  const { exists, country, mechanism } = internationalTransfer
  const where = country ? (readCountry(country)?.name ?? country) : 'País no indicado'
  const how = mechanism && termOf(VOCABULARY.transferMechanisms)(mechanism)
  const held = [...new Set(placesAbroad.map((place) => `${place.country} (${place.holder})`))]
  return (
    [
      exists && (how ? `${where}, con ${how.charAt(0).toLowerCase()}${how.slice(1)}` : where),
      held.length > 0 && `Los datos están en: ${held.join('; ')}`,
    ]
      .filter(Boolean)
      .join('. ') || 'No se transfieren, según el registro'
  )
}

function categoryLabel(key: string): string {
  return DATA_CATEGORIES[key as DataCategory]?.label ?? key
}

function termOf(terms: readonly { value: string; label: string }[]) {
  return (value: string) => terms.find((term) => term.value === value)?.label ?? value
}
