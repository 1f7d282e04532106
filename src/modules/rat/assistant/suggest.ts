import { DATA_CATEGORIES, DATA_CATEGORY_KEYS, isSensitive } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  allowsSensitive,
  articleFits,
  articlesOf,
  BASIS_ARTICLES,
  type BasisArticle,
  basisWords,
  citedArticle,
} from '../knowledge/bases.ts'
import { DATA_CLUES, SUBJECT_CLUES } from '../knowledge/clues.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import { LEGAL_BASIS_LABELS, RETENTION_LABELS } from '../knowledge/vocabulary.ts'
import { LEGAL_BASES, type LegalBasis, RETENTION_PERIODS } from '../rules.ts'
import { FLOOR, searchTemplates } from './catalogue.ts'
import { type Draft, draftOf } from './draft.ts'
import { findClues, read } from './words.ts'

/** Fields that can be suggested. A suggestion for a list is one entry; for a transfer, its mechanism. */
export const SUGGESTED_FIELDS = [
  'name',
  'purpose',
  'legalBasis',
  'legalBasisArticle',
  'legalNorm',
  'legitimateInterest',
  'dataCategories',
  'subjectCategories',
  'dataSource',
  'recipients',
  'internationalTransfer',
  'retentionPeriod',
  'retentionNote',
  'securityMeasures',
  'automatedLogic',
  'consentWithdrawal',
  'minorsSafeguard',
  'responsibleArea',
] as const
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

export interface Suggestion {
  value: string
  reason: string
  /** 0 to 1 */
  confidence: number
}

/** Closed lists: other values could not be saved. */
export const CLOSED_VALUES: Partial<Record<SuggestedField, readonly string[]>> = {
  legalBasis: LEGAL_BASES,
  legalBasisArticle: BASIS_ARTICLES,
  dataCategories: DATA_CATEGORY_KEYS,
  retentionPeriod: RETENTION_PERIODS,
}

/** The known fields of an activity. */
export type Context = Record<string, unknown>

export const MOST_SUGGESTIONS = 8
const TEMPLATES_ASKED = 3
/** For suggestions that fit every activity. */
const GENERAL = 0.4
const BY_CLUE = 0.75
const BY_LAW = 0.9
/** One template is far ahead of the others. */
const BY_CLEAR_TEMPLATE = 0.95

/** Best first, without values already in the field. */
export function suggestValues(field: SuggestedField, activity: Context): Suggestion[] {
  const text = textOf(activity)
  const held = new Set([activity[field]].flat())
  const found = [
    ...byLaw(field, activity),
    ...byClues(field, text),
    ...byTemplates(field, text),
    ...inGeneral(field, activity),
  ]
  const best = new Map<string, Suggestion>()
  for (const suggestion of found) {
    const known = best.get(suggestion.value)
    if (!held.has(suggestion.value) && (!known || known.confidence < suggestion.confidence)) {
      best.set(suggestion.value, suggestion)
    }
  }
  return [...best.values()]
    .filter(({ value }) => mayStand(field, activity, value))
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, MOST_SUGGESTIONS)
}

/** False for a basis or an article that the law refuses for the activity. Applies to rules and models. */
export function mayStand(field: SuggestedField, activity: Context, value: string): boolean {
  if (field !== 'legalBasis' && field !== 'legalBasisArticle') return true
  const founded =
    field === 'legalBasis'
      ? { legalBasis: basisOf({ legalBasis: value }), legalBasisArticle: null }
      : { legalBasis: basisOf(activity), legalBasisArticle: value }
  return (
    articleFits(founded.legalBasis, founded.legalBasisArticle) &&
    (!isDelicate(activity) || allowsSensitive(founded))
  )
}

function categoriesOf(activity: Context): string[] {
  return [activity['dataCategories']].flat().filter((entry) => typeof entry === 'string')
}

/** Includes the socioeconomic situation (art. 2 letra g). */
function isDelicate(activity: Context): boolean {
  const socioeconomic = activity['socioeconomic'] === true
  return isSensitive({ dataCategories: categoriesOf(activity), socioeconomic })
}

function byLaw(field: SuggestedField, activity: Context): Suggestion[] {
  const sensitive = isDelicate(activity)
  if (field === 'legalBasis' && sensitive) {
    return [
      {
        value: 'consent',
        reason: 'Hay datos sensibles: consentimiento expreso (art. 16, Ley 19.628 mod. Ley 21.719).',
        confidence: BY_LAW,
      },
      {
        value: 'legal_obligation',
        reason: 'Solo si una ley autoriza a tratar esos datos sensibles (art. 16 letras e y f).',
        confidence: 0.6,
      },
    ]
  }
  if (field === 'legalBasis' && categoriesOf(activity).includes('criminal')) {
    return [
      {
        value: 'legal_obligation',
        reason: 'Las condenas solo se tratan cuando una ley lo autoriza (art. 25).',
        confidence: BY_LAW,
      },
    ]
  }
  if (field === 'securityMeasures' && sensitive) {
    return [
      {
        value: 'ENCRYPTION',
        reason: 'Los datos sensibles piden cifrado (art. 14 quinquies).',
        confidence: BY_LAW,
      },
    ]
  }
  return []
}

function byClues(field: SuggestedField, text: string): Suggestion[] {
  if (field !== 'dataCategories' && field !== 'subjectCategories') return []
  const clues = findClues<string>(read(text), field === 'dataCategories' ? DATA_CLUES : SUBJECT_CLUES)
  return clues.map(({ key, clue }) => ({
    value: key,
    reason: `${labelOf(field, key)}: la actividad menciona «${clue}».`,
    confidence: BY_CLUE,
  }))
}

