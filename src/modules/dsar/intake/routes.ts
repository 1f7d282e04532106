import type { FastifyReply, FastifyRequest } from 'fastify'
import { translateFault } from '#db/faults.ts'
import { admitOrigin, sayAllowedOrigin } from '#http/origins.ts'
import { sendPage, wantsPage } from '#http/pages.ts'
import { data, faults } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { escapeHtml, isUnstorable } from '#kernel/text.ts'
import { isFolio, isPlainFolio } from '../folio.ts'
import { findWidgetByKey, type WidgetRow } from '../widgets/repo.ts'
import { findFolio } from './folios.ts'
import { formPage } from './form-page.ts'
import * as schemas from './schemas.ts'
import { formConfig, pretendToReceive, receiveRequest, trackRequest, VISITOR } from './service.ts'
import { trackingPage } from './tracking-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The form through which a visitor comes. */
    dsarWidget: WidgetRow | undefined
  }
}

const tags = ['dsar']
const open = { role: 'PUBLIC' } as const

export const intakeRoutes: Routes = (app) => {
  app.decorateRequest('dsarWidget', undefined)
  const ownOrigin = new URL(app.tools.publicUrl).origin

  function findWidget(request: FastifyRequest): Promise<WidgetRow | undefined> {
    const { widgetKey } = request.params as { widgetKey: string }
    return isUnstorable(widgetKey) ? Promise.resolve(undefined) : findWidgetByKey(app.doors, widgetKey)
  }

  /** Before the body is read: a page that may not use the form learns nothing from its faults. */
  async function enterByWidget(request: FastifyRequest, reply: FastifyReply) {
    const widget = await findWidget(request)
    if (!widget) throw notFound('el formulario')
    request.dsarWidget = widget
    if (!isOwnPage(request)) admitOrigin(request, reply, widget.config)
  }

  /** The hosted form is no page of others. No script can set the header by which a browser says so. */
  function isOwnPage({ headers }: FastifyRequest): boolean {
    return headers['sec-fetch-site'] === 'same-origin' || headers.origin === ownOrigin
  }

  /** Answered here and not for all origins, as elsewhere in the public part. A form that is unknown says so itself. */
  app.options(
    '/public/dsar/:widgetKey',
    { config: { cors: false }, schema: { hide: true } },
    async (request, reply) => {
      sayAllowedOrigin(request, reply, (await findWidget(request))?.config ?? {})
      reply.headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '600',
      })
      return reply.code(204).send()
    },
  )

  app.post(
    '/public/dsar/:widgetKey',
    {
      config: open,
      onRequest: enterByWidget,
      schema: {
        tags,
        operationId: 'receiveDsarRequest',
        summary: 'Presentar una solicitud de derechos',
        description:
          'El plazo es de 30 días corridos. Un RUT que no pasa módulo 11 es 422 INVALID_RUT. Con el folio se sigue la solicitud sin cuenta.',
        params: schemas.ByWidget,
        body: schemas.FormIntake,
        response: { 201: data(schemas.Received), ...faults(403) },
      },
    },
    async (req) => {
      const widget = req.dsarWidget!
      const { website, ...body } = req.body
      if (website) return { success: true as const, data: pretendToReceive(app.tools.now()) }
      return req.actFor(widget.tenant_id, VISITOR, (ctx) => receiveRequest(ctx, widget, body))
    },
  )

  app.get(
    '/public/dsar/:widgetKey',
    {
      config: open,
      onRequest: enterByWidget,
      schema: {
        tags,
        operationId: 'openDsarForm',
        summary: 'Abrir el formulario de solicitudes (una página para el navegador, o su configuración)',
        params: schemas.ByWidget,
        response: { 200: data(schemas.FormConfig), ...faults(403) },
      },
      errorHandler: refuse,
    },
    async (req, reply) => {
      const widget = req.dsarWidget!
      const answer = await req.readFor(widget.tenant_id, (ctx) => formConfig(ctx, widget))
      return wantsPage(req) ? (sendPage(reply, formPage(answer.data)) as never) : answer
    },
  )

  app.get(
    '/public/dsar/:widgetKey/config',
    {
      config: open,
      onRequest: enterByWidget,
      schema: {
        tags,
        operationId: 'getDsarFormConfig',
        summary: 'Ver cómo dibujar el formulario de solicitudes',
        params: schemas.ByWidget,
        response: { 200: data(schemas.FormConfig), ...faults(403) },
      },
    },
    (req) => req.readFor(req.dsarWidget!.tenant_id, (ctx) => formConfig(ctx, req.dsarWidget!)),
  )

  app.get(
    '/public/dsar/track/:folio',
    {
      config: open,
      schema: {
        tags,
        operationId: 'trackDsarRequest',
        summary: 'Seguir una solicitud por su folio (JSON, o una página para el navegador)',
        description: 'Un folio que no tiene la forma ARCO-AAAA-NNNNN es 400 INVALID_FOLIO.',
        params: schemas.ByFolio,
        response: { 200: data(schemas.Tracking) },
      },
      errorHandler: refuse,
    },
    async (req, reply) => {
      const { folio } = req.params
      const found = isFolio(folio) ? await findFolio(app.doors, folio) : undefined
      if (found) {
        const answer = await req.readFor(found.tenant_id, (ctx) => trackRequest(ctx, found.request_id))
        if (!wantsPage(req)) return answer
        return sendPage(reply, trackingPage(answer.data, app.tools.now())) as never
      }
      if (isPlainFolio(folio)) {
        throw new Failure(
          'notFound',
          `No encontramos una solicitud con el folio «${folio}». Revise que sea el que recibió por correo.`,
        )
      }
      throw new Failure(
        'invalidFolio',
        `«${folio.slice(0, 100)}» no es un folio. Tiene la forma ARCO-2026-01234: revise el que recibió por correo.`,
      )
    },
  )
}

/** Whoever comes with a browser also reads in a page why there is nothing to see. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = translateFault(error)
  if (!wantsPage(request) || !(failure instanceof Failure)) throw error
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  sendPage(reply, {
    title: 'Solicitudes de derechos',
    content: `<p>${escapeHtml(failure.message)}</p>`,
    status: failure.status,
  })
}
