import { DATA_CATEGORIES, type DataCategory, SENSITIVE_CATEGORIES } from '#kernel/data-categories.ts'
import type { ListedOperation } from '#kernel/law/law.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { fold } from '#kernel/text.ts'
import { CLUES } from './knowledge/screening-clues.ts'

/**
 * Whether an activity needs an impact assessment: art. 15 ter, Ley 19.628 (mod. Ley 21.719). Its first paragraph requires
 * one if a high risk is likely; its letters a) to d) always do. The fields of an activity do not show all of this, so words
 * of its name and purpose count as hints. In doubt the answer is «assess it».
 */
export interface Screened {
  name: string
  purpose: string
  legalBasis: string | null
  dataCategories: readonly string[]
  subjectCategories: readonly string[]
  /** Whether the data show the socioeconomic situation, which has no category of its own. */
  socioeconomic: boolean
  automatedDecisions: boolean
  automatedLogic: string | null
  sourceIsPublic: boolean
  riskLevel: string | null
  riskFactors: {
    dataVolume: string | null
    sensitiveData: boolean | null
    automatedDecision: boolean | null
  } | null
}

/** Why an activity needs an assessment. */
export interface DpiaReason {
  key: string
  reason: string
  legalReference: string
}

export interface Screening {
  requiresDpia: boolean
  findings: DpiaReason[]
  recommendation: string
}

/** The texts of the activity, folded once for all grounds. */
interface Texts {
  /** The Agency's list (art. 15 ter). */
  list: readonly ListedOperation[]
  /** Name and purpose. */
  words: Words
  subjects: Words
}

interface Ground {
  key: string
  /** A decisive ground requires an assessment alone; of the others, two are needed. */
  decisive: boolean
  /** Undefined if the ground does not hold. */
  reason(activity: Screened, texts: Texts): string | undefined
  legalReference: string
}

const LAW = LAW_NAME
const LIKELY_HIGH_RISK = `art. 15 ter inciso primero, ${LAW}`

const LARGE_VOLUMES = ['high', 'alto', 'alta', 'large', 'grande']
const MASSIVE_VOLUMES = ['massive', 'masivo', 'masiva', 'large_scale', 'gran escala', 'a gran escala']

