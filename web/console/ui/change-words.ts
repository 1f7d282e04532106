import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { shownRut } from '#kernel/rut.ts'
import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import { LEGAL_BASIS_LABELS, RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { day } from '../times.ts'

/** Labels of the fields in histories. A history leaves out fields without a label. */
export const FIELDS: Readonly<Record<string, string>> = {
  activityId: 'Actividad',
  approvedAt: 'Aprobada el',
  approverName: 'Aprobada por',
  approverRole: 'Cargo de quien la aprobó',
  automatedDecisions: 'Decisiones automatizadas',
  automatedLogic: 'Lógica y consecuencias',
  balancing: 'Ponderación del interés legítimo',
  consentWithdrawal: 'Cómo se revoca',
  contactEmail: 'Correo de contacto',
  contactName: 'Contacto',
  contractExpiry: 'El contrato vence',
  contractStatus: 'Contrato',
  controllerName: 'Por cuenta de',
  controllerRole: 'La organización es',
  country: 'País',
  dataCategories: 'Datos',
  dataSource: 'De dónde vienen',
  description: 'Descripción',
  doneOn: 'Tomada el',
  dpaStatus: 'Contrato de encargo',
  dpaValidUntil: 'Contrato vigente hasta',
  dpiaRequired: 'Requiere evaluación',
  dpoOpinion: 'Opinión del delegado',
  dueOn: 'Hasta',
  expiresAt: 'Vence',
  hasDpaClause: 'El contrato trata la protección de datos',
  hasSensitiveData: 'Datos sensibles',
  hostingCountry: 'País',
  hostingType: 'Alojamiento',
  impact: 'Impacto',
  legalBasis: 'Base de licitud',
  legalBasisArticle: 'Artículo',
  legalEntityId: 'Entidad legal',
  legalNorm: 'Norma',
  legitimateInterest: 'Interés legítimo',
  likelihood: 'Probabilidad',
  minorsSafeguard: 'Resguardo de menores',
  mitigation: 'Medida',
  name: 'Nombre',
  necessity: 'Necesidad',
  notes: 'Notas',
  owner: 'A cargo de',
  ownerEmail: 'Correo de quien está a cargo',
  ownerName: 'A cargo',
  processorId: 'Encargado',
  proportionality: 'Proporcionalidad',
  purpose: 'Finalidad',
  recipients: 'Destinatarios',
  residualRisk: 'Riesgo después de las medidas',
  responsibleArea: 'Área a cargo',
  retentionNote: 'Por qué ese plazo',
  retentionPeriod: 'Se conservan',
  reviewAt: 'Revisión',
  riskLevel: 'Riesgo',
  riskScore: 'Puntaje de riesgo',
  scope: 'Alcance',
  securityMeasures: 'Medidas de seguridad',
  services: 'Servicios',
  severity: 'Gravedad',
  signedAt: 'Firmado el',
  signerEmail: 'Correo de quien firma',
  signerName: 'Quién firma',
  signerRut: 'RUT de quien firma',
  socioeconomic: 'Situación socioeconómica',
  sourceIsPublic: 'Fuente de acceso público',
  status: 'Estado',
  subjectCategories: 'Personas',
  subjectsConsultation: 'Consulta a las personas afectadas',
  subjectsOpinion: 'Opinión de las personas afectadas',
  systemId: 'Sistema',
  taxId: 'RUT',
  terminatedAt: 'Terminado el',
  title: 'Título',
  transferCountry: 'País de destino',
  transferExists: 'Salen de Chile',
  transferMechanism: 'Garantía de la transferencia',
  type: 'Clase',
  vendor: 'Proveedor que lo opera',
  version: 'Versión',
}

type Words = Readonly<Record<string, string>>

const wordsOf = (terms: readonly { value: string; label: string }[]): Words =>
  Object.fromEntries(terms.map(({ value, label }) => [value, label]))

const LEVELS: Words = { low: 'Bajo', medium: 'Medio', high: 'Alto', critical: 'Crítico' }

/** Labels of the codes in fields. Other texts are people's own and stay as they are. */
const CODES: Readonly<Record<string, Words>> = {
  balancing: {
    favourable: 'El interés prevalece',
    unfavourable: 'Prevalecen los derechos de los titulares',
  },
  contractStatus: wordsOf(VOCABULARY.contractStatuses),
  controllerRole: { responsable: 'Responsable', encargado: 'Encargada' },
  dataCategories: Object.fromEntries(Object.entries(DATA_CATEGORIES).map(([key, { label }]) => [key, label])),
  dpaStatus: { NONE: 'Sin contrato', PENDING: 'Pendiente', SIGNED: 'Firmado', EXPIRED: 'Vencido' },
  hostingType: wordsOf(VOCABULARY.hostingTypes),
  impact: LEVELS,
  legalBasis: Object.fromEntries(Object.entries(LEGAL_BASIS_LABELS).map(([key, { label }]) => [key, label])),
  likelihood: LEVELS,
  residualRisk: LEVELS,
  retentionPeriod: RETENTION_LABELS,
  riskLevel: LEVELS,
  securityMeasures: wordsOf(VOCABULARY.securityMeasures),
  severity: LEVELS,
  status: {
    archived: 'Archivada',
    approved: 'Aprobada',
    draft: 'Borrador',
    in_review: 'En aprobación',
    published: 'Publicada',
    rejected: 'Rechazada',
    accepted: 'Aceptado',
    identified: 'Por tratar',
    mitigated: 'Mitigado',
    DRAFT: 'Borrador',
    SENT: 'Enviado a firmar',
    SIGNED: 'Firmado',
    EXPIRED: 'Vencido',
    TERMINATED: 'Terminado',
  },
  subjectCategories: wordsOf(VOCABULARY.subjectCategories),
  transferMechanism: wordsOf(VOCABULARY.transferMechanisms),
  type: wordsOf(VOCABULARY.systemTypes),
}

const RUTS = new Set(['signerRut', 'taxId'])

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Must match the whole text: a text may begin with a date. */
const DAY = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/

/** A value in words. An id tells people nothing, so only the fact that it changed is shown. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'nada' : value.map((one) => valueWords(field, one)).join(', ')
  if (typeof value === 'number') return value.toLocaleString('es-CL')
  if (typeof value === 'object') {
    const said = Object.values(value).filter((one) => typeof one === 'string' && one !== '' && !ID.test(one))
    return said.map((one) => valueWords(field, one)).join(' · ') || 'nada'
  }
  const text = String(value)
  if (ID.test(text)) return 'otro registro'
  if (DAY.test(text) && !Number.isNaN(Date.parse(text))) return day(text)
  if (RUTS.has(field)) return shownRut(text)
  const words = CODES[field]
  return words && Object.hasOwn(words, text) ? words[text]! : text
}
