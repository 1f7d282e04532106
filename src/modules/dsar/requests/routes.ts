import { ById, data, faults, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as requests from './service.ts'

const tags = ['dsar']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export const requestRoutes: Routes = (app) => {
  app.get(
    '/dsar/requests',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listDsarRequests',
        summary: 'Listar las solicitudes de derechos',
        querystring: schemas.RequestsQuery,
        response: { 200: listOf('items', schemas.RequestItem) },
      },
    },
    (req) => req.read((ctx) => requests.listRequests(ctx, req.query)),
  )

  app.get(
    '/dsar/requests/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getDsarRequest',
        summary: 'Ver una solicitud completa, con su historia',
        params: ById,
        response: { 200: data(schemas.Request) },
      },
    },
    (req) => req.read((ctx) => requests.getRequest(ctx, req.params.id)),
  )

  app.patch(
    '/dsar/requests/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'moveDsarRequest',
        summary: 'Cambiar el estado de una solicitud',
        description:
          'Entre los estados abiertos y hacia COMPLETED o REJECTED, que ya no cambian: 409. A EXTENDED solo si hay una prórroga.',
        params: ById,
        body: schemas.MoveRequest,
        response: { 200: data(schemas.Request), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => requests.moveRequest(ctx, req.params.id, req.body)),
  )

  app.post(
    '/dsar/requests/:id/assign',
    {
      config: write,
      schema: {
        tags,
        operationId: 'assignDsarRequest',
        summary: 'Asignar una solicitud a una persona de la organización',
        description: 'Desde RECEIVED o VERIFYING pasa a IN_PROGRESS. Quien no es integrante: 422.',
        params: ById,
        body: schemas.AssignRequest,
        response: { 200: data(schemas.Request) },
      },
    },
    (req) => req.act((ctx) => requests.assignRequest(ctx, req.params.id, req.body.assignedTo)),
  )

  app.post(
    '/dsar/requests/:id/extend',
    {
      config: write,
      schema: {
        tags,
        operationId: 'extendDsarRequest',
        summary: 'Ampliar el plazo en 30 días, una sola vez, y avisar a la persona',
        description:
          'Una sola vez, por 30 días corridos más; la segunda es 409 ALREADY_EXTENDED. Se avisa al titular por correo.',
        params: ById,
        body: schemas.ExtendRequest,
        response: { 200: data(schemas.Extension) },
      },
    },
    (req) => req.act((ctx) => requests.extendRequest(ctx, req.params.id, req.body.reason)),
  )

  app.post(
    '/dsar/requests/:id/respond',
    {
      config: write,
      schema: {
        tags,
        operationId: 'respondDsarRequest',
        summary: 'Responder una solicitud y enviar la respuesta a la persona',
        description:
          'FULFILLED y PARTIALLY_FULFILLED la completan; los rechazos la dejan en REJECTED y piden denialReason o responseNotes. EXTENDED es una prórroga cuyo motivo es responseNotes.',
        params: ById,
        body: schemas.RespondRequest,
        response: { 200: data(schemas.Request) },
      },
    },
    (req) => req.act((ctx) => requests.respondRequest(ctx, req.params.id, req.body)),
  )

  app.post(
    '/dsar/requests/:id/notify-thirds',
    {
      config: write,
      // The notes are optional, and so is a body without them.
      preValidation: async (req) => {
        req.body ??= {}
      },
      schema: {
        tags,
        operationId: 'notifyThirdsOfDsarRequest',
        summary: 'Registrar que se avisó a destinatarios y encargados de una rectificación o supresión',
        description:
          'Solo en RECTIFICATION o DELETION (si no, 422 INVALID_RIGHT_TYPE) y una sola vez (409 ALREADY_NOTIFIED).',
        params: ById,
        body: schemas.NotifyThirds,
        response: { 200: data(schemas.ThirdsNotified) },
      },
    },
    (req) => req.act((ctx) => requests.notifyThirds(ctx, req.params.id, req.body.notes)),
  )

  app.get(
    '/dsar/requests/:id/timeline',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getDsarTimeline',
        summary: 'Ver la historia de una solicitud, desde lo más antiguo',
        params: ById,
        querystring: MaybePage,
        response: { 200: listOf('items', schemas.RequestEvent) },
      },
    },
    (req) => req.read((ctx) => requests.getTimeline(ctx, req.params.id, req.query)),
  )

  app.get(
    '/dsar/stats',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getDsarStats',
        summary: 'Ver las estadísticas de las solicitudes',
        response: { 200: data(schemas.RequestStats) },
      },
    },
    (req) => req.read((ctx) => requests.getStats(ctx)),
  )
}