/** Letters a) to d) first, then grounds for a likely high risk, then those that need a second one. */
export const GROUNDS: readonly Ground[] = [
  {
    key: 'automated_evaluation',
    decisive: true,
    reason: ({ automatedDecisions, automatedLogic, riskFactors }, { words }) => {
      if (automatedDecisions || riskFactors?.automatedDecision)
        return 'Toma decisiones automatizadas o elabora perfiles que pueden afectar significativamente a las personas.'
      const clue = clueIn(words, CLUES.automated) ?? mention(automatedLogic ?? '', CLUES.automated)
      return clue && `Su finalidad sugiere evaluación automatizada o elaboración de perfiles («${clue}»).`
    },
    legalReference: `arts. 15 ter letra a) y 8 bis, ${LAW}`,
  },
  {
    key: 'large_scale',
    decisive: true,
    reason: (activity, { words }) => {
      if (MASSIVE_VOLUMES.includes(volumeOf(activity))) return 'El tratamiento es masivo o a gran escala.'
      const clue = clueIn(words, CLUES.massive)
      return clue && `Su finalidad sugiere un tratamiento masivo o a gran escala («${clue}»).`
    },
    legalReference: `art. 15 ter letra b), ${LAW}`,
  },
  {
    key: 'public_monitoring',
    decisive: true,
    reason: (_, { words }) => {
      const clue = clueIn(words, CLUES.surveillance)
      return (
        clue && `Observa o vigila de forma sistemática zonas que pueden ser de acceso público («${clue}»).`
      )
    },
    legalReference: `art. 15 ter letra c), ${LAW}`,
  },
  {
    key: 'agency_list',
    decisive: true,
    reason: (_, { words, list }) => {
      const listed = list.find((operation) => clueIn(words, cluesOf(operation)) !== undefined)
      return (
        listed && `Está en la lista de la Agencia de operaciones que requieren evaluación: «${listed.name}».`
      )
    },
    legalReference: `art. 15 ter, ${LAW}`,
  },
  {
    key: 'sensitive_without_consent',
    decisive: true,
    reason: (activity) =>
      activity.legalBasis !== null && activity.legalBasis !== 'consent' && isSensitive(activity)
        ? `Trata datos sensibles${listed(activity)} sobre una base distinta del consentimiento.`
        : undefined,
    legalReference: `art. 15 ter letra d), en relación con los arts. 2 letra g) y 16, ${LAW}`,
  },
  {
    key: 'sensitive_data',
    decisive: true,
    reason: (activity) =>
      (activity.legalBasis === null || activity.legalBasis === 'consent') && isSensitive(activity)
        ? `Trata datos sensibles${listed(activity)}: por su naturaleza es probable que el riesgo sea alto, también con consentimiento expreso.`
        : undefined,
    legalReference: `art. 15 ter inciso primero, en relación con los arts. 2 letra g) y 16, ${LAW}`,
  },
  {
    key: 'undeclared_sensitive_data',
    decisive: true,
    reason: (activity, { words }) => {
      const clue = isSensitive(activity) ? undefined : clueIn(words, CLUES.sensitive)
      return clue && `Su finalidad sugiere datos sensibles («${clue}») que sus categorías no declaran.`
    },
    legalReference: `art. 15 ter, en relación con los arts. 2 letra g) y 16, ${LAW}`,
  },
  {
    key: 'children',
    decisive: true,
    reason: ({ dataCategories }, { words, subjects }) => {
      if (dataCategories.includes('minor_data') || clueIn(subjects, CLUES.children))
        return 'Trata datos de niños, niñas o adolescentes, cuyo interés superior y autonomía progresiva debe resguardar.'
      const clue = clueIn(words, CLUES.childrenServed)
      return clue && `Su finalidad sugiere datos de niños, niñas o adolescentes («${clue}»).`
    },
    legalReference: `arts. 15 ter inciso primero y 16 quáter, ${LAW}`,
  },
  {
    key: 'calculated_high_risk',
    decisive: true,
    reason: ({ riskLevel }) =>
      riskLevel === 'high' ? 'El cálculo de riesgo de la actividad dio un resultado alto.' : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'high_volume',
    decisive: false,
    reason: (activity) =>
      LARGE_VOLUMES.includes(volumeOf(activity))
        ? 'El volumen de datos es alto: alcanza a muchas personas.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'sensitive_in_calculation',
    decisive: false,
    reason: (activity) =>
      activity.riskFactors?.sensitiveData === true && !isSensitive(activity)
        ? 'Al calcular el riesgo se indicaron datos sensibles que las categorías de la actividad no declaran: revíselas.'
        : undefined,
    legalReference: `art. 15 ter inciso primero, en relación con el art. 2 letra g), ${LAW}`,
  },
  {
    key: 'criminal_data',
    decisive: false,
    reason: ({ dataCategories }) =>
      dataCategories.includes('criminal')
        ? 'Trata datos sobre infracciones o condenas, reservados en principio a los organismos públicos.'
        : undefined,
    legalReference: `arts. 15 ter inciso primero y 25, ${LAW}`,
  },
  {
    key: 'location_tracking',
    decisive: false,
    reason: ({ dataCategories }, { words }) =>
      dataCategories.includes('location') || clueIn(words, CLUES.tracking)
        ? 'Trata la ubicación de las personas o sigue sus movimientos.'
        : undefined,
    legalReference: `arts. 15 ter inciso primero y 16 sexies, ${LAW}`,
  },
  {
    key: 'worker_monitoring',
    decisive: false,
    reason: (_, { words, subjects }) =>
      clueIn(subjects, CLUES.workers) && (clueIn(words, CLUES.monitoring) || clueIn(words, CLUES.tracking))
        ? 'Supervisa a trabajadores, que no están en igualdad de condiciones frente al empleador.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'vulnerable_people',
    decisive: false,
    reason: (_, { words, subjects }) =>
      clueIn(subjects, CLUES.vulnerable) || clueIn(words, CLUES.vulnerable)
        ? 'Alcanza a personas en situación de vulnerabilidad.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'socioeconomic_situation',
    decisive: false,
    reason: ({ socioeconomic }, { words }) => {
      const clue = socioeconomic ? undefined : clueIn(words, CLUES.socioeconomic)
      return (
        clue &&
        `Puede revelar la situación socioeconómica de las personas («${clue}»), que es un dato sensible.`
      )
    },
    legalReference: `arts. 15 ter inciso primero y 2 letra g), ${LAW}`,
  },
  {
    key: 'new_technology',
    decisive: false,
    reason: (_, { words }) => {
      const clue = clueIn(words, CLUES.technology)
      return clue && `Usa tecnologías nuevas cuyos efectos se conocen poco («${clue}»).`
    },
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'data_matching',
    decisive: false,
    reason: ({ sourceIsPublic }, { words }) =>
      sourceIsPublic || clueIn(words, CLUES.matching)
        ? 'Combina datos de distintas fuentes, que las personas pueden no esperar.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
]

export function screen(activity: Screened, list: readonly ListedOperation[] = []): Screening {
  const texts = {
    list,
    words: readWords(`${activity.name}. ${activity.purpose}`),
    subjects: readWords(activity.subjectCategories.join('. ')),
  }
  const found = GROUNDS.flatMap((ground) => {
    const reason = ground.reason(activity, texts)
    return reason === undefined ? [] : [{ ground, reason }]
  })
  const requiresDpia = found.some(({ ground }) => ground.decisive) || found.length > 1
  const findings = found.map(({ ground: { key, legalReference }, reason }) => ({
    key,
    reason,
    legalReference,
  }))
  const advice = requiresDpia ? 'required' : found.length > 0 ? 'one_factor' : 'none'
  return { requiresDpia, findings, recommendation: RECOMMENDATIONS[advice] }
}

const RECOMMENDATIONS = {
  required:
    'Realice y apruebe una evaluación de impacto antes de iniciar o continuar el tratamiento: omitirla cuando corresponde es, para una entidad privada, una infracción gravísima (arts. 15 ter y 34 quáter letra k, Ley 19.628, mod. Ley 21.719); a los órganos públicos la ley no se la exige, pero es buena práctica (art. 21). Si muestra un riesgo alto que las medidas no bajan, puede consultar antes a la Agencia.',
  one_factor:
    'Hay un factor de riesgo que por sí solo no obliga a una evaluación de impacto. Hacerla es una buena práctica; si no la hace, conserve este análisis y repítalo cuando cambien los datos, la finalidad o la escala.',
  none: 'No se advierten factores que obliguen a una evaluación de impacto. Conserve este análisis y repítalo cuando cambien los datos, la finalidad o la escala.',
} as const

function volumeOf({ riskFactors }: Screened): string {
  return fold(riskFactors?.dataVolume ?? '')
}

/** The recorded data decide, whatever was typed to calculate a risk. */
function isSensitive({ dataCategories, socioeconomic }: Screened): boolean {
  return socioeconomic || sensitiveOf(dataCategories).length > 0
}

function sensitiveOf(categories: readonly string[]): DataCategory[] {
  return SENSITIVE_CATEGORIES.filter((category) => categories.includes(category))
}

function listed({ dataCategories, socioeconomic }: Screened): string {
  const labels = sensitiveOf(dataCategories).map((category) => DATA_CATEGORIES[category].label.toLowerCase())
  if (socioeconomic) labels.push('situación socioeconómica')
  return labels.length > 0 ? ` (${labels.join('; ')})` : ''
}

// ── words ──

interface Words {
  written: string
  /** Aligned character by character with the written text. */
  folded: string
}

function readWords(text: string): Words {
  const written = text.normalize('NFC').replace(/\s+/g, ' ')
  const folded = written.replace(/[A-Z]+|[^\p{ASCII}]/gu, (letters) => fold(letters) || letters)
  return { written, folded }
}

/** «Sin decisiones automatizadas» is a denial: up to three words before, in the same sentence. */
const DENIED = /\b(?:no|sin|ni|nunca|tampoco)\s(?:[\p{L}\d]+\s){0,3}$/u
/** Longer than any denial with its three words. */
const LONGEST_DENIAL = 200

const PATTERNS = new Map<readonly string[], RegExp>()

function patternOf(clues: readonly string[]): RegExp {
  const known = PATTERNS.get(clues)
  if (known) return known
  const words = clues.map((clue) => (clue.endsWith('*') ? `${clue.slice(0, -1)}\\p{L}*` : clue))
  const pattern = new RegExp(`(?<![\\p{L}\\d_])(?:${words.join('|')})(?![\\p{L}\\d_])`, 'gu')
  PATTERNS.set(clues, pattern)
  return pattern
}

const LISTED = new WeakMap<ListedOperation, readonly string[]>()

/** The operator's words are literal text, not patterns. A trailing `*` allows any ending. */
function cluesOf(operation: ListedOperation): readonly string[] {
  const known = LISTED.get(operation)
  if (known) return known
  const clues = operation.words.map((word) => {
    const text = fold(word).replace(/\s+/g, ' ').trim()
    const stem = RegExp.escape(text.replace(/\*$/, ''))
    return text.endsWith('*') ? `${stem}*` : stem
  })
  LISTED.set(operation, clues)
  return clues
}

function clueIn({ written, folded }: Words, clues: readonly string[]): string | undefined {
  for (const { index, 0: match } of folded.matchAll(patternOf(clues))) {
    const before = folded.slice(Math.max(0, index - LONGEST_DENIAL), index)
    if (!DENIED.test(before)) return written.slice(index, index + match.length)
  }
  return undefined
}

/** The matching clue as the text spells it. */
export function mention(text: string, clues: readonly string[]): string | undefined {
  return clueIn(readWords(text), clues)
}
