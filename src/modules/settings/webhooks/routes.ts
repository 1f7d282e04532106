import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { webhookRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as webhooks from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/webhooks', {
    id: 'listWebhooks',
    summary: 'Listar los webhooks de la organización',
    role: 'ADMIN',
    personOnly: true,
    query: schemas.SubscriptionsQuery,
    ok: listOf('items', schemas.Subscription),
    read: (ctx, { query }) => webhooks.listSubscriptions(ctx, query),
  })

  route.post('/settings/webhooks', {
    id: 'createWebhook',
    summary: 'Crear un webhook que avisa a otro sistema de lo que ocurre en la organización',
    description:
      'El secreto se muestra solo en esta respuesta. Cada envío lleva X-Resguardo-Signature y los encabezados de Standard Webhooks. Un webhook al que nada llega en tres días se apaga y se avisa a quienes administran.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    record: webhookRecord,
    body: schemas.NewSubscription,
    created: schemas.CreatedSubscription,
    refusals: [409, 422],
    act: (ctx, { body }) => webhooks.createSubscription(ctx, body),
  })

  route.get('/settings/webhooks/events', {
    id: 'listWebhookEvents',
    summary: 'Listar los eventos a los que un webhook puede suscribirse',
    role: 'ADMIN',
    personOnly: true,
    ok: schemas.WebhookEventTypes,
    read: async () => webhooks.listEventTypes(),
  })

  route.get('/settings/webhooks/:id', {
    id: 'getWebhook',
    summary: 'Ver un webhook, sin su secreto',
    role: 'ADMIN',
    personOnly: true,
    params: ById,
    record: webhookRecord,
    ok: schemas.Subscription,
    read: (ctx, { params }) => webhooks.getSubscription(ctx, params.id),
  })

  route.patch('/settings/webhooks/:id', {
    id: 'updateWebhook',
    summary: 'Cambiar los campos enviados de un webhook',
    description:
      'Lo que espera ser enviado va a la dirección nueva. Lo que espera en un webhook que se desactiva no se envía, y se puede repetir después.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    record: webhookRecord,
    body: schemas.SubscriptionPatch,
    ok: schemas.Subscription,
    refusals: [422],
    act: (ctx, { params, body }) => webhooks.updateSubscription(ctx, params.id, body),
  })

  route.delete('/settings/webhooks/:id', {
    id: 'deleteWebhook',
    summary: 'Eliminar un webhook; lo que aún no se entregó ya no se envía',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    record: webhookRecord,
    act: (ctx, { params }) => webhooks.removeSubscription(ctx, params.id),
  })

  route.post('/settings/webhooks/:id/rotate', {
    id: 'rotateWebhookSecret',
    summary: 'Cambiar el secreto de un webhook',
    description:
      'El secreto nuevo se muestra solo en esta respuesta. Durante 24 horas, o las que indique, los envíos llevan también la firma del anterior; con 0 deja de servir de inmediato.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    record: webhookRecord,
    body: schemas.SecretRotation,
    ok: schemas.CreatedSubscription,
    act: (ctx, { params, body }) => webhooks.rotateSecret(ctx, params.id, body),
  })

  route.post('/settings/webhooks/:id/test', {
    id: 'tryWebhook',
    summary: 'Enviar ahora un evento de prueba a un webhook',
    description: 'Envía un evento «webhook.test». Lo que respondió el receptor aparece en sus envíos.',
    role: 'ADMIN',
    personOnly: true,
    params: ById,
    ok: schemas.SubscriptionDelivery,
    act: (ctx, { params }) => webhooks.trySubscription(ctx, params.id),
  })

  route.get('/settings/webhooks/:id/deliveries', {
    id: 'listWebhookDeliveries',
    summary: 'Listar los últimos envíos de un webhook',
    role: 'ADMIN',
    personOnly: true,
    params: ById,
    query: schemas.DeliveriesQuery,
    ok: listOf('items', schemas.SubscriptionDelivery),
    read: (ctx, { params, query }) => webhooks.listDeliveries(ctx, params.id, query),
  })

  route.post('/settings/webhooks/:id/deliveries/:deliveryId/redeliver', {
    id: 'redeliverWebhook',
    summary: 'Enviar otra vez un evento a un webhook',
    role: 'ADMIN',
    personOnly: true,
    params: schemas.OfDelivery,
    ok: schemas.SubscriptionDelivery,
    refusals: [409],
    act: (ctx, { params }) => webhooks.redeliver(ctx, params.id, params.deliveryId),
  })
}
