import { shortInstant } from '#pdf/document.ts'
import type { Row } from '#sheets/csv.ts'
import { ACTIONS, ACTORS, ENTITIES, FIELDS } from '../knowledge/vocabulary.ts'
import type { AuditRow } from './repo.ts'

/** The audit log in words, for spreadsheets and inspection folders. */

export const AUDIT_COLUMNS = [
  'Fecha',
  'Quién',
  'Tipo',
  'Acción',
  'Sobre',
  'ID del registro',
  'Cambios (valores como los guarda el sistema)',
  'ID de quién',
  'Solicitud',
]

export function auditRow(row: AuditRow): Row {
  return [
    shortInstant(row.created_at, 'America/Santiago'),
    row.actor_name,
    ACTORS[row.actor_type] ?? row.actor_type,
    ACTIONS[row.action] ?? row.action,
    ENTITIES[row.entity_type] ?? row.entity_type,
    row.entity_id,
    changesOf(row.changes as Record<string, { old: unknown; new: unknown }>),
    row.actor_id,
    row.request_id,
  ]
}

/** Lists the changes: «nombre: «Boletín» → «Noticias»». Added fields have one value. */
function changesOf(changes: Readonly<Record<string, { old: unknown; new: unknown }>>): string {
  return Object.entries(changes)
    .filter(([, { old, new: now }]) => !(isEmpty(old) && isEmpty(now)))
    .map(([field, { old, new: now }]) => {
      const change = isEmpty(old) ? shown(now) : `${shown(old)} → ${shown(now)}`
      return `${FIELDS[field] ?? field}: ${change}`
    })
    .join('; ')
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function shown(value: unknown): string {
  if (isEmpty(value)) return 'vacío'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return `«${typeof value === 'object' ? JSON.stringify(value) : String(value)}»`
}
