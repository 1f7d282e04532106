import Type from 'typebox'
import { endpoints } from '#http/endpoints.ts'
import { faults } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { isId } from '#kernel/ids.ts'
import * as repo from './repo.ts'
import * as schemas from './schemas.ts'
import * as notifications from './service.ts'
import { createStreams, messageOf, recentBound } from './stream.ts'

/** How many missed notices are sent after a reconnection. */
const MOST_MISSED = 200

export function routes(app: App): void {
  const route = endpoints(app, 'notifications')
  const streams = createStreams(app.access, app.tools.now, (error) =>
    app.log.warn({ reason: error.message }, 'notices are not streamed'),
  )
  app.addHook('preClose', async () => streams.close())

  route.get('/notifications', {
    id: 'listNotifications',
    summary: 'Listar sus avisos, los más nuevos primero, y cuántos no ha leído',
    role: 'VIEWER',
    personOnly: true,
    query: schemas.NotificationsQuery,
    ok: schemas.Notifications,
    read: (ctx, { query }) => notifications.listNotifications(ctx, query),
  })

  route.post('/notifications/read', {
    id: 'readNotifications',
    summary: 'Marcar avisos como leídos',
    role: 'VIEWER',
    personOnly: true,
    // Read marks are nobody's evidence.
    audit: false,
    body: schemas.ReadNotifications,
    ok: schemas.Unread,
    act: (ctx, { body }) => notifications.readNotifications(ctx, body),
  })

  route.get('/notifications/events', {
    id: 'listNotificationEvents',
    summary: 'Listar los hechos de que se avisa, y cómo es usual avisar de cada uno',
    role: 'VIEWER',
    personOnly: true,
    ok: schemas.NotificationEvents,
    read: async () => notifications.listEvents(),
  })

  route.get('/notifications/stream', {
    id: 'streamNotifications',
    summary: 'Recibir los avisos nuevos a medida que llegan (server-sent events)',
    description:
      'Cada aviso es un evento `notification` con el mismo contenido que en la lista; el primero es `unread`, con cuántos no ha leído. `Last-Event-ID` sigue desde el último recibido. Sin `Accept: text/event-stream` responde lo que hay y termina.',
    role: 'VIEWER',
    personOnly: true,
    unattended: true,
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({ maxLength: 100, description: 'El último aviso que se recibió' }),
      ),
    }),
    describe: {
      response: {
        200: {
          description: 'Los avisos, uno por evento',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...faults(429),
      },
    },
    handle: async (req, reply) => {
      const who = req.claims!
      const stays = String(req.headers.accept ?? '').includes('text/event-stream')
      if (stays) streams.assertRoom(who.userId)
      const last = String(req.headers['last-event-id'] ?? '')
      const { data } = await req.read(async (ctx) => {
        const [unread, rows, recent, { slug }] = await Promise.all([
          repo.countUnread(ctx),
          isId(last) ? repo.listOwnAfter(ctx, last.toLowerCase(), MOST_MISSED) : [],
          repo.listOwnAfter(ctx, recentBound(), MOST_MISSED),
          repo.findTenantOfNotices(ctx),
        ])
        return { unread, rows, seen: recent.map(({ id }) => id), slug }
      })
      reply.type('text/event-stream; charset=utf-8')
      // Tells proxies not to buffer the stream.
      reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      if (stays) {
        // A connection that outlives its stream would delay a process that stops.
        reply.header('connection', 'close')
        return reply.send(streams.open(who, data.slug, data, data.seen))
      }
      const unread = `event: unread\ndata: ${JSON.stringify({ unread: data.unread })}\n\n`
      return reply.send(unread + data.rows.map((row) => messageOf(row, data.slug)).join(''))
    },
  })

  route.get('/settings/notifications', {
    id: 'getNotificationChoices',
    summary: 'Ver cómo recibe los avisos: al momento, en el resumen diario o nada',
    role: 'VIEWER',
    personOnly: true,
    ok: schemas.KeptChoices,
    read: (ctx) => notifications.getChoices(ctx),
  })

  route.put('/settings/notifications', {
    id: 'setNotificationChoices',
    summary: 'Elegir cómo recibe los avisos; lo legalmente urgente no se puede apagar',
    role: 'VIEWER',
    personOnly: true,
    body: schemas.NotificationChoices,
    ok: schemas.KeptChoices,
    refusals: [422],
    act: (ctx, { body }) => notifications.setChoices(ctx, body as schemas.NotificationChoices),
  })
}
