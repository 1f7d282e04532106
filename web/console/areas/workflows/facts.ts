import type { Kind, Operator, Stage } from './words.ts'

/** The facts that conditions may read, with labels. The service knows more, and people may type any name. */
export interface KnownFact {
  name: string
  label: string
  choices?: Choices
  number?: boolean
  /** The fact is the answer to a question of an earlier stage. */
  asked?: true
}

type Choices = readonly (readonly [value: string, label: string])[]

export const YES_NO: Choices = [
  ['true', 'Sí'],
  ['false', 'No'],
]

const RISKS: Choices = [
  ['low', 'Bajo'],
  ['medium', 'Medio'],
  ['high', 'Alto'],
  ['critical', 'Crítico'],
]

const BASES: Choices = [
  ['consent', 'Consentimiento'],
  ['contract', 'Contrato'],
  ['legal_obligation', 'Obligación legal'],
  ['vital_interest', 'Interés vital'],
  ['public_interest', 'Interés público'],
  ['legitimate_interest', 'Interés legítimo'],
]

const LANGUAGES: Choices = [
  ['es', 'Español'],
  ['en', 'Inglés'],
]

const POLICY: readonly KnownFact[] = [
  { name: 'completeness', label: 'Cuánto está completo, en %', number: true },
  { name: 'gapCount', label: 'Secciones con vacíos', number: true },
  { name: 'version', label: 'Versión', number: true },
  { name: 'language', label: 'Idioma', choices: LANGUAGES },
]

export const FACTS: Record<Kind, readonly KnownFact[]> = {
  DPIA: [
    { name: 'highestRisk', label: 'Riesgo más alto', choices: RISKS },
    { name: 'highestResidualRisk', label: 'Riesgo residual más alto', choices: RISKS },
    { name: 'riskCount', label: 'Número de riesgos', number: true },
    { name: 'activityRiskLevel', label: 'Riesgo de la actividad', choices: RISKS.slice(0, 3) },
    { name: 'legalBasis', label: 'Base de licitud', choices: BASES },
    { name: 'hasSensitiveData', label: 'Hay datos sensibles', choices: YES_NO },
    { name: 'internationalTransfer', label: 'Hay transferencia internacional', choices: YES_NO },
    { name: 'automatedDecisions', label: 'Hay decisiones automatizadas', choices: YES_NO },
  ],
  BREACH: [
    {
      name: 'severity',
      label: 'Gravedad',
      choices: [
        ['low', 'Baja'],
        ['medium', 'Media'],
        ['high', 'Alta'],
        ['critical', 'Crítica'],
      ],
    },
    { name: 'estimatedRecords', label: 'Personas afectadas', number: true },
    { name: 'requiresNotification', label: 'Hay que reportar a la Agencia', choices: YES_NO },
    { name: 'requiresSubjectNotification', label: 'Hay que comunicar a los titulares', choices: YES_NO },
    { name: 'hasSensitiveData', label: 'Hay datos sensibles', choices: YES_NO },
  ],
  DSAR: [
    {
      name: 'rightType',
      label: 'Derecho',
      choices: [
        ['ACCESS', 'Acceso'],
        ['RECTIFICATION', 'Rectificación'],
        ['DELETION', 'Supresión'],
        ['OPPOSITION', 'Oposición'],
        ['PORTABILITY', 'Portabilidad'],
        ['BLOCKING', 'Bloqueo temporal'],
        ['AUTO_DECISION', 'Decisiones automatizadas'],
      ],
    },
    { name: 'isOverdue', label: 'Está fuera de plazo', choices: YES_NO },
    { name: 'isExtended', label: 'Se amplió el plazo', choices: YES_NO },
    { name: 'isRepresentative', label: 'La pide un representante', choices: YES_NO },
    { name: 'organizationRelation', label: 'Relación con la organización' },
  ],
  CONTRACT: [
    {
      name: 'type',
      label: 'Clase de contrato',
      choices: [
        ['DPA', 'Contrato de encargo'],
        ['CCT', 'Cláusulas de transferencia'],
        ['ADDENDUM', 'Anexo'],
      ],
    },
    { name: 'version', label: 'Versión', number: true },
  ],
  RAT: [
    { name: 'riskLevel', label: 'Riesgo', choices: RISKS.slice(0, 3) },
    { name: 'legalBasis', label: 'Base de licitud', choices: BASES },
    { name: 'hasSensitiveData', label: 'Hay datos sensibles', choices: YES_NO },
    { name: 'dpiaRequired', label: 'Requiere evaluación de impacto', choices: YES_NO },
    { name: 'automatedDecisions', label: 'Hay decisiones automatizadas', choices: YES_NO },
  ],
  PRIVACY_POLICY: POLICY,
  COOKIE_POLICY: [...POLICY, { name: 'cookieCount', label: 'Número de cookies', number: true }],
  CUSTOM: [],
}

/** The facts that a condition may use: those of the record, and the answers of earlier stages. */
export function factsFor(kind: Kind, earlier: readonly Pick<Stage, 'fields'>[]): KnownFact[] {
  const asked = earlier.flatMap(({ fields }) =>
    fields.map(({ name, label, type, options }): KnownFact => {
      const choices = options.map((option) =>
        typeof option === 'string' ? ([option, option] as const) : ([option.value, option.label] as const),
      )
      return { name, label, asked: true, ...(type === 'SELECT' && { choices }) }
    }),
  )
  return [...FACTS[kind], ...asked]
}

/** The operators that make sense for the fact. */
export function operatorsFor(fact: KnownFact | undefined): readonly Operator[] {
  if (fact?.choices === YES_NO) return ['eq']
  if (fact?.choices) return ['eq', 'neq', 'in', 'exists']
  return fact?.number ? ['gt', 'lt', 'eq', 'exists'] : ['eq', 'neq', 'in', 'gt', 'lt', 'exists']
}

/** The value as text: one line, or one line per entry for a list. */
export function typedOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(typedOf).join('\n')
  return value === null || value === undefined ? '' : String(value)
}

/** The value as the service compares it. */
export function comparedOf(typed: string, operator: Operator, fact: KnownFact | undefined): unknown {
  if (operator === 'exists') return typed !== 'false'
  if (operator === 'in')
    return typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => plain(line, fact))
  return plain(typed.trim(), fact)
}

function plain(text: string, fact: KnownFact | undefined): string | number | boolean {
  if (fact?.choices === YES_NO) return text === 'true'
  return fact?.number && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** «Alto», «Sí», «3». */
export function shown(value: unknown, fact: KnownFact | undefined): string {
  if (Array.isArray(value)) return value.map((one) => shown(one, fact)).join(', ')
  if (value === null || value === undefined || value === '') return 'nada'
  const choices = fact?.choices ?? (typeof value === 'boolean' ? YES_NO : [])
  const found = choices.find(([key]) => key === String(value))
  return found?.[1] ?? (typeof value === 'number' ? value.toLocaleString('es-CL') : String(value))
}
