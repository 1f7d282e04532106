import type { DataCategory } from '#kernel/data-categories.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import type { Severity } from '#kernel/legal-checks.ts'
import { fold } from '#kernel/text.ts'
import { isOneOff } from '#modules/data-map/public.ts'
import type { BalancingOutcome, LegalBasis, RetentionPeriod, RiskLevel } from '../rules.ts'
import { mention } from '../screening.ts'
import { allowsSensitive, isForPublicBodies, restsOnInterest } from './bases.ts'
import { PROHIBITED_HEALTH_USES } from './screening-clues.ts'

/**
 * The legal checks of one processing activity. The compliance check shows all of them, and the legal gate those that fail at
 * publication. Articles are those of Ley 19.628 as amended by Ley 21.719. Severity follows the sanctions of arts. 34 bis to
 * 34 quáter: critical if gravísima by itself, high for graves (processing without a basis is grave unless done knowingly),
 * medium for leves and missing proof, low for good practice.
 */
export interface Facts {
  name: string
  legalBasis: LegalBasis | null
  legalBasisArticle: string | null
  legalNorm: string | null
  legitimateInterest: string | null
  balancing: {
    purpose: string | null
    necessity: string | null
    balance: string | null
    safeguards: string | null
    outcome: BalancingOutcome | null
  } | null
  /** Whether the responsible legal entity is a public body. */
  isPublicBody: boolean
  purpose: string
  dataCategories: readonly DataCategory[]
  hasSensitiveData: boolean
  subjectCategories: readonly string[]
  dataSource: string | null
  transfer: {
    exists: boolean
    country: string | null
    mechanism: string | null
    /** The Agency declared the country adequate. */
    isAdequate: boolean
  }
  /** Countries other than Chile with systems and processors of the activity. */
  foreignCountries: readonly string[]
  retentionPeriod: RetentionPeriod | null
  securityMeasures: readonly string[]
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  systemCount: number
  processors: readonly { name: string; dpaStatus: string }[]
  riskLevel: RiskLevel | null
  dpiaRequired: boolean
  dpiaDone: boolean
}

export interface Check {
  key: string
  label: string
  severity: Severity
  legalReference: string
  recommendation: string
  /** Absent: the check applies to every activity. */
  applies?: (facts: Facts) => boolean
  passes: (facts: Facts) => boolean
}

const LAW = LAW_NAME
const said = (text: string | null) => text !== null && text.trim() !== ''
const has = (facts: Facts, category: DataCategory) => facts.dataCategories.includes(category)

/** Articles under «legal obligation» that need no other norm. */
const WITHOUT_NORM = ['13 a', '13 e', '16 b', '16 d', '16 bis d']

/** Articles that need a named law. */
const BY_EXPRESS_LAW = ['16 f', '16 bis f']

/**
 * Art. 27 a): only the Agency declares a country adequate, not the exporter. If the exporter also names a guarantee, that
 * one counts.
 */
export function claimsAdequacy(mechanism: string | null): boolean {
  const said = fold(mechanism ?? '')
  return (
    /^adequate_country$|\bpais(es)? (con (un )?nivel (de proteccion )?)?adecuado/.test(said) &&
    !/clausula|contrat|corporativ|certific|autoriza|consent/.test(said)
  )
}

/** Art. 16 bis: work, school, sport, insurance, security, identification. */
function comesFromProhibitedUse({ name, purpose, subjectCategories, dataCategories }: Facts): boolean {
  const words = [name, purpose, ...subjectCategories].join('. ')
  return dataCategories.includes('employment') || mention(words, PROHIBITED_HEALTH_USES) !== undefined
}

