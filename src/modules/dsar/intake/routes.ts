import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertShown } from '#db/access.ts'
import { endpoints } from '#http/endpoints.ts'
import { admitOrigin, sayAllowedOrigin } from '#http/origins.ts'
import { perRequest } from '#http/per-request.ts'
import type { Routes } from '#http/types.ts'
import { notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { isUnstorable } from '#kernel/text.ts'
import { issueUpload, NewUpload, Upload } from '#modules/files/public.ts'
import { wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import { type Form, findForm } from '../widgets/repo.ts'
import { citizenFaults } from './faults.ts'
import { createFolios, getFolio, noFolio } from './folios.ts'
import { receive } from './receiving.ts'
import * as schemas from './schemas.ts'
import { formConfig, pretendToReceive, trackRequest, VISITOR } from './service.ts'

export const intakeRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  /** The form through which a visitor comes. */
  const widgets = perRequest<Form>()
  const nextFolio = createFolios(app.access, app.tools.vault.lasting('dsar.folio'))
  const today = () => lawToday({ tools: app.tools, now: app.tools.now() })
  const ownOrigin = new URL(app.tools.publicUrl).origin

  function findWidget(request: FastifyRequest): Promise<Form | undefined> {
    const { widgetKey } = request.params as { widgetKey: string }
    return isUnstorable(widgetKey) ? Promise.resolve(undefined) : findForm(app.access, widgetKey)
  }

  /** Runs before the body is read: a page that may not use the form learns nothing from its validation errors. */
  async function enterByWidget(request: FastifyRequest, reply: FastifyReply) {
    const widget = await findWidget(request)
    if (!widget) throw notFound('el formulario')
    widgets.set(request, widget)
    if (!isOwnPage(request)) admitOrigin(request, reply, widget.config)
  }

  /** The hosted form is of this service's origin. Scripts cannot set the header by which a browser says so. */
  function isOwnPage({ headers }: FastifyRequest): boolean {
    return headers['sec-fetch-site'] === 'same-origin' || headers.origin === ownOrigin
  }

  /** Unlike the rest of the public part, this preflight allows only the origins of the form, not all. */
  for (const path of ['/public/dsar/:widgetKey', '/public/dsar/:widgetKey/uploads'])
    app.options(path, { config: { cors: false }, schema: { hide: true } }, async (request, reply) => {
      sayAllowedOrigin(request, reply, (await findWidget(request))?.config ?? {})
      reply.headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '600',
      })
      return reply.code(204).send()
    })

  route.post('/public/dsar/:widgetKey', {
    id: 'receiveDsarRequest',
    summary: 'Presentar una solicitud de derechos',
    description:
      'El plazo contado en horas es de 30 × 24; `legalDueOn` es el último día según la ley. Un RUT que no pasa módulo 11 es 422 INVALID_RUT. Con el folio se sigue la solicitud sin cuenta.',
    role: 'PUBLIC',
    onRequest: enterByWidget,
    params: schemas.ByWidget,
    body: schemas.FormIntake,
    schemaErrorFormatter: citizenFaults,
    created: schemas.Received,
    refusals: [403],
    handle: async (req) => {
      const widget = widgets.get(req)
      const { website, ...body } = req.body
      if (website)
        return {
          success: true as const,
          data: pretendToReceive(body.rightType, { law: app.tools.law, now: app.tools.now() }),
        }
      return receive(req, nextFolio, widget, body)
    },
  })

  route.post('/public/dsar/:widgetKey/uploads', {
    id: 'requestDsarUpload',
    summary: 'Pedir una clave para adjuntar un archivo a una solicitud',
    description:
      'Los bytes se envían con PUT a `uploadUrl`; la solicitud nombra la clave en `attachments`. Sin bytes, la clave vence en una hora; lo que ninguna solicitud adjunta se borra a las 24 horas.',
    role: 'PUBLIC',
    budget: 'signin',
    // An upload changes nothing until a request takes the file.
    audit: false,
    onRequest: enterByWidget,
    params: schemas.ByWidget,
    body: NewUpload,
    schemaErrorFormatter: citizenFaults,
    created: Upload,
    refusals: [403],
    handle: (req) => req.actFor(widgets.get(req).tenant_id, VISITOR, (ctx) => issueUpload(ctx, req.body)),
  })

  route.get('/public/dsar/:widgetKey', {
    id: 'openDsarForm',
    summary: 'Ver cómo dibujar el formulario de solicitudes; al navegador se le envía a su página',
    role: 'PUBLIC',
    onRequest: async (req, reply) =>
      wantsPage(req)
        ? toPage(reply, 'derechos', (req.params as { widgetKey: string }).widgetKey)
        : enterByWidget(req, reply),
    redirects: 303,
    params: schemas.ByWidget,
    ok: schemas.FormConfig,
    refusals: [403],
    handle: async (req) => ({ success: true, data: shownConfig(widgets.get(req), today()) }),
  })

  route.get('/public/dsar/:widgetKey/config', {
    id: 'getDsarFormConfig',
    summary: 'Ver cómo dibujar el formulario de solicitudes',
    role: 'PUBLIC',
    onRequest: enterByWidget,
    params: schemas.ByWidget,
    ok: schemas.FormConfig,
    refusals: [403],
    handle: async (req) => ({ success: true, data: shownConfig(widgets.get(req), today()) }),
  })

  route.get('/public/dsar/track/:folio', {
    id: 'trackDsarRequest',
    summary: 'Seguir una solicitud por su folio; al navegador se le envía a su página',
    description: 'Un folio que no tiene la forma ARCO-AAAA-NNNNN es 400 INVALID_FOLIO.',
    role: 'PUBLIC',
    redirects: 303,
    params: schemas.ByFolio,
    ok: schemas.Tracking,
    // A path that cannot be stored would answer «not found» before the handler. Here it is a malformed folio like any other.
    onRequest: async (req) => {
      const { folio } = req.params as { folio: string }
      if (isUnstorable(folio)) throw noFolio(folio.replaceAll('\0', ''))
    },
    handle: async (req, reply) => {
      const { folio } = req.params
      if (wantsPage(req)) return toPage(reply, 'seguimiento', folio)
      const found = await getFolio(app.access, folio)
      return req.readFor(found.tenant_id, (ctx) => trackRequest(ctx, found.request_id))
    },
  })
}

function shownConfig(form: Form, on: Parameters<typeof formConfig>[1]) {
  assertShown(form.suspended_at)
  return formConfig(form, on)
}
