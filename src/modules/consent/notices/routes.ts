import { assertShown } from '#db/access.ts'
import { endpoints } from '#http/endpoints.ts'
import { acceptJson } from '#http/json-bodies.ts'
import { admitOrigin } from '#http/origins.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App, Routes } from '#http/types.ts'
import { isUnchanged } from '#pages/negotiate.ts'
import { sendPage } from '#pages/page.ts'
import { Recorded, RecordsQuery, Stats, StatsQuery, Version, VersionsQuery } from '../schemas.ts'
import { submitterOf, VISITOR } from '../submitter.ts'
import { previewPage } from './pages.ts'
import { createPublished } from './published.ts'
import { isCurrent, recordAtOnce, recordDecision, recordOnce } from './recording.ts'
import { noticeRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as notices from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'consent')

  const getPublished = createPublished(app.access, app.tools)

  route.get('/consent/notices', {
    id: 'listConsentNotices',
    summary: 'Listar los avisos de consentimiento',
    role: 'VIEWER',
    query: schemas.NoticesQuery,
    ok: listOf('items', schemas.Notice),
    read: (ctx, { query }) => notices.listNotices(ctx, query),
  })

  route.post('/consent/notices', {
    id: 'createConsentNotice',
    summary: 'Crear un aviso de consentimiento, en borrador',
    role: 'ANALYST',
    record: noticeRecord,
    body: schemas.NewNotice,
    created: schemas.Notice,
    act: (ctx, { body }) => notices.createNotice(ctx, body),
  })

  route.get('/consent/notices/:id', {
    id: 'getConsentNotice',
    summary: 'Ver un aviso de consentimiento',
    role: 'VIEWER',
    params: ById,
    record: noticeRecord,
    ok: schemas.Notice,
    read: (ctx, { params }) => notices.showNotice(ctx, params.id),
  })

  route.put('/consent/notices/:id', {
    id: 'updateConsentNotice',
    summary: 'Cambiar los campos enviados de un aviso; lo publicado no cambia hasta publicar de nuevo',
    role: 'ANALYST',
    params: ById,
    record: noticeRecord,
    body: schemas.NoticePatch,
    ok: schemas.Notice,
    refusals: [409, 422],
    act: (ctx, { params, body }) => notices.updateNotice(ctx, params.id, body),
  })

  route.post('/consent/notices/:id/publish', {
    id: 'publishConsentNotice',
    summary: 'Publicar un aviso: lo activa y, la primera vez, crea su widgetKey',
    description: 'Publicar de nuevo tras un cambio sube la versión; widgetKey no cambia.',
    role: 'ANALYST',
    params: ById,
    record: noticeRecord,
    ok: schemas.Notice,
    act: (ctx, { params }) => notices.publishNotice(ctx, params.id),
  })

  route.get('/consent/notices/:id/preview', {
    id: 'previewConsentNotice',
    summary: 'Ver el aviso, aún sin publicar, en una página con su banner',
    description:
      'Nada de lo que se elige en ella se registra. Solo se muestra dentro de páginas de este mismo origen.',
    role: 'VIEWER',
    params: ById,
    file: { description: 'La página', types: ['text/html'] },
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => notices.previewNotice(ctx, req.params.id))
      return sendPage(reply, previewPage(data))
    },
  })

  route.get('/consent/notices/:id/preview/config', {
    id: 'getConsentNoticePreview',
    summary: 'Obtener lo que mostraría el aviso si se publicara ahora',
    description:
      'Para un editor: la página /w/preview, en un marco, lo muestra cuando lo recibe por postMessage.',
    role: 'VIEWER',
    params: ById,
    ok: schemas.PublicConfig,
    read: (ctx, { params }) => notices.previewNotice(ctx, params.id),
  })

  route.post('/consent/notices/:id/preview/config', {
    id: 'previewUnsavedConsentNotice',
    summary: 'Obtener lo que mostraría el aviso con cambios que aún no se guardan',
    description:
      'Las mismas reglas que al guardar, sobre lo que se envía. No guarda nada: sirve mientras se diseña.',
    role: 'VIEWER',
    audit: false,
    params: ById,
    body: schemas.NoticePatch,
    ok: schemas.PublicConfig,
    refusals: [422],
    read: (ctx, { params, body }) => notices.previewNotice(ctx, params.id, body),
  })

  route.get('/consent/notices/:id/versions', {
    id: 'listConsentNoticeVersions',
    summary: 'Listar las versiones publicadas de un aviso, tal como se mostraron',
    role: 'VIEWER',
    params: ById,
    query: VersionsQuery,
    ok: listOf('items', Version),
    read: (ctx, { params, query }) => notices.listVersions(ctx, params.id, query),
  })

  route.get('/consent/notices/:id/records', {
    id: 'listConsentNoticeRecords',
    summary: 'Listar las decisiones registradas con un aviso',
    role: 'VIEWER',
    params: ById,
    query: RecordsQuery,
    ok: listOf('items', schemas.NoticeRecord),
    read: (ctx, { params, query }) => notices.listRecords(ctx, params.id, query),
  })

  route.get('/consent/notices/:id/stats', {
    id: 'getConsentNoticeStats',
    summary: 'Ver las estadísticas de un aviso',
    role: 'VIEWER',
    params: ById,
    query: StatsQuery,
    ok: Stats,
    refusals: [422],
    read: (ctx, { params, query }) => notices.showStats(ctx, params.id, query),
  })

  route.get('/public/consent/:widgetKey/config', {
    id: 'getConsentWidgetConfig',
    summary: 'Obtener lo que muestra el aviso publicado',
    role: 'PUBLIC',
    budget: 'banner',
    params: schemas.OfWidget,
    ok: schemas.PublicConfig,
    notModified: true,
    refusals: [403],
    handle: async (req, reply) => {
      const { content, body, etag, suspendedAt } = await getPublished(req.params.widgetKey)
      admitOrigin(req, reply, content.config)
      assertShown(suspendedAt)
      reply.headers({ etag, 'cache-control': 'public, max-age=60' })
      if (isUnchanged(req, etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })

  // A page that is being left tells its decision by `sendBeacon`, which sends JSON as text and asks nobody before.
  app.register(async (scope) => {
    acceptJson(scope, 'text/plain')
    endpoints(scope as unknown as App, 'consent').post('/public/consent/:widgetKey/record', {
      // The record is itself the trace, and stricter than the audit log: append-only, with its own receipt.
      id: 'recordConsentDecision',
      summary: 'Registrar las decisiones de una persona sobre el aviso publicado',
      description:
        'Lo obligatorio no se puede rechazar: 422. El recibo prueba qué se mostró y qué se decidió.',
      role: 'PUBLIC',
      budget: 'banner',
      audit: false,
      params: schemas.OfWidget,
      body: schemas.Decision,
      created: Recorded,
      refusals: [403],
      handle: async (req, reply) => {
        const published = await getPublished(req.params.widgetKey)
        admitOrigin(req, reply, published.content.config)
        const sent = { decision: req.body, submitter: submitterOf(req) }
        const isRepeatable = req.headers['idempotency-key'] !== undefined
        const isHeard = published.interests.length > 0
        return recordOnce(app.access, published, req.body, async () => {
          if (isCurrent(published, req.body) && !isRepeatable && !isHeard) {
            return { success: true as const, data: await recordAtOnce(app, published, sent) }
          }
          return req.actFor(published.tenantId, VISITOR, (ctx) => recordDecision(ctx, published, sent))
        })
      },
    })
  })
}