export const CHECKS: readonly Check[] = [
  // ── lawful basis ──
  {
    key: 'legal_basis_defined',
    label: 'La actividad tiene una base de licitud',
    severity: 'high',
    legalReference: `arts. 3 letra a), 12 y 13, ${LAW}`,
    recommendation: 'Elija la base de licitud. Sin ella el tratamiento es ilícito.',
    passes: (facts) => facts.legalBasis !== null,
  },
  {
    key: 'legal_basis_fits_sensitive_data',
    label: 'La base de licitud permite tratar datos sensibles',
    severity: 'high',
    legalReference: `arts. 16, 16 bis y 16 ter, ${LAW}`,
    recommendation:
      'Los datos sensibles se tratan con consentimiento expreso o en los casos de los arts. 16, 16 bis y 16 ter. Ni el interés legítimo ni el contrato bastan: cambie la base o su artículo, o deje de tratar los datos sensibles.',
    applies: (facts) => facts.hasSensitiveData,
    passes: allowsSensitive,
  },
  {
    key: 'health_use_not_prohibited',
    label: 'Los datos de salud no vienen de un ámbito en que su uso está prohibido',
    severity: 'high',
    legalReference: `art. 16 bis, ${LAW}`,
    recommendation:
      'Los datos de salud recogidos en el trabajo, el colegio, el deporte, los seguros, la seguridad o la identificación no se pueden usar, ni con consentimiento, salvo que una ley lo autorice: indique esa ley con su artículo o deje de tratarlos.',
    applies: (facts) => has(facts, 'health') && comesFromProhibitedUse(facts),
    passes: ({ legalBasis, legalNorm }) =>
      (legalBasis === 'legal_obligation' || legalBasis === 'public_interest') && said(legalNorm),
  },
  {
    key: 'biometric_basis',
    label: 'Los datos biométricos se tratan con consentimiento expreso o en los casos del art. 16 bis',
    severity: 'high',
    legalReference: `art. 16 ter, ${LAW}`,
    recommendation:
      'Pida consentimiento expreso, ofrezca una alternativa sin biometría e informe el sistema, la finalidad y el período de uso; o indique la ley que autoriza el tratamiento.',
    applies: (facts) => has(facts, 'biometric'),
    // Art. 16 ter refers to all letters of art. 16 bis. Other checks ask for the norm of a letter that needs one.
    passes: ({ legalBasis, legalBasisArticle, legalNorm }) =>
      legalBasis === 'consent' || said(legalNorm) || legalBasisArticle?.startsWith('16 bis ') === true,
  },
  {
    key: 'legal_norm_named',
    label: 'La obligación legal está identificada',
    severity: 'medium',
    legalReference: `arts. 13 letra b) y 16 letras e) y f), ${LAW}`,
    recommendation: 'Indique la norma que ordena el tratamiento, con su artículo.',
    applies: ({ legalBasis, legalBasisArticle }) =>
      legalBasis === 'legal_obligation' && !WITHOUT_NORM.includes(legalBasisArticle ?? ''),
    passes: (facts) => said(facts.legalNorm),
  },
  {
    key: 'legitimate_interest_stated',
    label: 'El interés legítimo está expresado',
    severity: 'medium',
    legalReference: `arts. 5 letra e), 13 letra d) y 14 ter letra d), ${LAW}`,
    recommendation:
      'Escriba cuál es el interés, por qué no vulnera los derechos de las personas y recuerde que pueden oponerse en todo momento (art. 8 letra a).',
    applies: (facts) =>
      restsOnInterest(facts) ||
      (facts.legalBasis === 'legitimate_interest' && facts.legalBasisArticle === '16 quinquies'),
    passes: (facts) => said(facts.legitimateInterest),
  },
  {
    key: 'interest_weighed',
    label: 'El interés legítimo está ponderado frente a los derechos de los titulares',
    severity: 'medium',
    legalReference: `arts. 3 letra a) y 13 letra d), ${LAW}`,
    recommendation:
      'Registre la ponderación: cuál es el interés, por qué el tratamiento es necesario, cómo afecta a las personas, qué las protege y el resultado.',
    applies: restsOnInterest,
    passes: ({ balancing: test }) =>
      test !== null &&
      [test.purpose, test.necessity, test.balance, test.safeguards].every(said) &&
      test.outcome !== null,
  },
  {
    key: 'interest_prevails',
    label: 'La ponderación permite el tratamiento',
    severity: 'high',
    legalReference: `arts. 13 letra d) y 34 ter, ${LAW}`,
    recommendation:
      'La ponderación resultó desfavorable: el interés legítimo no sirve de base. Refuerce los resguardos y repítala, use otra base o deje de tratar los datos.',
    applies: (facts) => restsOnInterest(facts) && facts.balancing?.outcome != null,
    passes: (facts) => facts.balancing?.outcome === 'favourable',
  },
  {
    key: 'public_body_basis',
    label: 'El órgano público trata los datos para sus funciones legales',
    severity: 'high',
    legalReference: `arts. 20 y 21, ${LAW}`,
    recommendation:
      'Un órgano público no funda sus tratamientos en el interés legítimo: indique la función legal que los ordena (art. 20) u otra base.',
    applies: (facts) => facts.isPublicBody,
    passes: (facts) => !restsOnInterest(facts),
  },
  {
    key: 'public_article_of_public_body',
    label: 'Solo un órgano público invoca las funciones públicas',
    severity: 'high',
    legalReference: `arts. 20 y 54, ${LAW}`,
    recommendation:
      'La entidad legal que responde no es un órgano público: elija la base y el artículo que corresponden a una entidad privada, o marque la entidad como órgano público.',
    applies: (facts) => isForPublicBodies(facts.legalBasisArticle),
    passes: (facts) => facts.isPublicBody,
  },
  {
    key: 'vital_interest_limits',
    label: 'El interés vital se usa solo mientras dura el impedimento',
    severity: 'medium',
    legalReference: `arts. 16 letra c) y 16 bis letra a), ${LAW}`,
    recommendation:
      'El interés vital sirve solo cuando peligra la vida o la salud del titular o de otra persona y el titular no puede consentir; después se le informa en detalle. Indique el artículo y el caso, o use otra base si el tratamiento es habitual.',
    applies: (facts) => facts.legalBasis === 'vital_interest',
    passes: (facts) => said(facts.legalBasisArticle),
  },
  {
    key: 'public_interest_limits',
    label: 'El interés público tiene respaldo en una norma',
    severity: 'high',
    legalReference: `arts. 16 bis letras b) y c), 16 quinquies y 20, ${LAW}`,
    recommendation:
      'Una entidad privada solo puede invocarlo en alertas sanitarias, en estudios de interés público o cuando una ley lo manda, y debe indicar el artículo; un órgano público, dentro de sus funciones y con la norma que las fija. Complete lo que falta o cambie la base.',
    applies: (facts) => facts.legalBasis === 'public_interest',
    passes: ({ isPublicBody, legalBasisArticle, legalNorm }) =>
      isPublicBody
        ? said(legalNorm)
        : legalBasisArticle !== null &&
          !isForPublicBodies(legalBasisArticle) &&
          (!BY_EXPRESS_LAW.includes(legalBasisArticle) || said(legalNorm)),
  },
  {
    key: 'consent_can_be_withdrawn',
    label: 'Se puede revocar el consentimiento por medios similares a los que se usaron para darlo',
    severity: 'medium',
    legalReference: `arts. 12 y 14 ter letra k), ${LAW}`,
    recommendation: 'Indique por qué medio, gratuito y siempre disponible, se revoca el consentimiento.',
    applies: (facts) => facts.legalBasis === 'consent',
    passes: (facts) => said(facts.consentWithdrawal),
  },
  // ── whose data, and what data ──
  {
    key: 'purpose_specific',
    label: 'La finalidad es específica',
    severity: 'medium',
    legalReference: `art. 3 letra b), ${LAW}`,
    recommendation: 'Describa para qué se usan los datos, de modo que una persona ajena lo entienda.',
    passes: (facts) => facts.purpose.trim().length >= 15,
  },
  {
    key: 'data_categories_declared',
    label: 'Las categorías de datos están declaradas',
    severity: 'medium',
    legalReference: `arts. 3 letra c) y 14 ter letra d), ${LAW}`,
    recommendation: 'Marque las categorías de datos, y solo las necesarias para la finalidad.',
    passes: (facts) => facts.dataCategories.length > 0,
  },
  {
    key: 'subjects_declared',
    label: 'Las personas cuyos datos se tratan están descritas',
    severity: 'medium',
    legalReference: `art. 14 ter letra d), ${LAW}`,
    recommendation: 'Indique las categorías de titulares: clientes, trabajadores, pacientes u otras.',
    passes: (facts) => facts.subjectCategories.length > 0,
  },
  {
    key: 'minors_protected',
    label: 'Los datos de niños, niñas y adolescentes tienen resguardo',
    severity: 'high',
    legalReference: `art. 16 quáter, ${LAW}`,
    recommendation:
      'Explique cómo se obtiene el consentimiento de los padres, los representantes legales o quien tiene el cuidado personal (bajo 14 años; bajo 16 con datos sensibles) o qué ley lo reemplaza, y cómo se cuida el interés superior.',
    applies: (facts) => has(facts, 'minor_data'),
    passes: (facts) => said(facts.minorsSafeguard),
  },
  {
    key: 'criminal_data_authorised',
    label: 'Una ley autoriza a tratar datos de infracciones y condenas',
    severity: 'high',
    legalReference: `arts. 25 y 34 ter, ${LAW}`,
    recommendation:
      'En principio solo los órganos públicos pueden tratar estos datos. Indique la ley que lo autoriza, con obligación legal o interés público como base, o deje de tratarlos.',
    applies: (facts) => has(facts, 'criminal'),
    passes: ({ legalBasis, legalNorm }) =>
      (legalBasis === 'legal_obligation' || legalBasis === 'public_interest') && said(legalNorm),
  },
  // ── information, retention, security ──
  {
    key: 'information_duty',
    label: 'Está lo que se debe informar a las personas: el origen de los datos',
    severity: 'medium',
    legalReference: `art. 14 ter letra j), ${LAW}`,
    recommendation:
      'Indique de dónde vienen los datos y si la fuente es de acceso público: la política de tratamiento debe decirlo.',
    passes: (facts) => said(facts.dataSource),
  },
  {
    key: 'retention_defined',
    label: 'El plazo de conservación está definido',
    severity: 'medium',
    legalReference: `arts. 3 letra c) y 14 ter letra i), ${LAW}`,
    recommendation: 'Fije por cuánto tiempo se guardan los datos.',
    passes: (facts) => facts.retentionPeriod !== null,
  },
  {
    key: 'retention_limited',
    label: 'Los datos no se guardan para siempre',
    severity: 'high',
    legalReference: `arts. 3 letra c) y 16 quinquies, ${LAW}`,
    recommendation:
      'Suprima o anonimice los datos cuando la finalidad se cumple. Conservarlos sin límite solo se permite para fines históricos, estadísticos, científicos o de estudio de interés público.',
    passes: ({ retentionPeriod, legalBasis, legalBasisArticle: article }) =>
      retentionPeriod !== 'indefinite' ||
      article === '16 quinquies' ||
      article === '16 bis c' ||
      (article === null && legalBasis === 'public_interest'),
  },
  {
    key: 'security_measures',
    label: 'Hay medidas de seguridad declaradas',
    severity: 'high',
    legalReference: `art. 14 quinquies, ${LAW}`,
    recommendation:
      'Registre las medidas que protegen los datos: control de acceso, cifrado, respaldos, registro de accesos.',
    passes: (facts) => facts.securityMeasures.length > 0,
  },
  {
    key: 'security_reinforced',
    label: 'Los datos de mayor riesgo se cifran o seudonimizan',
    severity: 'low',
    legalReference: `art. 14 quinquies, ${LAW}`,
    recommendation: 'Agregue cifrado o seudonimización.',
    applies: (facts) => facts.hasSensitiveData || has(facts, 'criminal'),
    passes: (facts) =>
      facts.securityMeasures.some((measure) =>
        /ENCRYPT|PSEUDONYM|ANONYM|cifra|encript|seud[oó]n|an[oó]nim/i.test(measure),
      ),
  },
  {
    key: 'system_identified',
    label: 'Se sabe en qué sistema se tratan los datos',
    severity: 'low',
    legalReference: 'DS 662/2025 (Hacienda), art. 3 letra d) N° iii',
    recommendation: 'Vincule el sistema del mapa de datos.',
    passes: (facts) => facts.systemCount > 0,
  },
  // ── other holders of the data ──
  {
    key: 'transfer_declared',
    label: 'Los datos que están fuera de Chile figuran como transferencia internacional',
    severity: 'high',
    legalReference: `arts. 14 ter letra h), 27 y 28, ${LAW}`,
    recommendation:
      'Un sistema o encargado de esta actividad está en el extranjero: declare la transferencia, su país y su mecanismo.',
    applies: (facts) => facts.foreignCountries.length > 0,
    passes: (facts) => facts.transfer.exists,
  },
  {
    key: 'transfer_mechanism',
    label: 'La transferencia internacional tiene país y mecanismo',
    severity: 'high',
    legalReference: `arts. 27 y 28, ${LAW}`,
    recommendation:
      'Indique el país y el mecanismo: cláusulas contractuales, normas corporativas, certificación o autorización de la Agencia; país adecuado, solo si la Agencia lo declaró.',
    applies: (facts) => facts.transfer.exists,
    passes: ({ transfer }) =>
      said(transfer.country) &&
      (transfer.isAdequate || (said(transfer.mechanism) && !claimsAdequacy(transfer.mechanism))),
  },
  {
    key: 'transfer_habitual',
    label: 'El mecanismo de la transferencia sirve para una que es habitual',
    severity: 'medium',
    legalReference: `art. 27, ${LAW}`,
    recommendation:
      'Un sistema o encargado tiene los datos en el extranjero de manera continua, y el mecanismo indicado solo vale para transferencias específicas y no habituales: use cláusulas contractuales, normas corporativas, una certificación o una autorización de la Agencia.',
    applies: ({ transfer, foreignCountries }) =>
      transfer.exists && !transfer.isAdequate && foreignCountries.length > 0,
    passes: ({ transfer }) => !isOneOff(transfer.mechanism),
  },
  {
    key: 'processor_contracts',
    label: 'Todos los encargados tienen contrato firmado',
    severity: 'medium',
    legalReference: `art. 15 bis, ${LAW}`,
    recommendation:
      'Firme con cada encargado un contrato que diga objeto, duración, finalidad, datos, titulares y obligaciones.',
    applies: (facts) => facts.processors.length > 0,
    passes: (facts) => facts.processors.every(({ dpaStatus }) => dpaStatus === 'SIGNED'),
  },
  // ── risk ──
  {
    key: 'automated_decisions_explained',
    label: 'Las decisiones automatizadas están explicadas',
    severity: 'medium',
    legalReference: `arts. 8 bis y 14 ter letra l), ${LAW}`,
    recommendation:
      'Describa la lógica y las consecuencias, y cómo se piden explicación, intervención humana y revisión.',
    applies: (facts) => facts.automatedDecisions,
    passes: (facts) => said(facts.automatedLogic),
  },
  {
    key: 'risk_assessed',
    label: 'El riesgo de la actividad está calculado',
    severity: 'low',
    legalReference: `arts. 14 quinquies y 15 ter, ${LAW}`,
    recommendation: 'Calcule el riesgo de la actividad y guárdelo.',
    passes: (facts) => facts.riskLevel !== null,
  },
  {
    key: 'dpia_recognised',
    label: 'Se reconoce que los datos sensibles sin consentimiento exigen evaluación de impacto',
    severity: 'critical',
    legalReference: `arts. 15 ter letra d) y 34 quáter letra k), ${LAW}`,
    recommendation: 'Haga el examen previo de la actividad y marque que requiere evaluación de impacto.',
    applies: (facts) =>
      facts.hasSensitiveData &&
      facts.legalBasis !== null &&
      facts.legalBasis !== 'consent' &&
      !facts.isPublicBody,
    passes: (facts) => facts.dpiaRequired || facts.dpiaDone,
  },
  {
    key: 'dpia_done',
    label: 'La evaluación de impacto está aprobada',
    severity: 'critical',
    legalReference: `arts. 15 ter y 34 quáter letra k), ${LAW}`,
    recommendation: 'Haga y apruebe la evaluación de impacto antes de iniciar o continuar el tratamiento.',
    applies: (facts) => facts.dpiaRequired && !facts.isPublicBody,
    passes: (facts) => facts.dpiaDone,
  },
  {
    key: 'dpia_done_by_public_body',
    label: 'El órgano público evaluó el impacto',
    severity: 'low',
    legalReference: `arts. 15 ter y 21, ${LAW}`,
    recommendation:
      'La ley no exige la evaluación de impacto a los órganos públicos, pero hacerla es la mejor prueba de que se midió el riesgo.',
    applies: (facts) => facts.dpiaRequired && facts.isPublicBody,
    passes: (facts) => facts.dpiaDone,
  },
]