function byTemplates(field: SuggestedField, text: string): Suggestion[] {
  return searchTemplates(text)
    .filter(({ confidence }) => confidence >= FLOOR)
    .slice(0, TEMPLATES_ASKED)
    .flatMap(({ template, confidence, clear }) =>
      valuesOf(template, field).map((value) => ({
        value,
        reason: `${labelOf(field, value)}: lo usual en «${template.name}», ${citedArticle(template.legalBasisArticle)}.`,
        confidence: clear ? BY_CLEAR_TEMPLATE : confidence,
      })),
    )
}

function valuesOf(template: RatTemplate, field: SuggestedField): string[] {
  if (field === 'internationalTransfer') return []
  const value: Draft[typeof field] = draftOf(template)[field]
  return [value].flat().filter((entry) => entry !== null)
}

const ACTIVITY_TERMS = {
  subjectCategories: VOCABULARY.subjectCategories,
  securityMeasures: VOCABULARY.securityMeasures,
  internationalTransfer: VOCABULARY.transferMechanisms,
} as const

function basisOf(activity: Context): LegalBasis | null {
  return LEGAL_BASES.find((basis) => basis === activity['legalBasis']) ?? null
}

/** The articles of its basis. Without a basis, the most frequent ones. */
function articlesFor(activity: Context): readonly BasisArticle[] {
  const basis = basisOf(activity)
  return basis ? articlesOf(basis) : ['12', '13 b', '13 c', '13 d', '13 a', '13 e', '16', '16 e']
}

/** Suggestions that fit any activity, so that the list is never empty. */
function inGeneral(field: SuggestedField, activity: Context): Suggestion[] {
  const general = (values: readonly string[], reason: string) =>
    values.map((value) => ({ value, reason: `${labelOf(field, value)}: ${reason}`, confidence: GENERAL }))
  switch (field) {
    case 'legalBasis':
      return general(['contract', 'consent', 'legal_obligation'], 'una de las bases más frecuentes.')
    case 'retentionPeriod':
      return general(['until_purpose_fulfilled', '5_years'], 'revise si una ley fija otro plazo.')
    case 'dataCategories':
      return general(['name', 'email'], 'casi toda actividad los usa.')
    case 'subjectCategories':
      return general(['customers', 'employees'], 'las categorías más frecuentes.')
    case 'securityMeasures':
      return general(['ACCESS_CONTROL', 'LOGGING', 'BACKUP'], 'medida básica (art. 14 quinquies).')
    case 'internationalTransfer':
      return [
        ...general(['contractual_clauses', 'certification'], 'arts. 27 y 28.'),
        ...general(['adequate_country'], 'solo si la Agencia lo declaró (arts. 27 letra a y 28).'),
      ]
    case 'dataSource':
      return general(['El propio titular'], 'la fuente más frecuente.')
    case 'recipients':
      return general(
        ['Proveedor del sistema', 'Autoridades, cuando la ley lo ordene'],
        'destinatario frecuente.',
      )
    case 'legalBasisArticle':
      return articlesFor(activity).flatMap((value) => {
        const words = basisWords({ legalBasis: basisOf(activity), legalBasisArticle: value })
        if (!words) return []
        const reason = `${words.label} (${words.article}, Ley 19.628 mod. Ley 21.719).`
        return [{ value, reason, confidence: GENERAL }]
      })
    case 'consentWithdrawal':
      return general(
        ['Enlace de baja en cada mensaje', 'Correo de datos personales de la organización'],
        'tan fácil como darlo (art. 12).',
      )
    case 'minorsSafeguard':
      return general(
        [
          'Consentimiento de los padres o representantes bajo 14 años, y bajo 16 con datos sensibles; se guarda su constancia.',
        ],
        'art. 16 quáter.',
      )
    case 'automatedLogic':
      return general(
        [
          'Un puntaje propone el resultado. La persona puede pedir explicación, intervención humana y revisión.',
        ],
        'art. 8 bis.',
      )
    case 'legitimateInterest':
      return general(
        ['Seguridad de las personas y de los bienes', 'Prevención del fraude'],
        'debe expresarse (art. 14 ter letra d).',
      )
    case 'retentionNote':
      return general(['Al cumplirse la finalidad los datos se suprimen o anonimizan.'], 'art. 3 letra c).')
    default:
      return []
  }
}

function labelOf(field: SuggestedField, value: string): string {
  if (field === 'dataCategories') return DATA_CATEGORIES[value as keyof typeof DATA_CATEGORIES].label
  if (field === 'legalBasis') return LEGAL_BASIS_LABELS[value as keyof typeof LEGAL_BASIS_LABELS].label
  if (field === 'retentionPeriod') return RETENTION_LABELS[value as keyof typeof RETENTION_LABELS]
  const terms = ACTIVITY_TERMS[field as keyof typeof ACTIVITY_TERMS]
  return terms?.find((term) => term.value === value)?.label ?? 'Sugerencia'
}

/** The descriptive texts of the activity. */
function textOf(activity: Context): string {
  const fields = ['name', 'purpose', 'description', 'legalNorm', 'subjectCategories', 'recipients']
  return fields
    .flatMap((field) => [activity[field]].flat())
    .filter((part) => typeof part === 'string')
    .join(' ')
    .slice(0, 5000)
}
