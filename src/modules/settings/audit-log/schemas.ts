import Type, { type Static } from 'typebox'
import { AnyObject, BoundedText, Id, Instant, listQuery, nullable, oneOf, Remark } from '#http/schema-kit.ts'
import { type List, newestWritten } from '#kernel/paging.ts'

/** The search matches the beginning of the record's words and of the author's. */
export const AUDIT_LOG: List<'createdAt'> = {
  ...newestWritten('audit_log', {
    starts: ['entity_type', 'action', 'entity_id', 'lower(actor_name)'],
    as: (q) => q.toLowerCase(),
  }),
  isInMonths: true,
}

const filters = {
  entityType: Type.Optional(BoundedText(100, { examples: ['legal_entity'] })),
  entityId: Type.Optional(Id()),
  actorId: Type.Optional(Id()),
  from: Type.Optional(Instant({ description: 'Desde este instante, inclusive' })),
  to: Type.Optional(Instant({ description: 'Hasta este instante, sin incluirlo' })),
}

export const AuditQuery = listQuery(AUDIT_LOG, filters)
export type AuditQuery = Static<typeof AuditQuery>

/** Same search and filters as the list. */
export const AuditExportQuery = Type.Object({
  format: Type.Optional(
    oneOf(['csv', 'xlsx'] as const, { description: 'csv (por defecto), con punto y coma, o xlsx' }),
  ),
  q: Type.Optional(Remark(200, { description: 'El comienzo de qué, qué se hizo o quién' })),
  ...filters,
})
export type AuditExportQuery = Static<typeof AuditExportQuery>

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const AUDIT_FILE = {
  description: 'El registro de auditoría: CSV en UTF-8 con BOM, o libro de Excel',
  types: ['text/csv', XLSX],
}

export const AuditEntry = Type.Object({
  id: Id(),
  actorType: Type.String({ examples: ['user'] }),
  actorId: nullable(Id()),
  actorName: nullable(Type.String({ examples: ['Ana Rojas'] })),
  action: Type.String({ examples: ['update'] }),
  entityType: Type.String({ examples: ['legal_entity'] }),
  entityId: Id(),
  changes: AnyObject({
    description: 'Por cada campo que cambió, su valor anterior y el nuevo',
    examples: [{ postal_address: { old: null, new: 'Av. Libertad 200, Concepción' } }],
  }),
  requestId: nullable(Id()),
  addressPrefix: nullable(
    Type.String({
      description: 'La red desde la que se actuó, sin la parte que identifica al equipo',
      examples: ['203.0.113.0'],
    }),
  ),
  createdAt: Instant(),
})
export type AuditEntry = Static<typeof AuditEntry>
