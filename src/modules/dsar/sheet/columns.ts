import { type Column, choicesOf } from '#modules/imports/public.ts'
import { RIGHTS } from '../knowledge.ts'
import { type ResponseType, type RightType, STATE_LABELS } from '../rules.ts'

export const RESPONSE_LABELS: Readonly<Record<Exclude<ResponseType, 'EXTENDED'>, string>> = {
  FULFILLED: 'Acogida',
  PARTIALLY_FULFILLED: 'Acogida en parte',
  REJECTED_IDENTITY: 'Rechazada por identidad',
  REJECTED_LEGAL: 'Rechazada por un motivo legal',
}

const RIGHT_LABELS = Object.fromEntries(
  Object.entries(RIGHTS).map(([value, { label }]) => [value, label]),
) as Record<RightType, string>

/** Headings as our export writes them, and their usual names in other registers. */
export const COLUMNS: readonly Column[] = [
  {
    field: 'previousNumber',
    heading: 'Número anterior',
    english: 'Previous number',
    also: [
      'N°',
      'Nº',
      'Número',
      'Folio anterior',
      'Correlativo',
      'N° de solicitud',
      'Número de solicitud',
      'Number',
      'ID solicitud',
    ],
    kind: 'text',
    required: true,
    hint: 'El número que la solicitud tenía en su libro.',
  },
  {
    field: 'rightType',
    heading: 'Derecho',
    english: 'Right',
    also: ['Tipo', 'Tipo de solicitud', 'Tipo de derecho', 'Derecho ejercido', 'Request type', 'ARCO'],
    kind: 'one',
    choices: choicesOf(RIGHT_LABELS, {
      ACCESS: ['Access'],
      RECTIFICATION: ['Rectification'],
      DELETION: ['Cancelación', 'Eliminación', 'Erasure', 'Deletion'],
      OPPOSITION: ['Opposition', 'Objection'],
      PORTABILITY: ['Portability'],
      BLOCKING: ['Bloqueo', 'Blocking'],
    }),
    required: true,
  },
  {
    field: 'status',
    heading: 'Estado',
    english: 'Status',
    also: ['Situación', 'Estado de la solicitud'],
    kind: 'one',
    choices: choicesOf(STATE_LABELS, {
      RECEIVED: ['Nueva', 'Ingresada', 'Pendiente', 'Received'],
      VERIFYING: ['Verificando', 'Verifying'],
      IN_PROGRESS: ['En proceso', 'En trámite', 'In progress'],
      EXTENDED: ['Prorrogada', 'Ampliada', 'Extended'],
      COMPLETED: ['Cerrada', 'Respondida', 'Terminada', 'Completed', 'Closed'],
      REJECTED: ['Denegada', 'Rejected'],
    }),
    required: true,
  },
  {
    field: 'receivedOn',
    heading: 'Recibida el',
    english: 'Received on',
    also: ['Fecha', 'Fecha de ingreso', 'Fecha de recepción', 'Recibida', 'Ingreso', 'Received', 'Date'],
    kind: 'day',
    required: true,
  },
  {
    field: 'subjectName',
    heading: 'Titular',
    english: 'Data subject',
    also: ['Nombre', 'Nombre del titular', 'Solicitante', 'Nombre del solicitante', 'Persona', 'Name'],
    kind: 'text',
    required: true,
  },
  {
    field: 'subjectEmail',
    heading: 'Correo del titular',
    english: 'Email',
    also: ['Correo', 'Correo electrónico', 'E-mail', 'Mail', 'Email del titular'],
    kind: 'text',
    required: true,
  },
  { field: 'subjectRut', heading: 'RUT del titular', english: 'RUT', also: ['RUN', 'Cédula'], kind: 'text' },
  { field: 'subjectPhone', heading: 'Teléfono', english: 'Phone', also: ['Fono', 'Celular'], kind: 'text' },
  {
    field: 'description',
    heading: 'Descripción',
    english: 'Description',
    also: ['Detalle', 'Solicitud', 'Requerimiento', 'Motivo', 'Request'],
    kind: 'text',
  },
  {
    field: 'legalEntityId',
    heading: 'Entidad legal',
    english: 'Legal entity',
    also: ['Empresa', 'Razón social', 'Entidad', 'Company'],
    kind: 'name',
    keptIfBlank: true,
    hint: 'El nombre o el RUT de una entidad legal. Vacío: la principal.',
  },
  {
    field: 'extendedOn',
    heading: 'Prórroga comunicada el',
    english: 'Extended on',
    also: ['Fecha de prórroga', 'Prorrogada el'],
    kind: 'day',
  },
  {
    field: 'extensionReason',
    heading: 'Motivo de la prórroga',
    english: 'Extension reason',
    also: ['Motivo prórroga'],
    kind: 'text',
  },
  {
    field: 'completedOn',
    heading: 'Respondida el',
    english: 'Answered on',
    also: ['Fecha de respuesta', 'Fecha de cierre', 'Cierre', 'Completed on', 'Closed on'],
    kind: 'day',
  },
  {
    field: 'responseType',
    heading: 'Resultado',
    english: 'Outcome',
    also: ['Respuesta', 'Resolución', 'Tipo de respuesta'],
    kind: 'one',
    choices: choicesOf(RESPONSE_LABELS, {
      FULFILLED: ['Aceptada', 'Cumplida', 'Favorable'],
      PARTIALLY_FULFILLED: ['Parcial', 'Parcialmente acogida'],
      REJECTED_LEGAL: ['Rechazada', 'Rechazada por ley', 'Denegada'],
    }),
  },
  {
    field: 'responseNotes',
    heading: 'Lo que se respondió',
    english: 'Response notes',
    also: ['Notas de respuesta', 'Detalle de la respuesta'],
    kind: 'text',
  },
  {
    field: 'denialReason',
    heading: 'Fundamento del rechazo',
    english: 'Denial reason',
    also: ['Motivo de rechazo', 'Causal de rechazo'],
    kind: 'text',
  },
]
