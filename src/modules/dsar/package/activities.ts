import type { ReadCtx } from '#db/context.ts'
import { readNotes } from '#documents/notes.ts'
import type { Law } from '#kernel/law/law.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type ActivityRecord,
  basisWords,
  claimsAdequacy,
  dataLabels,
  findActivityRecord,
  isAdequate,
  readCountry,
  restsOnInterest,
  retentionWords,
} from '#modules/rat/public.ts'
import type { Fact } from '#pdf/document.ts'
import { listPublishedActivities } from './repo.ts'

/** The register's text for an activity, in the words of art. 5. */
export interface ActivityWords {
  name: string
  lines: Fact[]
}

const AT_ONCE = 10

/** Activities whose system holds data of the person come first, then by name. Each read is a short transaction. */
export async function describeActivities(
  read: <T>(work: (ctx: ReadCtx) => Promise<T>) => Promise<T>,
  legalEntityId: string,
  foundIn: ReadonlyMap<string, string>,
  law: Law,
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
    .map((activity) => ({ name: activity.name, lines: linesOf(activity, holds(activity), law) }))
}

function linesOf(activity: ActivityRecord, system: string | undefined, law: Law): Fact[] {
  const basis = basisWords(activity)
  const { legalNorm, automatedDecisions } = activity
  const [legitimateInterest, automatedLogic] = [
    told(activity.legitimateInterest),
    told(activity.automatedLogic),
  ]
  return [
    ...(system ? [['Se encontraron datos en', system] as const] : []),
    ['Para qué', activity.purpose],
    [
      'Base de licitud',
      basis
        ? `${basis.label} (${[unparenthesised(basis.article), legalNorm].filter(Boolean).join('; ')})`
        : null,
    ],
    ...(restsOnInterest(activity)
      ? [['Interés legítimo', legitimateInterest ?? 'No se indica en el registro'] as const]
      : []),
    ['Datos', listed(dataLabels(activity))],
    ['Personas', listed(activity.subjectCategories.map(termOf(VOCABULARY.subjectCategories)))],
    [
      'De dónde provienen',
      sentences([told(activity.dataSource), activity.sourceIsPublic && 'Fuente de acceso público']) ||
        'No se indica en el registro',
    ],
    ['A quiénes se comunican', recipientsOf(activity)],
    ['Por cuánto tiempo', retentionOf(activity)],
    ['Fuera de Chile', transfersOf(activity, law)],
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
    sentences([
      listed(recipients),
      ours.length > 0 && `Encargados que los tratan por cuenta de la organización: ${listed(ours)}`,
    ]) || 'A nadie, según el registro'
  )
}

function retentionOf({ retentionPeriod, retentionNote }: ActivityRecord): string {
  const words = retentionWords({ retentionPeriod, retentionNote: told(retentionNote) })
  return words ?? 'No se indica en el registro'
}

/**
 * The declared transfers, and the places of systems and processors abroad: an answer must not deny what is there. A country
 * is adequate if the Agency says so, whatever the record says (art. 27 letra a).
 */
function transfersOf({ internationalTransfer, placesAbroad }: ActivityRecord, law: Law): string {
  const { exists, country, mechanism } = internationalTransfer
  const where = country ? (readCountry(country)?.name ?? country) : 'País no indicado'
  const held = [...new Set(placesAbroad.map((place) => `${place.country} (${place.holder})`))]
  return (
    sentences([
      exists && `${where}, ${guaranteeOf(country, mechanism, law)}`,
      held.length > 0 && `Los datos están en: ${held.join('; ')}`,
    ]) || 'No se transfieren, según el registro'
  )
}

function guaranteeOf(country: string | null, mechanism: string | null, law: Law): string {
  if (country && isAdequate(law, country)) return 'país con nivel adecuado de protección (art. 27 letra a)'
  const words = mechanism && !claimsAdequacy(mechanism) && termOf(VOCABULARY.transferMechanisms)(mechanism)
  return words ? `con ${words.charAt(0).toLowerCase()}${words.slice(1)}` : 'sin una garantía en el registro'
}

/** Leaves out notes that the record addresses to the organisation itself. */
function told(text: string | null): string | null {
  return (text && readNotes(text).text) || null
}

/** Semicolons separate items if one of them holds a comma. */
function listed(items: readonly string[]): string {
  return items.join(items.some((item) => item.includes(',')) ? '; ' : ', ')
}

function sentences(parts: readonly (string | false | null)[]): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .map((part, at, all) => (at < all.length - 1 ? part.replace(/\.$/, '') : part))
    .join('. ')
}

/** «art. 13 letra c», for use inside brackets. */
function unparenthesised(article: string): string {
  return article.replace(/(?<=\b[a-z])\)/g, '')
}

function termOf(terms: readonly { value: string; label: string }[]) {
  return (value: string) => terms.find((term) => term.value === value)?.label ?? value
}
