import { endpoints } from '#http/endpoints.ts'
import { ById, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as requests from './service.ts'

export const requestRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  route.get('/dsar/requests', {
    id: 'listDsarRequests',
    summary: 'Listar las solicitudes de derechos',
    role: 'VIEWER',
    query: schemas.RequestsQuery,
    ok: listOf('items', schemas.RequestItem),
    read: (ctx, { query }) => requests.listRequests(ctx, query),
  })

  route.get('/dsar/requests/:id', {
    id: 'getDsarRequest',
    summary: 'Ver una solicitud completa, con su historia',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Request,
    read: (ctx, { params }) => requests.getRequest(ctx, params.id),
  })

  route.patch('/dsar/requests/:id', {
    id: 'moveDsarRequest',
    summary: 'Cambiar el estado de una solicitud',
    description:
      'Entre los estados abiertos y hacia COMPLETED o REJECTED, que ya no cambian: 409. A EXTENDED solo si hay una prórroga.',
    role: 'ANALYST',
    params: ById,
    body: schemas.MoveRequest,
    ok: schemas.Request,
    refusals: [409],
    act: (ctx, { params, body }) => requests.moveRequest(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/assign', {
    id: 'assignDsarRequest',
    summary: 'Asignar una solicitud a una persona de la organización',
    description: 'Desde RECEIVED o VERIFYING pasa a IN_PROGRESS. Quien no es integrante: 422.',
    role: 'ANALYST',
    params: ById,
    body: schemas.AssignRequest,
    ok: schemas.Request,
    act: (ctx, { params, body }) => requests.assignRequest(ctx, params.id, body.assignedTo),
  })

  route.post('/dsar/requests/:id/extend', {
    id: 'extendDsarRequest',
    summary: 'Ampliar el plazo en 30 días, una sola vez, y avisar a la persona',
    description:
      'Una sola vez, por 30 días corridos más; la segunda es 409 ALREADY_EXTENDED. Se avisa al titular por correo.',
    role: 'ANALYST',
    params: ById,
    body: schemas.ExtendRequest,
    ok: schemas.Extension,
    act: (ctx, { params, body }) => requests.extendRequest(ctx, params.id, body.reason),
  })

  route.post('/dsar/requests/:id/respond', {
    id: 'respondDsarRequest',
    summary: 'Responder una solicitud y enviar la respuesta a la persona',
    description:
      'FULFILLED y PARTIALLY_FULFILLED la completan; los rechazos la dejan en REJECTED y piden denialReason o responseNotes. EXTENDED es una prórroga cuyo motivo es responseNotes.',
    role: 'ANALYST',
    params: ById,
    body: schemas.RespondRequest,
    ok: schemas.Request,
    act: (ctx, { params, body }) => requests.respondRequest(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/notify-thirds', {
    // The notes are optional, and so is a body without them.
    id: 'notifyThirdsOfDsarRequest',
    summary: 'Registrar que se avisó a destinatarios y encargados de una rectificación o supresión',
    description:
      'Solo en RECTIFICATION o DELETION (si no, 422 INVALID_RIGHT_TYPE) y una sola vez (409 ALREADY_NOTIFIED).',
    role: 'ANALYST',
    preValidation: async (req) => {
      req.body ??= {}
    },
    params: ById,
    body: schemas.NotifyThirds,
    ok: schemas.ThirdsNotified,
    act: (ctx, { params, body }) => requests.notifyThirds(ctx, params.id, body.notes),
  })

  route.get('/dsar/requests/:id/timeline', {
    id: 'getDsarTimeline',
    summary: 'Ver la historia de una solicitud, desde lo más antiguo',
    role: 'VIEWER',
    params: ById,
    query: MaybePage,
    ok: listOf('items', schemas.RequestEvent),
    read: (ctx, { params, query }) => requests.getTimeline(ctx, params.id, query),
  })

  route.get('/dsar/stats', {
    id: 'getDsarStats',
    summary: 'Ver las estadísticas de las solicitudes',
    role: 'VIEWER',
    ok: schemas.RequestStats,
    read: (ctx) => requests.getStats(ctx),
  })
}
