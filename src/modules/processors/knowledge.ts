/** Due diligence questions, before a processor gets data and while it has them. Articles of Ley 19.628, mod. Ley 21.719. */
export interface DiligenceQuestion {
  key: string
  question: string
  /** The evidence for the answer. */
  evidence: string
  article: string
  /** A legal duty of the processor or of the controller who chooses it: a «no» weighs double. */
  isKey: boolean
}

export const DILIGENCE: readonly DiligenceQuestion[] = [
  {
    key: 'identity',
    question: '¿Está identificado: razón social, RUT o registro, domicilio y representante?',
    evidence: 'Certificado de vigencia o consulta en el SII',
    article: 'art. 15 bis',
    isKey: false,
  },
  {
    key: 'security',
    question: '¿Tiene medidas de seguridad por escrito, acordes con los datos que tratará?',
    evidence: 'Política de seguridad, anexo técnico o certificación vigente',
    article: 'arts. 14 quinquies y 15 bis',
    isKey: true,
  },
  {
    key: 'secrecy',
    question: '¿Su personal está obligado a guardar secreto, también después de irse?',
    evidence: 'Modelo de la cláusula de confidencialidad',
    article: 'arts. 14 bis y 15 bis',
    isKey: true,
  },
  {
    key: 'breaches',
    question: '¿Le avisará de una vulneración de seguridad, y en cuántas horas?',
    evidence: 'Procedimiento de incidentes, con contacto y plazo',
    article: 'arts. 14 sexies y 15 bis',
    isKey: true,
  },
  {
    key: 'places',
    question: '¿Dice en qué países guarda los datos y desde cuáles accede a ellos?',
    evidence: 'Lista de ubicaciones, con la garantía de cada transferencia',
    article: 'arts. 27 y 28',
    isKey: false,
  },
  {
    key: 'delegation',
    question: '¿Dice a quiénes delega, y espera su autorización específica y por escrito?',
    evidence: 'Lista de subencargados',
    article: 'art. 15 bis',
    isKey: true,
  },
  {
    key: 'rights',
    question: '¿Puede buscar, corregir, bloquear y suprimir los datos de una persona cuando usted lo pida?',
    evidence: 'Descripción del procedimiento y su plazo',
    article: 'arts. 4 a 9 y 11',
    isKey: false,
  },
  {
    key: 'return',
    question: '¿Devuelve o suprime los datos al terminar el encargo?',
    evidence: 'Compromiso escrito o modelo del certificado de supresión',
    article: 'art. 15 bis',
    isKey: true,
  },
  {
    key: 'audit',
    question: '¿Acepta que lo revise, o entrega informes de terceros?',
    evidence: 'Informe ISO 27001, SOC 2 u otro',
    article: 'buena práctica',
    isKey: false,
  },
  {
    key: 'record',
    question: '¿Revisó sus antecedentes: sanciones, vulneraciones conocidas, continuidad?',
    evidence: 'Registro Nacional de Sanciones y Cumplimiento, noticias',
    article: 'buena práctica',
    isKey: false,
  },
]
