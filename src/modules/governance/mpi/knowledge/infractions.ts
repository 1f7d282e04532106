import type { FineClass } from '#kernel/law/law.ts'

/** The properties of an activity that decide which infringements can happen in it. */
export interface Exposed {
  name: string
  hasSensitiveData: boolean
  data_categories: readonly string[]
  dpia_required: boolean
  transfer_exists: boolean
}

/** One infringement of the law, and the checks that show whether it is prevented. */
export interface Infraction {
  risk: string
  article: string
  /** Keys of checks. Empty if no record measures it: then the organisation must describe its control. */
  checks: readonly string[]
  /**
   * Selects the activities in which it can happen. Absent for infringements possible in any activity: no basis or another
   * purpose, too much data, a breach with reasonable risk.
   */
  touches?: (activity: Exposed) => boolean
  /** A text that the organisation must write, because no check measures it. */
  toDescribe?: string
}

const bySensitive = ({ hasSensitiveData }: Exposed) => hasSensitiveData
const withMinors = ({ data_categories }: Exposed) => data_categories.includes('minor_data')
const withCriminal = ({ data_categories }: Exposed) => data_categories.includes('criminal')
const abroad = ({ transfer_exists }: Exposed) => transfer_exists
const toAssess = ({ dpia_required }: Exposed) => dpia_required
const either =
  (...of: ((one: Exposed) => boolean)[]) =>
  (one: Exposed) =>
    of.some((touches) => touches(one))

