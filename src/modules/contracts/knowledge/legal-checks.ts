import type { LegalCheck, Severity } from '#kernel/legal-checks.ts'
import { isSamePerson } from '#kernel/text.ts'
import { type ContractType, type MandatoryClause, missingClauses, unfilledClause } from '../rules.ts'
import { MANDATORY_CLAUSES } from './clauses.ts'

/** The facts about a contract when it is sent or signed. */
export interface ContractFacts {
  type: ContractType
  content: string
  /** Key and label of the variables that may be without a value in the text. */
  variables: readonly { key: string; label: string }[]
  /** The placeholders left in the text, as a person reads them. */
  placeholders: readonly string[]
  /** How often the text says «dato no indicado»: it has been sent so before. */
  notIndicated: number
  /** Other words in square brackets, perhaps gaps and perhaps intended. */
  brackets: readonly string[]
  /** The organisation's own party. */
  entity: { name: string; hasWrongRut: boolean }
  /** Activities that belong to another legal entity. */
  foreignActivities: readonly string[]
  /** The places outside Chile to which this processor takes the data. */
  destinations: readonly string[]
  /** A mechanism of arts. 27 and 28 is recorded for them. */
  hasMechanism: boolean
  /** The destinations that the Agency found adequate. */
  adequate: readonly string[]
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'
const PROCESSOR = `art. 15 bis, ${LAW}`
const TRANSFER = `arts. 27 y 28, ${LAW}`

/** The six items that the article lists. The duties behind them bind the processor even if the text is silent. */
const REQUIRED = ['object', 'duration', 'purpose', 'dataTypes', 'subjects', 'obligations']

/** Clauses for a transfer describe it like a contract with a processor, and give the guarantees of art. 28. */
const OF_TRANSFER = ['duration', 'purpose', 'dataTypes', 'subjects', 'instructions', 'security', 'return']

function ofClause(clause: MandatoryClause): LegalCheck<ContractFacts> {
  const { key, label, legalReference } = clause
  const severity: Severity = REQUIRED.includes(key) ? 'medium' : 'low'
  return {
    key: `contract.${key}`,
    article: legalReference,
    severity,
    missing({ type, content, variables }) {
      const applies = type === 'DPA' || (type === 'CCT' && OF_TRANSFER.includes(key))
      if (!applies) return undefined
      if (missingClauses(content, [clause]).length > 0)
        return type === 'DPA' && REQUIRED.includes(key)
          ? `El texto no muestra la cláusula «${label}», que la ley exige.`
          : `El texto no muestra la cláusula «${label}». Conviene incluirla: la ley no la pide en el contrato, pero impone o supone ese deber.`
      const gap = unfilledClause(content, clause, variables)
      return gap && `La cláusula «${label}» está sin completar: falta «${gap}».`
    },
  }
}

/** One check for the variables that a contract of this type needs. */
const ofVariables = (
  key: string,
  types: readonly ContractType[],
  wanted: readonly string[],
  article: string,
  severity: Severity,
  say: (labels: string) => string,
): LegalCheck<ContractFacts> => ({
  key: `contract.${key}`,
  article,
  severity,
  missing({ type, variables, placeholders }) {
    if (!types.includes(type)) return undefined
    const labels = variables
      .filter((variable) => wanted.includes(variable.key) && placeholders.includes(`[${variable.label}]`))
      .map(({ label }) => `«${label}»`)
    return labels.length === 0 ? undefined : say([...new Set(labels)].join(', '))
  },
})

const ALL: readonly ContractType[] = ['DPA', 'CCT', 'ADDENDUM']
const PARTIES = ['responsableNombre', 'responsableRut', 'responsableRepresentante', 'encargadoNombre']

/** What a contract with a processor and clauses for a transfer must say before they bind. */
export const CONTRACT_CHECKS: readonly LegalCheck<ContractFacts>[] = [
  ...MANDATORY_CLAUSES.map(ofClause),
  ofVariables('parties', ALL, PARTIES, PROCESSOR, 'medium', (labels) => {
    return `No se identifica bien a las partes: falta ${labels}. Complete la entidad legal o el encargado y genere el contrato de nuevo.`
  }),
  {
    key: 'contract.taxId',
    article: PROCESSOR,
    severity: 'medium',
    missing: ({ entity }) =>
      entity.hasWrongRut
        ? `El RUT registrado de «${entity.name}» no es válido. Corríjalo y genere el contrato de nuevo.`
        : undefined,
  },
  {
    key: 'contract.entity',
    article: `arts. 2 letra n) y 15 bis, ${LAW}`,
    severity: 'high',
    missing: ({ entity, foreignActivities }) =>
      foreignActivities.length === 0
        ? undefined
        : `El contrato lo celebra «${entity.name}», pero de estas actividades responde otra entidad legal: ${foreignActivities.join('; ')}. Genere un contrato por cada entidad.`,
  },
  ofVariables(
    'original',
    ['ADDENDUM'],
    ['contratoOriginal', 'modificaciones'],
    PROCESSOR,
    'medium',
    (labels) => {
      return `La adenda no dice qué modifica: falta ${labels}.`
    },
  ),
  {
    key: 'contract.destinations',
    article: TRANSFER,
    severity: 'high',
    missing({ type, destinations, variables, placeholders }) {
      if (type !== 'CCT') return undefined
      const gap = variables.some(
        ({ key, label }) => key === 'paisesDestino' && placeholders.includes(`[${label}]`),
      )
      if (!gap && destinations.length > 0) return undefined
      return 'Las cláusulas no dicen a qué país van los datos. Registre el país del encargado o la transferencia de la actividad.'
    },
  },
  {
    key: 'contract.mechanism',
    article: TRANSFER,
    severity: 'high',
    missing: ({ destinations, hasMechanism, adequate }) => {
      const others = destinations.filter((country) => !adequate.includes(country))
      return others.length === 0 || hasMechanism
        ? undefined
        : `El encargado lleva los datos a ${others.join('; ')} y el registro no indica la garantía de esa transferencia. Indíquela en las actividades.`
    },
  },
  {
    key: 'contract.adequate',
    article: TRANSFER,
    severity: 'low',
    missing: ({ type, destinations, adequate }) =>
      type === 'CCT' && destinations.length > 0 && adequate.length === destinations.length
        ? `La Agencia declaró adecuado el nivel de protección de ${adequate.join('; ')}: la transferencia no necesita estas cláusulas (art. 27 letra a).`
        : undefined,
  },
  {
    key: 'contract.notIndicated',
    article: PROCESSOR,
    severity: 'medium',
    missing: ({ notIndicated }) =>
      notIndicated === 0
        ? undefined
        : `El texto dice «no indicado» ${notIndicated === 1 ? 'una vez' : `${notIndicated} veces`}. Complete lo que falta antes de enviarlo.`,
  },
  {
    // The other party reads «dato no indicado» there, so the organisation must know it before sending.
    key: 'contract.placeholders',
    article: PROCESSOR,
    severity: 'medium',
    missing: ({ placeholders }) =>
      placeholders.length === 0
        ? undefined
        : `Quedan datos sin completar: ${placeholders.map((label) => label.replace(/^\[|\]$/g, '')).join(', ')}. En lo que se envía se leerá «dato no indicado».`,
  },
  {
    key: 'contract.brackets',
    article: PROCESSOR,
    severity: 'low',
    missing: ({ brackets }) =>
      brackets.length === 0
        ? undefined
        : `El texto tiene palabras entre corchetes: ${brackets.join(', ')}. Revise si falta completarlas; se envían como están.`,
  },
]

/** The signer of a party, and its recorded representative. */
export interface Signatory {
  name: string
  party: string
  representative: string | null
}

export interface SignerFacts {
  /** Signs for the legal entity. */
  own?: Signatory | undefined
  /** Signs for the processor. */
  other?: Signatory | undefined
}

/** Another signer may hold a power of attorney, which no record shows. So this is advice and refuses nothing. */
const ofSigner = (
  key: string,
  signatory: (facts: SignerFacts) => Signatory | undefined,
  known: (representative: string) => string,
): LegalCheck<SignerFacts> => ({
  key: `contract.${key}`,
  article: PROCESSOR,
  severity: 'low',
  missing(facts) {
    const signer = signatory(facts)
    if (!signer?.representative?.trim() || isSamePerson(signer.name, signer.representative)) return undefined
    return `Por «${signer.party}» firma «${signer.name}», y ${known(signer.representative)}. Si firma con un poder, guárdelo con el contrato; si no, el contrato puede no obligar a «${signer.party}».`
  },
})

/** Compares each signer with the recorded representative of the party. */
export const SIGNER_CHECKS: readonly LegalCheck<SignerFacts>[] = [
  ofSigner(
    'organisationSigner',
    ({ own }) => own,
    (name) => `su representante legal registrado es «${name}»`,
  ),
  ofSigner(
    'signer',
    ({ other }) => other,
    (name) => `quien la representa según el registro es «${name}»`,
  ),
]
