import Type from 'typebox'
import { admitOrigin } from '#http/origins.ts'
import { ById, data, faults, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Recorded, RecordsQuery, Stats, StatsQuery, Version } from '../schemas.ts'
import { VISITOR, witnessOf } from '../witness.ts'
import { getPublished, isUnchanged } from './published.ts'
import * as schemas from './schemas.ts'
import * as notices from './service.ts'

const tags = ['consent']
const write = { role: 'ANALYST' } as const
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/consent/notices',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentNotices',
        summary: 'Listar los avisos de consentimiento',
        querystring: schemas.NoticesQuery,
        response: { 200: listOf('items', schemas.Notice) },
      },
    },
    (req) => req.read((ctx) => notices.listNotices(ctx, req.query)),
  )

  app.post(
    '/consent/notices',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createConsentNotice',
        summary: 'Crear un aviso de consentimiento, en borrador',
        body: schemas.NewNotice,
        response: { 201: data(schemas.Notice) },
      },
    },
    (req) => req.act((ctx) => notices.createNotice(ctx, req.body)),
  )

  app.get(
    '/consent/notices/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getConsentNotice',
        summary: 'Ver un aviso de consentimiento',
        params: ById,
        response: { 200: data(schemas.Notice) },
      },
    },
    (req) => req.read((ctx) => notices.showNotice(ctx, req.params.id)),
  )

  app.put(
    '/consent/notices/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateConsentNotice',
        summary: 'Cambiar los campos enviados de un aviso; lo publicado no cambia hasta publicar de nuevo',
        params: ById,
        body: schemas.NoticePatch,
        response: { 200: data(schemas.Notice), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => notices.updateNotice(ctx, req.params.id, req.body)),
  )

  app.post(
    '/consent/notices/:id/publish',
    {
      config: write,
      schema: {
        tags,
        operationId: 'publishConsentNotice',
        summary: 'Publicar un aviso: lo activa y, la primera vez, crea su widgetKey',
        description: 'Publicar de nuevo tras un cambio sube la versión; widgetKey no cambia.',
        params: ById,
        response: { 200: data(schemas.Notice) },
      },
    },
    (req) => req.act((ctx) => notices.publishNotice(ctx, req.params.id)),
  )

  app.get(
    '/consent/notices/:id/versions',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentNoticeVersions',
        summary: 'Listar las versiones publicadas de un aviso, tal como se mostraron',
        params: ById,
        querystring: PageOnly,
        response: { 200: listOf('items', Version) },
      },
    },
    (req) => req.read((ctx) => notices.listVersions(ctx, req.params.id, req.query)),
  )

  app.get(
    '/consent/notices/:id/records',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentNoticeRecords',
        summary: 'Listar las decisiones registradas con un aviso',
        params: ById,
        querystring: RecordsQuery,
        response: { 200: listOf('items', schemas.NoticeRecord) },
      },
    },
    (req) => req.read((ctx) => notices.listRecords(ctx, req.params.id, req.query)),
  )

  app.get(
    '/consent/notices/:id/stats',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getConsentNoticeStats',
        summary: 'Ver las estadísticas de un aviso',
        params: ById,
        querystring: StatsQuery,
        response: { 200: data(Stats), ...faults(422) },
      },
    },
    (req) => req.read((ctx) => notices.showStats(ctx, req.params.id, req.query)),
  )

  app.get(
    '/public/consent/:widgetKey/config',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'getConsentWidgetConfig',
        summary: 'Obtener lo que muestra el aviso publicado',
        params: schemas.OfWidget,
        response: {
          200: data(schemas.PublicConfig),
          304: Type.Null({ description: 'Sin cambios desde la respuesta anterior (If-None-Match)' }),
          ...faults(403),
        },
      },
    },
    async (req, reply) => {
      const { content, body, etag } = await getPublished(app.doors, req.params.widgetKey)
      admitOrigin(req, reply, content.config)
      reply.headers({ etag, 'cache-control': 'public, max-age=60' })
      if (isUnchanged(req.headers['if-none-match'], etag)) return reply.code(304).send(undefined as never)
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )

  app.post(
    '/public/consent/:widgetKey/record',
    {
      // The record is itself the trace, and stricter than the audit log: append-only, with its own receipt.
      config: { role: 'PUBLIC', audit: false },
      schema: {
        tags,
        operationId: 'recordConsentDecision',
        summary: 'Registrar las decisiones de una persona sobre el aviso publicado',
        description:
          'Lo obligatorio no se puede rechazar: 422. El recibo prueba qué se mostró y qué se decidió.',
        params: schemas.OfWidget,
        body: schemas.Decision,
        response: { 201: data(Recorded), ...faults(403) },
      },
    },
    async (req, reply) => {
      const published = await getPublished(app.doors, req.params.widgetKey)
      admitOrigin(req, reply, published.content.config)
      const { tenantId } = published
      // The usual case asks nothing of the database, and is written in one flight.
      if (notices.isCurrent(published, req.body.version) && req.headers['idempotency-key'] === undefined) {
        const ctx = { tenantId, now: app.tools.now(), tools: app.tools }
        const { statement, recorded } = notices.takeDecision(
          ctx,
          published,
          published,
          req.body,
          witnessOf(req),
        )
        await app.doors.write(tenantId, [statement])
        return { success: true as const, data: recorded }
      }
      return req.actFor(tenantId, VISITOR, (ctx) =>
        notices.recordDecision(ctx, published, req.body, witnessOf(req)),
      )
    },
  )
}