/** Arts. 34 bis to 34 quáter, in their order. Each class is a level of the risk matrix (DS 662, art. 3). */
export const INFRACTIONS: Readonly<Record<FineClass, readonly Infraction[]>> = {
  leve: [
    {
      risk: 'Informar de manera incompleta a los titulares: política ausente, atrasada o sin lo que exige la ley',
      article: 'arts. 14 ter y 34 bis letra a)',
      checks: [
        'transparency.privacy',
        'transparency.current',
        'organisation.representative',
        'organisation.address',
        'rat.interest',
        'rat.automated',
        'consent.withdrawal',
      ],
    },
    {
      risk: 'No tener un medio de contacto para los titulares',
      article: 'arts. 10, 14 ter letra c) y 34 bis letra b)',
      checks: ['organisation.contact'],
    },
    {
      risk: 'No responder, o responder tarde o de manera incompleta, las solicitudes de los titulares',
      article: 'arts. 11 y 34 bis letra c)',
      checks: ['dsar.overdue', 'dsar.on_time', 'dsar.thirds'],
    },
    {
      risk: 'Encargar el tratamiento a terceros sin contrato vigente',
      article: 'arts. 15 bis y 34 bis letra f)',
      checks: ['processors.signed'],
    },
    {
      risk: 'No enviar a la Agencia las comunicaciones que la ley exige',
      article: 'art. 34 bis letra d)',
      checks: [],
      toDescribe: 'Quién envía a la Agencia las comunicaciones obligatorias y cómo se guarda su constancia.',
    },
    {
      risk: 'Incumplir las instrucciones generales de la Agencia',
      article: 'art. 34 bis letra e)',
      checks: [],
      toDescribe: 'Quién sigue las instrucciones generales de la Agencia y las lleva a la práctica.',
    },
  ],
  grave: [
    {
      risk: 'Tratar datos sin base de licitud, o para otra finalidad',
      article: 'arts. 12, 13, 16, 16 bis, 16 ter y 34 ter letra a)',
      checks: ['rat.sensitive_basis', 'consent.collected', 'consent.before'],
    },
    {
      risk: 'Conservar datos más allá de su finalidad, o tratar datos excesivos',
      article: 'arts. 3 letra c) y 34 ter letra c)',
      checks: ['rat.retention'],
    },
    {
      risk: 'Tratar datos inexactos, incompletos o desactualizados',
      article: 'arts. 3 letra d) y 34 ter letra d)',
      checks: [],
      toDescribe: 'Cómo se comprueba que los datos son exactos y cada cuánto se actualizan.',
    },
    {
      risk: 'No responder o rechazar sin fundamento un bloqueo temporal',
      article: 'arts. 8 ter y 34 ter letra f)',
      checks: ['dsar.blocking'],
    },
    {
      risk: 'Tratar datos de niños, niñas y adolescentes contra las reglas especiales',
      article: 'arts. 16 quáter y 34 ter letra g)',
      touches: withMinors,
      checks: ['rat.minors'],
    },
    {
      risk: 'Vulnerar el deber de seguridad',
      article: 'arts. 14 quinquies y 34 ter letra j)',
      checks: ['rat.security', 'dpia.risks'],
    },
    {
      risk: 'Omitir el reporte, la comunicación o el registro de una vulneración',
      article: 'arts. 14 sexies y 34 ter letra k)',
      checks: ['breaches.decided', 'breaches.reported', 'breaches.subjects', 'breaches.register'],
    },
    {
      risk: 'Transferir datos al extranjero sin un mecanismo que lo permita',
      article: 'arts. 27, 28 y 34 ter letra m)',
      touches: abroad,
      checks: ['rat.transfers'],
    },
    {
      risk: 'Comunicar o ceder datos sin derecho, o faltar al deber de secreto',
      article: 'arts. 14 bis, 15 y 34 ter letras b) e i)',
      checks: [],
      toDescribe:
        'Quién autoriza una cesión o comunicación de datos y qué compromiso de secreto firman las personas.',
    },
    {
      risk: 'Impedir u obstaculizar el ejercicio de los derechos',
      article: 'arts. 4, 10 y 34 ter letra e)',
      checks: [],
      toDescribe:
        'Qué instrucción tienen las personas que atienden público cuando alguien ejerce un derecho.',
    },
    {
      risk: 'No cumplir una resolución o un requerimiento específico y directo de la Agencia',
      article: 'art. 34 ter letra n)',
      checks: [],
      toDescribe:
        'Quién recibe las instrucciones y resoluciones de la Agencia y responde por su cumplimiento.',
    },
  ],
  gravisima: [
    {
      risk: 'No hacer la evaluación de impacto cuando es obligatoria',
      article: 'arts. 15 ter y 34 quáter letra k)',
      touches: toAssess,
      checks: ['dpia.approved'],
    },
    {
      risk: 'Tratar a sabiendas datos sensibles, o de niños, niñas y adolescentes, contra la ley',
      article: 'arts. 16, 16 quáter y 34 quáter letra e)',
      touches: either(bySensitive, withMinors),
      checks: ['rat.sensitive_basis', 'rat.minors'],
    },
    {
      risk: 'Omitir deliberadamente el reporte de una vulneración',
      article: 'arts. 14 sexies y 34 quáter letra f)',
      checks: ['breaches.reported'],
    },
    {
      risk: 'Transferir datos al extranjero a sabiendas de que no se puede',
      article: 'arts. 27, 28 y 34 quáter letra h)',
      touches: abroad,
      checks: ['rat.transfers'],
    },
    {
      risk: 'Tratar datos de manera fraudulenta, destinarlos maliciosamente a otra finalidad, o comunicar a sabiendas información no veraz',
      article: 'art. 34 quáter letras a), b) y c)',
      checks: [],
      toDescribe: 'Qué controles internos y sanciones previenen el uso fraudulento o malicioso de los datos.',
    },
    {
      risk: 'Faltar al secreto de datos sensibles o de infracciones penales, o tratar en masa registros penales',
      article: 'arts. 14 bis, 25 y 34 quáter letras d) y g)',
      touches: either(bySensitive, withCriminal),
      checks: [],
      toDescribe:
        'Quién accede a datos sensibles o penales, con qué autorización y bajo qué compromiso de secreto.',
    },
    {
      risk: 'No cumplir lo que la Agencia resuelve en un reclamo, o darle antecedentes falsos para certificarse',
      article: 'arts. 34 quáter letras i) y j) y 51',
      checks: [],
      toDescribe:
        'Quién verifica los antecedentes que se entregan a la Agencia y el cumplimiento de lo que resuelve.',
    },
  ],
}
