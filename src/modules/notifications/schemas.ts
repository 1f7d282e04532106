import Type, { type Static } from 'typebox'
import { Count, Flag, Id, Instant, nullable, oneOf, Paging } from '#http/schema-kit.ts'
import { CONSOLE_ENTITIES } from '#kernel/console-paths.ts'
import { CHOICES, NOTICE_TYPES } from './rules.ts'

// ── input ──

export const NotificationsQuery = Type.Object({
  ...Paging,
  unread: Type.Optional(Type.Boolean({ description: 'Solo lo que no se ha leído' })),
})
export type NotificationsQuery = Static<typeof NotificationsQuery>

const ONE = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

/** Either some ids, or all. */
export const ReadNotifications = Type.Object(
  {
    ids: Type.Optional(Type.Array(Id(), { maxItems: 500, description: 'Los que se leyeron' })),
    all: Type.Optional(Flag({ description: 'Todos los que hay' })),
  },
  { additionalProperties: false, examples: [{ ids: [ONE] }] },
)
export type ReadNotifications = Static<typeof ReadNotifications>

const Choice = oneOf(CHOICES, {
  description: '`now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada',
})

/** Choices for some events; the others stay unchanged. */
export const NotificationChoices = Type.Object(
  Object.fromEntries(NOTICE_TYPES.map((type) => [type, Type.Optional(Choice)])),
  { additionalProperties: false, examples: [{ 'activity.updated': 'off', 'dsar.completed': 'now' }] },
)
export type NotificationChoices = Partial<Record<(typeof NOTICE_TYPES)[number], (typeof CHOICES)[number]>>

// ── output ──

export const Notification = Type.Object({
  id: Id(),
  type: oneOf(NOTICE_TYPES, { examples: ['dsar.received'] }),
  title: Type.String({ examples: ['DSAR-2026-000123'] }),
  text: Type.String({
    examples: [
      'Llegó la solicitud DSAR-2026-000123, de supresión. El plazo para responderla vence el 16 de diciembre de 2026.',
    ],
  }),
  urgent: Flag({ description: 'De este aviso depende cumplir la ley a tiempo' }),
  entityType: oneOf(CONSOLE_ENTITIES, { examples: ['dsar_request'] }),
  entityId: Id(),
  url: Type.String({
    description: 'La página de la consola, en este mismo servicio',
    examples: [`/organizacion/tienda-sur/solicitudes/${ONE}`],
  }),
  dueAt: nullable(Instant()),
  createdAt: Instant(),
  readAt: nullable(Instant()),
})
export type Notification = Static<typeof Notification>

export const Notifications = Type.Object({
  items: Type.Array(Notification),
  unread: Count({ description: 'Cuántos no se han leído, en todas las páginas' }),
  pagination: Type.Object({
    page: Type.Integer({ examples: [1] }),
    limit: Type.Integer({ examples: [20] }),
    total: Type.Integer({ examples: [1] }),
    totalPages: Type.Integer({ examples: [1] }),
  }),
})

export const Unread = Type.Object({ unread: Count() })

export const KeptChoices = Type.Object(Object.fromEntries(NOTICE_TYPES.map((type) => [type, Choice])), {
  description: 'Lo que vale para cada hecho: lo elegido o, si no, lo usual',
})

export const NotificationEvent = Type.Object({
  type: oneOf(NOTICE_TYPES, { examples: ['dsar.received'] }),
  label: Type.String({ examples: ['Llegó una solicitud de derechos'] }),
  urgent: Flag({ description: 'De este aviso depende cumplir la ley a tiempo: no se puede apagar' }),
  usual: Choice,
})
export const NotificationEvents = Type.Object({ items: Type.Array(NotificationEvent) })
