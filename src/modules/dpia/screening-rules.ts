import { DATA_CATEGORIES, type DataCategory, SENSITIVE_CATEGORIES } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { CLUES } from './screening-clues.ts'

/**
 * Whether an activity needs an impact assessment: art. 15 ter, Ley 19.628 (mod. Ley 21.719). Its first paragraph asks
 * for one wherever a high risk is likely; its letters a) to d) always do. What an activity says of itself can only
 * hint at some of it, so words of its name and purpose count as hints: a doubt is answered with «assess it».
 */
export interface Screened {
  name: string
  purpose: string
  legalBasis: string | null
  dataCategories: readonly string[]
  subjectCategories: readonly string[]
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

interface Finding {
  key: string
  reason: string
  legalReference: string
}

export interface Screening {
  requiresDpia: boolean
  findings: Finding[]
  recommendation: string
}

interface Ground {
  key: string
  /** Decisive ones require an assessment by themselves; of the others it takes two. */
  decisive: boolean
  /** Undefined when it does not hold. */
  reason(activity: Screened): string | undefined
  legalReference: string
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'
const LIKELY_HIGH_RISK = `art. 15 ter inciso primero, ${LAW}`

const LARGE_VOLUMES = ['high', 'alto', 'alta', 'large', 'grande']
const MASSIVE_VOLUMES = ['massive', 'masivo', 'masiva', 'large_scale', 'gran escala', 'a gran escala']

/** Letters a) to d) first, then what makes a high risk likely, then what does so only with another. */
export const GROUNDS: readonly Ground[] = [
  {
    key: 'automated_evaluation',
    decisive: true,
    reason: (activity) => {
      const { automatedDecisions, automatedLogic, riskFactors, name, purpose } = activity
      if (automatedDecisions || riskFactors?.automatedDecision)
        return 'Toma decisiones automatizadas o elabora perfiles que pueden afectar significativamente a las personas.'
      const clue = mention(`${name}. ${purpose}. ${automatedLogic ?? ''}`, CLUES.automated)
      return clue && `Su finalidad sugiere evaluación automatizada o elaboración de perfiles («${clue}»).`
    },
    legalReference: `arts. 15 ter letra a) y 8 bis, ${LAW}`,
  },
  {
    key: 'large_scale',
    decisive: true,
    reason: (activity) => {
      if (MASSIVE_VOLUMES.includes(volumeOf(activity))) return 'El tratamiento es masivo o a gran escala.'
      const clue = mention(words(activity), CLUES.massive)
      return clue && `Su finalidad sugiere un tratamiento masivo o a gran escala («${clue}»).`
    },
    legalReference: `art. 15 ter letra b), ${LAW}`,
  },
  {
    key: 'public_monitoring',
    decisive: true,
    reason: (activity) => {
      const clue = mention(words(activity), CLUES.surveillance)
      return (
        clue && `Observa o vigila de forma sistemática zonas que pueden ser de acceso público («${clue}»).`
      )
    },
    legalReference: `art. 15 ter letra c), ${LAW}`,
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
    reason: (activity) => {
      const clue = isSensitive(activity) ? undefined : mention(words(activity), CLUES.sensitive)
      return clue && `Su finalidad sugiere datos sensibles («${clue}») que sus categorías no declaran.`
    },
    legalReference: `art. 15 ter, en relación con los arts. 2 letra g) y 16, ${LAW}`,
  },
  {
    key: 'children',
    decisive: true,
    reason: (activity) => {
      const { dataCategories, subjectCategories } = activity
      if (dataCategories.includes('minor_data') || mention(subjectCategories.join('. '), CLUES.children))
        return 'Trata datos de niños, niñas o adolescentes, cuyo interés superior y autonomía progresiva debe resguardar.'
      const clue = mention(words(activity), CLUES.childrenServed)
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
    reason: (activity) =>
      activity.dataCategories.includes('location') || mention(words(activity), CLUES.tracking)
        ? 'Trata la ubicación de las personas o sigue sus movimientos.'
        : undefined,
    legalReference: `arts. 15 ter inciso primero y 16 sexies, ${LAW}`,
  },
  {
    key: 'worker_monitoring',
    decisive: false,
    reason: (activity) =>
      mention(activity.subjectCategories.join('. '), CLUES.workers) &&
      mention(words(activity), CLUES.monitoring)
        ? 'Supervisa a trabajadores, que no están en igualdad de condiciones frente al empleador.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'vulnerable_people',
    decisive: false,
    reason: (activity) => {
      const clue = mention(`${activity.subjectCategories.join('. ')}. ${words(activity)}`, CLUES.vulnerable)
      return clue && 'Alcanza a personas en situación de vulnerabilidad.'
    },
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'socioeconomic_situation',
    decisive: false,
    reason: (activity) => {
      const clue = mention(words(activity), CLUES.socioeconomic)
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
    reason: (activity) => {
      const clue = mention(words(activity), CLUES.technology)
      return clue && `Usa tecnologías nuevas cuyos efectos se conocen poco («${clue}»).`
    },
    legalReference: LIKELY_HIGH_RISK,
  },
  {
    key: 'data_matching',
    decisive: false,
    reason: (activity) =>
      activity.sourceIsPublic || mention(words(activity), CLUES.matching)
        ? 'Combina datos de distintas fuentes, que las personas pueden no esperar.'
        : undefined,
    legalReference: LIKELY_HIGH_RISK,
  },
]

export function screen(activity: Screened): Screening {
  const found = GROUNDS.flatMap((ground) => {
    const reason = ground.reason(activity)
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
    'Realice y apruebe una evaluación de impacto antes de iniciar o continuar el tratamiento: omitirla cuando corresponde es una infracción gravísima (arts. 15 ter y 34 quáter letra k), Ley 19.628, mod. Ley 21.719). Si muestra un riesgo alto que las medidas no bajan, puede consultar antes a la Agencia.',
  one_factor:
    'Hay un factor de riesgo que por sí solo no obliga a una evaluación de impacto. Hacerla es una buena práctica; si no la hace, conserve este análisis y repítalo cuando cambien los datos, la finalidad o la escala.',
  none: 'No se advierten factores que obliguen a una evaluación de impacto. Conserve este análisis y repítalo cuando cambien los datos, la finalidad o la escala.',
} as const

function words({ name, purpose }: Screened): string {
  return `${name}. ${purpose}`
}

function volumeOf({ riskFactors }: Screened): string {
  return fold(riskFactors?.dataVolume ?? '')
}

function isSensitive({ dataCategories, riskFactors }: Screened): boolean {
  return sensitiveOf(dataCategories).length > 0 || riskFactors?.sensitiveData === true
}

function sensitiveOf(categories: readonly string[]): DataCategory[] {
  return SENSITIVE_CATEGORIES.filter((category) => categories.includes(category))
}

function listed({ dataCategories }: Screened): string {
  const labels = sensitiveOf(dataCategories).map((category) => DATA_CATEGORIES[category].label.toLowerCase())
  return labels.length > 0 ? ` (${labels.join('; ')})` : ''
}

/** «Sin decisiones automatizadas» mentions what is not done: a denial up to three words before, in the same sentence. */
const DENIED = String.raw`(?<!\b(?:no|sin|ni|nunca|tampoco)\s(?:[\p{L}\d]+\s){0,3})`

/** The clue that the text mentions, as it is written there. */
export function mention(text: string, clues: readonly string[]): string | undefined {
  const letters = [...text.normalize('NFC').replace(/\s+/g, ' ')]
  const folded = letters.map((letter) => fold(letter) || letter).join('')
  const patterns = clues.map((clue) => (clue.endsWith('*') ? `${clue.slice(0, -1)}\\p{L}*` : clue))
  const whole = `(?<![\\p{L}\\d_])(?:${patterns.join('|')})(?![\\p{L}\\d_])`
  const found = new RegExp(DENIED + whole, 'u').exec(folded)
  return found ? letters.join('').slice(found.index, found.index + found[0].length) : undefined
}
