import Type, { type Static } from 'typebox'
import { MACHINE_EVENTS } from '#events/catalogue.ts'
import {
  Flag,
  Id,
  Instant,
  listQuery,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  WebUrl,
} from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { DELIVERIES } from '#outbound/webhook-rows.ts'
import { ALL, DISABLED_REASONS, OVERLAP, TRIAL } from './rules.ts'

// ── input ──

export const SUBSCRIPTIONS = newestFirst(
  'webhook_subscriptions',
  {},
  { search: { columns: ['url', 'description', 'events'] } },
)

export const SubscriptionsQuery = listQuery(SUBSCRIPTIONS, {})
export type SubscriptionsQuery = Static<typeof SubscriptionsQuery>

export const DeliveriesQuery = listQuery(DELIVERIES, {})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

const Events = Type.Array(oneOf([ALL, ...MACHINE_EVENTS], { examples: ['dsar.received'] }), {
  minItems: 1,
  maxItems: MACHINE_EVENTS.length + 1,
  description: 'Tipos de evento; «*» son todos, también los que se agreguen después',
})
const Description = optional(
  Remark(500, { description: 'Para qué sirve, para quien lo lea después', examples: ['CRM de la tienda'] }),
)
const RECEIVER = 'https://crm.tiendasur.cl/resguardo'

export const NewSubscription = Type.Object(
  { url: WebUrl(), events: Events, description: Description, isActive: optional(Flag()) },
  { examples: [{ url: RECEIVER, events: ['dsar.received', 'breach.created'] }] },
)
export type NewSubscription = Static<typeof NewSubscription>

export const SubscriptionPatch = Type.Object(
  {
    url: Type.Optional(WebUrl()),
    events: Type.Optional(Events),
    description: Description,
    isActive: optional(Flag()),
  },
  { examples: [{ events: ['*'], isActive: true }] },
)
export type SubscriptionPatch = Static<typeof SubscriptionPatch>

export const SecretRotation = nullable(
  Type.Object(
    {
      overlapHours: optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP.most,
          description: `Horas en que los envíos llevan también la firma del secreto anterior; ${OVERLAP.default} si no se indica`,
        }),
      ),
    },
    { examples: [{ overlapHours: 24 }] },
  ),
)
export type SecretRotation = Static<typeof SecretRotation>

export const OfDelivery = Type.Object({ id: PathId, deliveryId: PathId })

// ── output ──

const fields = {
  id: Id(),
  url: WebUrl({ examples: [RECEIVER] }),
  events: Type.Array(Type.String({ examples: ['dsar.received'] })),
  description: nullable(Type.String({ examples: ['CRM de la tienda'] })),
  isActive: Flag(),
  disabledReason: nullable(
    oneOf(DISABLED_REASONS, {
      description: 'Por qué el servicio lo apagó: falló tres días seguidos, o el receptor respondió 410',
    }),
  ),
  previousUntil: nullable(
    Instant({ description: 'Hasta cuándo los envíos llevan también la firma del secreto anterior' }),
  ),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const Subscription = Type.Object(fields)

export const CreatedSubscription = Type.Object({
  ...fields,
  secret: Type.String({
    description: 'Para comprobar las firmas (Standard Webhooks). Se muestra solo esta vez',
    examples: ['whsec_c2VjcmV0byBkZSBlamVtcGxvIGRlIDMyIGJ5dGVz'],
  }),
})

export const SubscriptionDelivery = Type.Object({
  id: Id(),
  webhookId: Id(),
  event: Type.String({ examples: ['dsar.received'] }),
  url: WebUrl(),
  status: oneOf(['PENDING', 'DELIVERED', 'FAILED']),
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  lastError: nullable(Type.String()),
  nextAttemptAt: nullable(Instant()),
  deliveredAt: nullable(Instant()),
  createdAt: Instant(),
})

export const WebhookEventTypes = Type.Object({
  items: Type.Array(
    Type.Object({
      type: Type.String({ examples: ['dsar.received'] }),
      label: Type.String({ examples: ['Llegó una solicitud de derechos'] }),
    }),
  ),
})

/** The body of a delivery. It has a name in the API description, so that all events share its parts. */
export const WebhookEvent = Type.Object({
  id: Id({ description: 'El mismo en cada intento y repetición: sirve para reconocer un envío ya recibido' }),
  type: oneOf([...MACHINE_EVENTS, TRIAL]),
  occurredAt: Instant(),
  tenant: Type.Object({ id: Id(), slug: Type.String({ examples: ['tienda-sur'] }) }),
  data: Type.Object(
    {
      entityType: Type.String({ description: 'Qué es', examples: ['dsar_request'] }),
      entityId: Id(),
      title: Type.String({ description: 'Como lo llaman las personas', examples: ['ARCO-2026-0042'] }),
      legalEntityId: nullable(Id()),
      dueAt: nullable(Instant({ description: 'Hasta cuándo hay plazo, si lo hay' })),
      url: WebUrl({ description: 'Donde se ve en Resguardo' }),
    },
    {
      additionalProperties: true,
      description: 'Además, los estados y los identificadores de cada tipo. Nunca datos de un titular',
    },
  ),
})
