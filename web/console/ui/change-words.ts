import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { LEGAL_BASIS_LABELS, RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { day } from '../times.ts'

/** What people call the fields that a history tells of. One that is not here is not told. */
export const FIELDS: Readonly<Record<string, string>> = {
  activityId: 'Actividad',
  approvedAt: 'Aprobada el',
  approverName: 'Aprobada por',
  automatedDecisions: 'Decisiones automatizadas',
  automatedLogic: 'Lógica y consecuencias',
  balancing: 'Ponderación del interés legítimo',
  consentWithdrawal: 'Cómo se revoca',
  contactEmail: 'Correo de contacto',
  contactName: 'Contacto',
  controllerName: 'Por cuenta de',
  controllerRole: 'La organización es',
  country: 'País',
  dataCategories: 'Datos',
  dataSource: 'De dónde vienen',
  description: 'Descripción',
  doneOn: 'Tomada el',
  dpiaRequired: 'Requiere evaluación',
  dpoOpinion: 'Opinión del delegado',
  dueOn: 'Hasta',
  expiresAt: 'Vence',
  hasSensitiveData: 'Datos sensibles',
  impact: 'Impacto',
  legalBasis: 'Base de licitud',
  legalBasisArticle: 'Artículo',
  legalNorm: 'Norma',
  legitimateInterest: 'Interés legítimo',
  likelihood: 'Probabilidad',
  minorsSafeguard: 'Resguardo de menores',
  mitigation: 'Medida',
  name: 'Nombre',
  necessity: 'Necesidad',
  notes: 'Notas',
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
  socioeconomic: 'Situación socioeconómica',
  sourceIsPublic: 'Fuente de acceso público',
  status: 'Estado',
  subjectCategories: 'Personas',
  subjectsConsultation: 'Consulta a las personas afectadas',
  subjectsOpinion: 'Opinión de las personas afectadas',
  systemId: 'Sistema',
  taxId: 'RUT',
  title: 'Título',
  transferCountry: 'País de destino',
  transferExists: 'Salen de Chile',
  transferMechanism: 'Garantía de la transferencia',
  version: 'Versión',
}

const WORDS: Readonly<Record<string, string>> = {
  accepted: 'Aceptado',
  approved: 'Aprobada',
  archived: 'Archivada',
  critical: 'Crítico',
  draft: 'Borrador',
  encargado: 'Encargada',
  high: 'Alto',
  identified: 'Por tratar',
  in_review: 'En aprobación',
  low: 'Bajo',
  medium: 'Medio',
  mitigated: 'Mitigado',
  published: 'Publicada',
  rejected: 'Rechazada',
  responsable: 'Responsable',
  ...RETENTION_LABELS,
  ...Object.fromEntries(Object.entries(LEGAL_BASIS_LABELS).map(([key, { label }]) => [key, label])),
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}/

/** A value as a person reads it. An id says nothing to anybody: that it is another one is all there is to tell. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'nada' : value.map((one) => valueWords(field, one)).join(', ')
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => typeof one === 'string')
      .join(' · ')
  const text = String(value)
  if (ID.test(text)) return 'otro registro'
  if (DAY.test(text) && field !== 'description') return day(text)
  if (field === 'dataCategories') return DATA_CATEGORIES[text as keyof typeof DATA_CATEGORIES]?.label ?? text
  return WORDS[text] ?? text
}
