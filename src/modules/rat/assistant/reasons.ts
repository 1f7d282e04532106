import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { basisWords } from '../knowledge/bases.ts'
import type { Draft, EmptyDraft } from './draft.ts'
import { readSignals } from './signals.ts'

export interface FieldReason {
  field: keyof Draft
  reason: string
  /** 0 to 1, for this field only. */
  confidence: number
}

const OWN_WORDS = 0.95
const HEARD = 0.9
const LAWFUL = 0.85

/** Limit for usual values that nobody mentioned: at most this, and at most the confidence of the whole. */
const USUAL = 0.7

/** «Correo electrónico» gets a small letter, «RUT» does not. */
const withinSentence = (label: string) =>
  /^\p{Lu}{2}/u.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`

/** Explains a proposal field by field, because a person may accept only some. Empty fields have no reason. */
export function reasonsOf(
  text: string,
  activity: Draft | EmptyDraft,
  { confidence, hasSensitiveData }: { confidence: number; hasSensitiveData: boolean },
): FieldReason[] {
  const { data, people, automatedBy, isProcessor } = readSignals(text)
  const told = data.map(({ key }) => key).filter((key) => activity.dataCategories.includes(key))
  const untold = activity.dataCategories.filter((key) => !told.includes(key))
  const named = people.filter((key) => activity.subjectCategories.includes(key))
  const usual = Math.min(USUAL, confidence)
  const labels = (keys: readonly (keyof typeof DATA_CATEGORIES)[]) =>
    keys.map((key) => withinSentence(DATA_CATEGORIES[key].label)).join(', ')
  const words = basisWords({ ...activity, hasSensitiveData })
  const all: FieldReason[] = [
    { field: 'name', reason: 'Con las palabras de su descripción.', confidence: OWN_WORDS },
    { field: 'purpose', reason: 'Con las palabras de su descripción.', confidence: OWN_WORDS },
    {
      field: 'legalBasis',
      reason: `${words?.article ?? 'arts. 12 y 13'}, ${LAW_NAME}: la que suele corresponder a esta finalidad y estos datos.`,
      confidence: Math.min(LAWFUL, confidence),
    },
    {
      field: 'dataCategories',
      reason: [
        told.length > 0 ? `Su descripción nombra: ${labels(told)}.` : '',
        untold.length > 0 ? `Es habitual además: ${labels(untold)}; quite lo que no traten (art. 3 c).` : '',
      ]
        .filter(Boolean)
        .join(' '),
      confidence: untold.length === 0 ? HEARD : told.length > 0 ? Math.max(usual, 0.75) : usual,
    },
    {
      field: 'subjectCategories',
      reason:
        named.length > 0 ? 'Su descripción las nombra.' : 'Son las personas habituales de una actividad así.',
      confidence: named.length > 0 ? HEARD : usual,
    },
    {
      field: 'retentionPeriod',
      reason: 'El plazo habitual de una actividad así. Confirme que es el que cumplen (art. 3 c).',
      confidence: usual,
    },
    {
      field: 'recipients',
      reason: 'Los habituales de una actividad así: nadie los nombró en la descripción.',
      confidence: usual,
    },
    {
      field: 'securityMeasures',
      reason: 'Las mínimas para estos datos (art. 14 quinquies). Deje solo las que aplican de verdad.',
      confidence: usual,
    },
    {
      field: 'internationalTransfer',
      reason: 'La descripción, o el sistema, ubica los datos fuera de Chile (arts. 27 y 28).',
      confidence: HEARD,
    },
    {
      field: 'automatedDecisions',
      reason:
        automatedBy === undefined
          ? 'Una actividad así suele tomarlas, y su descripción no lo dice: déjelo solo si las hay (art. 8 bis).'
          : 'La descripción habla de una decisión automatizada (art. 8 bis).',
      confidence: automatedBy === undefined ? usual : HEARD,
    },
    {
      field: 'controllerRole',
      reason: 'Según la descripción, tratan los datos por cuenta de otro (art. 15 bis).',
      confidence: isProcessor ? HEARD : usual,
    },
    { field: 'dataSource', reason: 'Lo habitual en una actividad así (art. 14 ter).', confidence: usual },
    { field: 'responsibleArea', reason: 'El área que suele llevarla.', confidence: usual },
  ]
  return all.filter(({ field }) => isSaid(field, activity))
}

function isSaid(field: keyof Draft, activity: Draft | EmptyDraft): boolean {
  const value = activity[field]
  if (field === 'internationalTransfer') return activity.internationalTransfer.exists
  if (field === 'controllerRole') return value === 'encargado'
  if (Array.isArray(value)) return value.length > 0
  return value !== null && value !== '' && value !== false
}
