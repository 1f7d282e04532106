import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { issueUpload, NewUpload, Upload } from '#modules/files/public.ts'
import { wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import { requestRecord } from '../requests/repo.ts'
import { answerTask, findAskedTask, lockSent, OWNER, showTask } from './answering.ts'
import * as schemas from './schemas.ts'
import * as tasks from './service.ts'

export const taskRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  route.get('/dsar/requests/:id/tasks', {
    id: 'listDsarTasks',
    summary: 'Ver qué se pidió a cada sistema por una solicitud, y lo que falta',
    role: 'VIEWER',
    trace: { action: 'read', entityType: 'dsar_request' },
    params: ById,
    record: requestRecord,
    ok: schemas.DsarTasks,
    read: (ctx, { params }) => tasks.getTasks(ctx, params.id),
  })

  route.post('/dsar/requests/:id/tasks', {
    id: 'addDsarTask',
    summary: 'Agregar un sistema, o un lugar que no está en el mapa de datos, donde hay que buscar',
    description:
      'Con systemId lo demás sale del mapa de datos; si no, systemName. Nadie recibe una carta hasta enviarlas. Si ya espera respuesta: 409.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.NewDsarTask,
    created: schemas.DsarTask,
    refusals: [409, 422],
    act: (ctx, { params, body }) => tasks.addTask(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/tasks/send', {
    id: 'sendDsarTasks',
    summary: 'Enviar a quienes están a cargo las tareas que esperan',
    description:
      'Se envían solas cuando la solicitud pasa a IN_PROGRESS, una vez verificado quién pide (art. 11, Ley 19.628). Las que no tienen correo quedan en open; si no hay ninguna que enviar, 409.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    ok: schemas.TasksSent,
    refusals: [402, 409],
    act: (ctx, { params }) => tasks.sendTasks(ctx, params.id),
  })

  route.patch('/dsar/requests/:id/tasks/:taskId', {
    id: 'changeDsarTask',
    summary: 'Cambiar a quién se pide una tarea o hasta cuándo, cancelarla, o anotar su respuesta',
    description:
      'Con outcome se anota lo que respondieron por otra vía; «kept» exige article. Una respondida o cancelada no cambia: 409.',
    role: 'ANALYST',
    params: schemas.ByTask,
    record: requestRecord,
    body: schemas.DsarTaskPatch,
    ok: schemas.DsarTask,
    refusals: [409, 422],
    act: (ctx, { params, body }) => tasks.changeTask(ctx, params.id, params.taskId, body),
  })

  route.post('/dsar/requests/:id/tasks/:taskId/remind', {
    id: 'remindDsarTask',
    summary: 'Recordar una tarea a quien está a cargo, una vez al día',
    description: 'Si hoy ya se le escribió, o si no espera respuesta: 409.',
    role: 'ANALYST',
    params: schemas.ByTask,
    record: requestRecord,
    ok: schemas.DsarTask,
    refusals: [402, 409],
    act: (ctx, { params }) => tasks.remindOwner(ctx, params.id, params.taskId),
  })

  // ── by the key ──

  route.get('/public/tasks/:key', {
    id: 'openDsarTask',
    summary: 'Abrir una tarea con la clave del correo; al navegador se le envía a su página',
    role: 'PUBLIC',
    redirects: 303,
    params: schemas.ByTaskKey,
    ok: schemas.PublicTask,
    handle: async (req, reply) => {
      const { key } = req.params
      if (wantsPage(req)) return toPage(reply, 'tareas', key)
      const row = await findAskedTask(app.access, key, app.tools.now())
      return req.readFor(row.tenant_id, (ctx) => showTask(ctx, row))
    },
  })

  route.post('/public/tasks/:key', {
    id: 'answerDsarTask',
    summary: 'Responder una tarea: se hizo, no hay nada o queda como está',
    description:
      'Una sola vez: la segunda es 409. «kept» sin article es 422. Los archivos se suben antes, con POST /public/tasks/{key}/uploads.',
    role: 'PUBLIC',
    params: schemas.ByTaskKey,
    body: schemas.TaskAnswer,
    ok: schemas.AnsweredTask,
    refusals: [409, 422],
    handle: async (req) => {
      const row = await findAskedTask(app.access, req.params.key, app.tools.now())
      return req.actFor(row.tenant_id, OWNER, (ctx) => answerTask(ctx, row, req.body))
    },
  })

  route.post('/public/tasks/:key/uploads', {
    id: 'requestDsarTaskUpload',
    summary: 'Pedir una clave para adjuntar un archivo a la respuesta de una tarea',
    description:
      'Los bytes se envían con PUT a `uploadUrl`; la respuesta nombra la clave en `files`. Lo que ninguna respuesta adjunta se borra a las 24 horas.',
    role: 'PUBLIC',
    budget: 'signin',
    // An upload changes nothing until an answer takes the file.
    audit: false,
    params: schemas.ByTaskKey,
    body: NewUpload,
    created: Upload,
    refusals: [409],
    handle: async (req) => {
      const row = await findAskedTask(app.access, req.params.key, app.tools.now())
      return req.actFor(row.tenant_id, OWNER, async (ctx) => {
        await lockSent(ctx, row.id)
        return issueUpload(ctx, req.body, { takesData: true })
      })
    },
  })
}
