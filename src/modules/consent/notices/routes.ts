import { assertShown } from '#db/access.ts'
import { endpoints } from '#http/endpoints.ts'
import { acceptJson } from '#http/json-bodies.ts'
import { admitOrigin } from '#http/origins.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App, Routes } from '#http/types.ts'
import { isUnchanged } from '#pages/negotiate.ts'
import { sendPage } from '#pages/page.ts'
import {
  Recorded,
  RecordsQuery,
  Stats,
  StatsQuery,
  SubjectSecret,
  SubjectTokenHeader,
  Unconfirmed,
  Version,
  VersionsQuery,
} from '../schemas.ts'
import { provesSubject, readerOf, SUBJECT_TOKEN_HEADER, subjectSecretOf } from '../subject-token.ts'
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
    created: schemas.NoticeDetail,
    handle: (req) => req.act((ctx) => notices.createNotice(ctx, req.body, readerOf(req))),
  })

  route.get('/consent/notices/:id', {
    id: 'getConsentNotice',
    summary: 'Ver un aviso de consentimiento',
    role: 'VIEWER',
    params: ById,
    record: noticeRecord,
    ok: schemas.NoticeDetail,
    handle: (req) => req.read((ctx) => notices.showNotice(ctx, req.params.id, readerOf(req))),
  })

  route.put('/consent/notices/:id', {
    id: 'updateConsentNotice',
    summary: 'Cambiar los campos enviados de un aviso; lo publicado no cambia hasta publicar de nuevo',
    role: 'ANALYST',
    params: ById,
    record: noticeRecord,
    body: schemas.NoticePatch,
    ok: schemas.NoticeDetail,
    refusals: [409, 422],
    handle: (req) => req.act((ctx) => notices.updateNotice(ctx, req.params.id, req.body, readerOf(req))),
  })

  route.post('/consent/notices/:id/publish', {
    id: 'publishConsentNotice',
    summary: 'Publicar un aviso: lo activa y, la primera vez, crea su widgetKey',
    description: 'Publicar de nuevo tras un cambio sube la versión; widgetKey no cambia.',
    role: 'ANALYST',
    params: ById,
    record: noticeRecord,
    ok: schemas.NoticeDetail,
    handle: (req) => req.act((ctx) => notices.publishNotice(ctx, req.params.id, readerOf(req))),
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

  route.get('/consent/notices/:id/subject-secret', {
    id: 'getConsentNoticeSubjectSecret',
    summary: 'Ver el secreto con que su servidor firma quién decide en un aviso',
    description: 'Con él se firma el JWT de `X-Subject-Token`; `audience` es su `aud`.',
    role: 'ADMIN',
    sudo: true,
    trace: { action: 'read', entityType: 'consent_notice' },
    params: ById,
    ok: SubjectSecret,
    read: (ctx, { params }) => notices.showSubjectSecret(ctx, params.id),
  })

  route.post('/consent/notices/:id/subject-secret', {
    id: 'renewConsentNoticeSubjectSecret',
    summary: 'Renovar el secreto con que su servidor firma quién decide en un aviso',
    description: 'El anterior deja de servir de inmediato.',
    role: 'ADMIN',
    sudo: true,
    params: ById,
    record: noticeRecord,
    created: SubjectSecret,
    act: (ctx, { params }) => notices.renewSubjectSecret(ctx, params.id),
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

  // A closing page sends its decision by `sendBeacon`, which sends JSON as text and makes no preflight.
  app.register(async (scope) => {
    acceptJson(scope, 'text/plain')
    endpoints(scope as unknown as App, 'consent').post('/public/consent/:widgetKey/record', {
      // The record itself is the trace. It is stricter than the audit log: append-only, with its own receipt.
      id: 'recordConsentDecision',
      summary: 'Registrar las decisiones de una persona sobre el aviso publicado',
      description:
        'Lo obligatorio no se puede rechazar: 422. El recibo prueba qué se mostró y qué se decidió. Con `X-Subject-Token` queda probado quién decide; después, lo que otro envía sin él con la misma referencia responde 202 y espera que la persona lo confirme.',
      role: 'PUBLIC',
      budget: 'banner',
      audit: false,
      params: schemas.OfWidget,
      headers: SubjectTokenHeader,
      body: schemas.Decision,
      created: Recorded,
      accepted: Unconfirmed,
      refusals: [401, 403],
      handle: async (req, reply) => {
        const published = await getPublished(req.params.widgetKey)
        admitOrigin(req, reply, published.content.config)
        const { tenantId, noticeId, subjectSecretNumber, hasProvenSubjects, interests } = published
        const isProven = provesSubject(req.headers[SUBJECT_TOKEN_HEADER], {
          secret: () =>
            subjectSecretOf(app.tools, tenantId, {
              id: noticeId,
              subject_secret_number: subjectSecretNumber,
            }),
          key: req.params.widgetKey,
          subjectRef: req.body.subjectRef,
          now: app.tools.now(),
        })
        const sent = {
          decision: req.body,
          submitter: submitterOf(req),
          ...(isProven && { provenBy: 'subject_token' as const }),
        }
        const isRepeatable = req.headers['idempotency-key'] !== undefined
        const isPlain = !isProven && !hasProvenSubjects && !isRepeatable && interests.length === 0
        const answer = await recordOnce(app.access, published, req.body, async () => {
          if (isPlain && isCurrent(published, req.body)) {
            return { success: true as const, data: await recordAtOnce(app, published, sent) }
          }
          return req.actFor(tenantId, VISITOR, (ctx) => recordDecision(ctx, published, sent))
        })
        // From the next call on, an unproven decision is compared with this proven one.
        if (isProven && !hasProvenSubjects) getPublished.forget(req.params.widgetKey)
        if ('confirmationSent' in answer.data) reply.code(202)
        return answer
      },
    })
  })
}
