import { DOCUMENT_TYPES, previewRoute } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { sendReceipt } from '#modules/evidence/public.ts'
import { remindRecipient } from '../acknowledgements/reminding.ts'
import { getAgencyNotice, recordAgencyNotice } from './agency.ts'
import { previewAnswer, proposeAnswers } from './drafting.ts'
import { letterPaper } from './letter-pdf.ts'
import * as recipientSchemas from './recipient-schemas.ts'
import { addRecipients, getRecipients } from './recipients.ts'
import { requestRecord } from './repo.ts'
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
    trace: { action: 'read', entityType: 'dsar_request' },
    params: ById,
    record: requestRecord,
    ok: schemas.Request,
    read: (ctx, { params }) => requests.getRequest(ctx, params.id),
  })

  route.patch('/dsar/requests/:id', {
    id: 'moveDsarRequest',
    summary: 'Cambiar el estado de una solicitud',
    description:
      'Entre los estados abiertos y hacia COMPLETED o REJECTED, que ya no cambian: 409. A EXTENDED solo si hay una prórroga. Al cerrarla se escribe a la persona, y warnings dice lo que a la respuesta le falta según la ley.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.MoveRequest,
    ok: schemas.ClosedRequest,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => requests.moveRequest(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/assign', {
    id: 'assignDsarRequest',
    summary: 'Asignar una solicitud a una persona de la organización',
    description: 'Desde RECEIVED o VERIFYING pasa a IN_PROGRESS. Quien no es integrante: 422.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.AssignRequest,
    ok: schemas.Request,
    act: (ctx, { params, body }) => requests.assignRequest(ctx, params.id, body.assignedTo),
  })

  route.post('/dsar/requests/:id/extend', {
    id: 'extendDsarRequest',
    summary: 'Ampliar el plazo una sola vez y avisar a la persona',
    description:
      'Una sola vez, por 30 × 24 horas más en `extendedDeadlineAt` y por los días de la ley en `legalDueOn`; la segunda es 409 ALREADY_EXTENDED. Un plazo legal ya vencido no se amplía (409), el de un bloqueo temporal tampoco (422). Se avisa al titular por correo.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.ExtendRequest,
    ok: schemas.Extension,
    refusals: [409, 422],
    act: (ctx, { params, body }) => requests.extendRequest(ctx, params.id, body.reason),
  })

  route.post('/dsar/requests/:id/respond', {
    id: 'respondDsarRequest',
    summary: 'Responder una solicitud y enviar la respuesta a la persona',
    description:
      'FULFILLED y PARTIALLY_FULFILLED la completan; los rechazos la dejan en REJECTED y piden denialReason o responseNotes. EXTENDED es una prórroga cuyo motivo es responseNotes.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.RespondRequest,
    ok: schemas.ClosedRequest,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => requests.respondRequest(ctx, params.id, body),
  })

  route.get('/dsar/requests/:id/answer-proposals', {
    id: 'proposeDsarAnswers',
    summary: 'Ver textos con que empezar a responder, y los motivos por los que la ley permite negar',
    description: 'De una solicitud cerrada: 409.',
    role: 'VIEWER',
    params: ById,
    ok: schemas.AnswerProposals,
    refusals: [409],
    read: (ctx, { params }) => proposeAnswers(ctx, params.id),
  })

  route.post('/dsar/requests/:id/respond/preview', {
    id: 'previewDsarAnswer',
    summary: 'Leer la carta que escribiría una respuesta, sin enviarla',
    description:
      'Con el mismo cuerpo que la respuesta, o que una prórroga (EXTENDED): la carta completa y lo que le falta según la ley. No guarda ni envía nada, y rechaza lo que la respuesta rechazaría.',
    role: 'ANALYST',
    // The letter identifies the person and the request.
    trace: { action: 'read', entityType: 'dsar_request' },
    audit: false,
    params: ById,
    body: schemas.DraftAnswer,
    ok: schemas.AnswerPreview,
    refusals: [409, 422],
    read: (ctx, { params, body }) => previewAnswer(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/notify-thirds', {
    // The notes are optional, so the body may be missing.
    id: 'notifyThirdsOfDsarRequest',
    summary: 'Registrar que se avisó a destinatarios y encargados de una rectificación o supresión',
    description:
      'Solo en RECTIFICATION o DELETION (si no, 422 INVALID_RIGHT_TYPE) y una sola vez (409 ALREADY_NOTIFIED).',
    role: 'ANALYST',
    preValidation: async (req) => {
      req.body ??= {}
    },
    params: ById,
    record: requestRecord,
    body: schemas.NotifyThirds,
    ok: schemas.ThirdsNotified,
    act: (ctx, { params, body }) => requests.notifyThirds(ctx, params.id, body.notes),
  })

  route.get('/dsar/requests/:id/recipients', {
    id: 'listDsarRecipients',
    summary: 'Ver quiénes recibieron los datos y si saben de lo resuelto',
    role: 'VIEWER',
    params: ById,
    ok: recipientSchemas.Recipients,
    read: (ctx, { params }) => getRecipients(ctx, params.id),
  })

  route.post('/dsar/requests/:id/recipients', {
    id: 'addDsarRecipients',
    summary: 'Registrar a quienes recibieron los datos y avisarles de lo resuelto',
    description:
      'De una rectificación, una supresión o una oposición (art. 11, Ley 19.628); de otro derecho es 422 INVALID_RIGHT_TYPE. A quien tiene correo y no fue avisado se le escribe: de inmediato si la solicitud está completada, o junto con la respuesta. Su carta lleva un enlace propio, que no pide cuenta y sirve 90 días, en que confirma qué hizo; si no responde, se le recuerda a los 7 y a los 14 días. «pageUrl» se muestra solo aquí.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: recipientSchemas.NewRecipients,
    created: recipientSchemas.AddedRecipients,
    refusals: [402, 409, 422],
    act: (ctx, { params, body }) => addRecipients(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/recipients/:recipientId/remind', {
    id: 'remindDsarRecipient',
    summary: 'Recordar a quien recibió los datos que confirme qué hizo',
    description:
      'Una vez al día (409). También 409 si ya respondió, o si no se le ha escrito. Le llega el mismo enlace, que vuelve a servir 90 días.',
    role: 'ANALYST',
    params: recipientSchemas.ByRecipient,
    record: requestRecord,
    ok: recipientSchemas.Recipients,
    refusals: [402, 409],
    act: async (ctx, { params }) => {
      await remindRecipient(ctx, params.id, params.recipientId)
      return getRecipients(ctx, params.id)
    },
  })

  route.get('/dsar/requests/:id/agency-notice', {
    id: 'getDsarAgencyNotice',
    summary: 'Ver la comunicación a la Agencia de la negativa de un bloqueo temporal, o su borrador',
    description:
      'Solo en BLOCKING; si no, 422 INVALID_RIGHT_TYPE (art. 8 ter, Ley 19.628). El fundamento es el de la negativa registrada: ningún texto libre viaja en la dirección, que los servidores anotan.',
    role: 'VIEWER',
    params: ById,
    ok: schemas.AgencyNotice,
    refusals: [409, 422],
    read: (ctx, { params }) => getAgencyNotice(ctx, params.id),
  })

  route.post('/dsar/requests/:id/agency-notice', {
    id: 'recordDsarAgencyNotice',
    summary: 'Registrar que se informó a la Agencia la negativa de un bloqueo temporal',
    description:
      'Guarda el texto completo como carta. Una sola vez (409). Sin fundamento en la solicitud ni en el cuerpo: 422.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.AgencySent,
    created: schemas.AgencyNotice,
    refusals: [409, 422],
    act: (ctx, { params, body }) => recordAgencyNotice(ctx, params.id, body),
  })

  route.get('/dsar/requests/:id/letters/:letterId', {
    id: 'getDsarLetter',
    summary: 'Ver una carta con su fecha, destinatario y texto completo (JSON, PDF o Word)',
    role: 'VIEWER',
    trace: { action: 'read', entityType: 'dsar_request' },
    params: schemas.ByLetter,
    query: schemas.LetterQuery,
    ok: schemas.RequestLetter,
    file: { description: 'La carta, para entregar', types: DOCUMENT_TYPES },
    handle: async (req, reply) => {
      const { id, letterId } = req.params
      const { data } = await req.read((ctx) => requests.readLetter(ctx, id, letterId))
      const { format = 'json' } = req.query
      if (format === 'json') return { success: true as const, data: data.letter }
      return sendReceipt(req, reply, format, letterPaper(data))
    },
  })

  previewRoute(route, '/dsar/requests/:id/letters/:letterId', {
    id: 'DsarLetter',
    of: 'una carta de la solicitud',
    params: schemas.ByLetter,
    gather: async (ctx, { id, letterId }) => letterPaper(await requests.readLetter(ctx, id, letterId)),
  })

  route.get('/dsar/requests/:id/timeline', {
    id: 'getDsarTimeline',
    summary: 'Ver la historia de una solicitud, desde lo más antiguo',
    role: 'VIEWER',
    params: ById,
    query: schemas.TimelineQuery,
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
