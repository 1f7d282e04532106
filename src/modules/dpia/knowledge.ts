import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import type { Level } from './rules.ts'

/**
 * Typical risks of certain data, with a first estimate and a usual mitigation: a proposal that a person can take, change or
 * leave. Articles are those of Ley 19.628 as amended by Ley 21.719.
 */
export interface TypicalRisk {
  key: string
  /** Any of these categories. Absent: every activity. */
  categories?: readonly DataCategory[]
  /** A trait of the activity, in addition to the categories or without any. */
  trait?: 'transfer' | 'automated' | 'processors' | 'indefinite'
  description: string
  likelihood: Level
  impact: Level
  mitigation: string
  legalReference: string
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'

export const TYPICAL_RISKS: readonly TypicalRisk[] = [
  {
    key: 'unauthorised_access',
    description:
      'Acceso no autorizado a los datos por personas de la organización o de fuera, por permisos excesivos o credenciales robadas.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Acceso solo a quien lo necesita para su función, doble factor de autenticación, revisión semestral de permisos y registro de los accesos.',
    legalReference: `arts. 3 letra f) y 14 quinquies, ${LAW}`,
  },
  {
    key: 'excess_and_other_purposes',
    description:
      'Recolección de más datos que los necesarios, o uso posterior para fines distintos de los informados.',
    likelihood: 'medium',
    impact: 'medium',
    mitigation:
      'Revisar cada dato frente a la finalidad y eliminar lo que sobra; exigir una nueva evaluación antes de cada uso nuevo.',
    legalReference: `art. 3 letras b) y c), ${LAW}`,
  },
  {
    key: 'data_loss',
    description:
      'Pérdida, alteración o indisponibilidad de los datos por una falla, un error o un secuestro de archivos.',
    likelihood: 'medium',
    impact: 'medium',
    mitigation:
      'Respaldos cifrados y separados de la red, restauraciones de prueba cada trimestre y un plan de respuesta a incidentes.',
    legalReference: `art. 14 quinquies, ${LAW}`,
  },
  {
    key: 'rights_not_served',
    description:
      'Las personas no logran ejercer a tiempo sus derechos de acceso, rectificación, supresión, oposición, portabilidad o bloqueo.',
    likelihood: 'medium',
    impact: 'medium',
    mitigation:
      'Canal de derechos publicado, procedimiento interno con responsables y plazos, y capacidad de ubicar y suprimir los datos en todos los sistemas.',
    legalReference: `arts. 4 a 11, ${LAW}`,
  },
  {
    key: 'identity_theft',
    categories: ['name', 'rut', 'email', 'phone', 'address'],
    description:
      'Suplantación de identidad o engaño por correo o teléfono a los titulares con los datos de identificación filtrados.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Cifrado en tránsito y en reposo, no mostrar el RUT completo cuando no hace falta, y verificación de identidad antes de entregar o cambiar datos.',
    legalReference: `art. 14 quinquies, ${LAW}`,
  },
  {
    key: 'financial_fraud',
    categories: ['financial'],
    description:
      'Fraude o perjuicio económico para los titulares, o trato desfavorable por deudas que se conocen sin deber conocerse.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Separar y cifrar los datos financieros, no guardar datos de tarjetas, limitar quién los consulta y borrar las deudas al extinguirse.',
    legalReference: `arts. 14 quinquies y 17 a 19, ${LAW}`,
  },
  {
    key: 'health_disclosure',
    categories: ['health'],
    description:
      'Divulgación de datos de salud o del perfil biológico, con discriminación laboral, en seguros o en la vida social de las personas.',
    likelihood: 'medium',
    impact: 'critical',
    mitigation:
      'Acceso solo al personal sujeto a secreto, cifrado, seudonimización para usos secundarios y registro de cada consulta a la ficha.',
    legalReference: `arts. 16 y 16 bis, ${LAW}`,
  },
  {
    key: 'biometric_compromise',
    categories: ['biometric'],
    description:
      'Filtración o uso indebido de plantillas biométricas, que la persona no puede cambiar, o identificación errónea.',
    likelihood: 'medium',
    impact: 'critical',
    mitigation:
      'Guardar plantillas irreversibles y cifradas en vez de imágenes, ofrecer otro medio de verificación y suprimirlas al terminar la relación.',
    legalReference: `art. 16 ter, ${LAW}`,
  },
  {
    key: 'discrimination',
    categories: ['ethnic_origin', 'political', 'religious', 'sexual_orientation'],
    description:
      'Discriminación arbitraria o represalias por el origen, la afiliación, las creencias o la vida sexual que los datos revelan.',
    likelihood: 'low',
    impact: 'critical',
    mitigation:
      'Recoger el dato solo con consentimiento expreso o ley que lo autorice, separarlo del resto, y excluirlo de toda decisión que no lo requiera.',
    legalReference: `arts. 2 letra g) y 16, ${LAW}`,
  },
  {
    key: 'criminal_stigma',
    categories: ['criminal'],
    description:
      'Tratamiento de antecedentes penales sin ley que lo autorice, con efectos estigmatizantes en el empleo o el acceso a servicios.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Identificar la norma que permite pedirlos, mirar el certificado sin guardarlo y limitar la consulta a los cargos que la ley señala.',
    legalReference: `art. 25, ${LAW}`,
  },
  {
    key: 'children_exposure',
    categories: ['minor_data'],
    description:
      'Exposición de niños, niñas o adolescentes a contactos, publicidad o perfiles que no convienen a su interés superior.',
    likelihood: 'medium',
    impact: 'critical',
    mitigation:
      'Consentimiento verificado de padres o representantes de menores de 14 años (de 16 si son datos sensibles), textos claros para su edad y nada de publicidad basada en perfiles.',
    legalReference: `art. 16 quáter, ${LAW}`,
  },
  {
    key: 'location_surveillance',
    categories: ['location'],
    description:
      'Seguimiento de los movimientos de las personas fuera de lo necesario, que revela rutinas y vida privada.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Registrar la ubicación solo durante el servicio o la jornada, reducir su precisión y borrar el historial a los pocos días.',
    legalReference: `art. 16 sexies, ${LAW}`,
  },
  {
    key: 'browsing_profiles',
    categories: ['browsing'],
    description:
      'Elaboración de perfiles de navegación sin conocimiento de las personas, o entrega a terceros por cookies y píxeles.',
    likelihood: 'high',
    impact: 'medium',
    mitigation:
      'Cookies no necesarias apagadas hasta que la persona las acepte, inventario de etiquetas de terceros y revocación tan fácil como la aceptación.',
    legalReference: `arts. 12 y 14 ter, ${LAW}`,
  },
  {
    key: 'worker_control',
    categories: ['employment'],
    description:
      'Control desproporcionado de los trabajadores, o decisiones laborales sobre datos inexactos o sin relación con la función.',
    likelihood: 'medium',
    impact: 'medium',
    mitigation:
      'Informar los controles en el reglamento interno, limitarlos a la jornada y a lo laboral, y permitir revisar y corregir los datos.',
    legalReference: `arts. 3 y 16 letra e), ${LAW}`,
  },
  {
    key: 'automated_errors',
    trait: 'automated',
    description:
      'Decisiones automatizadas erróneas, sesgadas o imposibles de explicar, que niegan un servicio o un derecho a una persona.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Informar la lógica aplicada, revisión por una persona a pedido del titular, y pruebas periódicas de exactitud y sesgo.',
    legalReference: `art. 8 bis, ${LAW}`,
  },
  {
    key: 'transfer_without_guarantees',
    trait: 'transfer',
    description:
      'Pérdida de protección de los datos en un país sin nivel adecuado, o acceso de autoridades extranjeras.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Cláusulas contractuales con garantías adecuadas, cifrado con llaves en poder del responsable y alojamiento regional donde se ofrezca.',
    legalReference: `arts. 27 y 28, ${LAW}`,
  },
  {
    key: 'processor_misuse',
    trait: 'processors',
    description:
      'Un encargado usa los datos para fines propios, los entrega a otros sin autorización o no avisa de una vulneración.',
    likelihood: 'medium',
    impact: 'high',
    mitigation:
      'Contrato con objeto, duración, finalidad, tipos de datos y deber de aviso; autorización específica y por escrito para cada subencargado, y revisión anual.',
    legalReference: `art. 15 bis, ${LAW}`,
  },
  {
    key: 'kept_too_long',
    trait: 'indefinite',
    description:
      'Conservación de los datos más allá de lo necesario, que agranda el daño de cualquier vulneración.',
    likelihood: 'high',
    impact: 'medium',
    mitigation: 'Fijar un plazo por tipo de dato, y suprimir o anonimizar de forma automática al cumplirse.',
    legalReference: `arts. 3 letra c) y 7, ${LAW}`,
  },
]

export interface Proposing {
  dataCategories: readonly string[]
  automatedDecisions: boolean
  internationalTransfer: { exists: boolean }
  retentionPeriod: string | null
  processors: readonly unknown[]
}

const TRAITS: Readonly<Record<NonNullable<TypicalRisk['trait']>, (activity: Proposing) => boolean>> = {
  transfer: ({ internationalTransfer }) => internationalTransfer.exists,
  automated: ({ automatedDecisions }) => automatedDecisions,
  processors: ({ processors }) => processors.length > 0,
  indefinite: ({ retentionPeriod }) => retentionPeriod === 'indefinite',
}

const TRAIT_REASONS: Readonly<Record<NonNullable<TypicalRisk['trait']>, string>> = {
  transfer: 'La actividad envía datos fuera de Chile.',
  automated: 'La actividad toma decisiones automatizadas.',
  processors: 'En la actividad participan encargados.',
  indefinite: 'La actividad conserva los datos sin un plazo.',
}

export type ProposedTypicalRisk = TypicalRisk & {
  /** The part of the activity that suggests it. */
  reason: string
}

/** The risks that the activity suggests, each with its reason, without those already taken. */
export function proposeRisks(activity: Proposing, taken: readonly string[]): ProposedTypicalRisk[] {
  return TYPICAL_RISKS.filter(
    ({ categories, trait, description }) =>
      (categories?.some((category) => activity.dataCategories.includes(category)) ?? true) &&
      (trait === undefined || TRAITS[trait](activity)) &&
      !taken.includes(description),
  ).map((risk) => ({ ...risk, reason: reasonOf(risk, activity) }))
}

/** A label inside a sentence. «RUT» stays as it is. */
const inSentence = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase())

function reasonOf({ categories, trait }: TypicalRisk, { dataCategories }: Proposing): string {
  const treated = categories?.filter((category) => dataCategories.includes(category)) ?? []
  const names = treated.map((category) => inSentence(DATA_CATEGORIES[category].label))
  const parts = [
    ...(names.length > 0 ? [`La actividad trata: ${names.join(', ')}.`] : []),
    ...(trait ? [TRAIT_REASONS[trait]] : []),
  ]
  return parts.join(' ') || 'Es habitual en cualquier tratamiento de datos personales.'
}
