import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay } from '#http/scopes.ts'
import type { App } from '#http/types.ts'
import { issueUpload, NewUpload, Upload } from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import { createStorage } from '#storage/storage.ts'
import {
  dropBytes,
  findAsked,
  lockOpen,
  RESPONDENT,
  saveAnswers,
  showQuestionnaire,
  submitAnswers,
} from './answering.ts'
import * as keyed from './answering-schemas.ts'
import * as answers from './answers.ts'
import { convertAnswer, previewDrafts } from './conversion.ts'
import * as drafted from './draft-schemas.ts'
import { answerRecord, questionnaireRecord } from './repo.ts'
import type { Target } from './rules.ts'
import * as schemas from './schemas.ts'
import { sendQuestionnaire } from './sending.ts'
import * as questionnaires from './service.ts'
import { builtInViews } from './views.ts'

/** The module of each target: an API key needs its write scope. */
const MODULE_OF: Readonly<Record<Target, string>> = {
  activity: 'rat',
  processor: 'processors',
  system: 'data-map',
  risk: 'dpia',
}

export function routes(app: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const route = endpoints(app, 'questionnaires')
  const storage = createStorage(config)

  route.get('/questionnaires', {
    id: 'listQuestionnaires',
    summary: 'Listar los cuestionarios y cuántas respuestas tiene cada uno',
    role: 'VIEWER',
    query: schemas.QuestionnairesQuery,
    ok: listOf('items', schemas.QuestionnaireSummary),
    read: (ctx, { query }) => questionnaires.listQuestionnaires(ctx, query),
  })

  route.get('/questionnaires/built-in', {
    id: 'listBuiltInQuestionnaires',
    summary: 'Ver los cuestionarios que trae el servicio',
    role: 'VIEWER',
    ok: schemas.BuiltInQuestionnaires,
    read: async () => builtInViews(),
  })

  route.get('/questionnaires/fields', {
    id: 'listFillableFields',
    summary: 'Ver qué campos puede llenar una pregunta al convertir su respuesta',
    role: 'VIEWER',
    ok: schemas.FillableFields,
    read: () => questionnaires.listFields(),
  })

  route.post('/questionnaires', {
    id: 'createQuestionnaire',
    summary: 'Crear un cuestionario, propio o copiado de uno que trae el servicio',
    role: 'ANALYST',
    record: questionnaireRecord,
    body: schemas.NewQuestionnaire,
    created: schemas.Questionnaire,
    refusals: [422],
    act: (ctx, { body }) => questionnaires.createQuestionnaire(ctx, body),
  })

  route.get('/questionnaires/answers', {
    id: 'listAllQuestionnaireAnswers',
    summary: 'Listar las respuestas de todos los cuestionarios, o las que dieron origen a un registro',
    role: 'VIEWER',
    query: schemas.AnswersQuery,
    ok: listOf('items', schemas.QuestionnaireAnswerItem),
    read: (ctx, { query }) => answers.listAnswers(ctx, query),
  })

  route.get('/questionnaires/answers/:id', {
    id: 'getQuestionnaireAnswer',
    summary: 'Leer una respuesta, con las preguntas como se enviaron y lo que se hizo con ella',
    role: 'VIEWER',
    params: ById,
    record: answerRecord,
    ok: schemas.QuestionnaireAnswer,
    read: (ctx, { params }) => answers.getAnswer(ctx, params.id),
  })

  route.post('/questionnaires/answers/:id/read', {
    id: 'readQuestionnaireAnswer',
    summary: 'Marcar una respuesta como leída',
    role: 'ANALYST',
    audit: false,
    params: ById,
    record: answerRecord,
    ok: schemas.QuestionnaireAnswer,
    refusals: [409],
    act: (ctx, { params }) => answers.readAnswer(ctx, params.id),
  })

  route.post('/questionnaires/answers/:id/return', {
    id: 'returnQuestionnaireAnswer',
    summary: 'Devolver una respuesta para que la completen, con una nota que va por correo',
    description: 'Solo una respuesta enviada; si no, 409. El enlace que la persona tiene la abre de nuevo.',
    role: 'ANALYST',
    params: ById,
    record: answerRecord,
    body: schemas.Returning,
    ok: schemas.QuestionnaireAnswer,
    refusals: [402, 409, 422],
    act: (ctx, { params, body }) => answers.returnAnswer(ctx, params.id, body),
  })

  route.post('/questionnaires/answers/:id/remind', {
    id: 'remindQuestionnaireRecipient',
    summary: 'Recordar a quien no ha respondido',
    description:
      'Una vez por día; si no, 409. El servicio también lo hace tres días y un día antes de la fecha.',
    role: 'ANALYST',
    params: ById,
    record: answerRecord,
    ok: schemas.QuestionnaireAnswer,
    refusals: [402, 409],
    act: (ctx, { params }) => answers.remindRecipient(ctx, params.id),
  })

  route.get('/questionnaires/answers/:id/drafts', {
    id: 'previewQuestionnaireDrafts',
    summary: 'Ver los borradores que saldrían de una respuesta, sin crearlos',
    role: 'VIEWER',
    params: ById,
    query: schemas.DraftsQuery,
    ok: drafted.AnswerDrafts,
    refusals: [409],
    read: (ctx, { params, query }) => previewDrafts(ctx, params.id, query.target),
  })

  route.post('/questionnaires/answers/:id/convert', {
    id: 'convertQuestionnaireAnswer',
    summary: 'Convertir una respuesta en actividades, encargados, sistemas o riesgos',
    description:
      'La respuesta queda como origen de lo creado. Lo que describe una sola vez se convierte una sola vez: 409. Una clave de API necesita también el permiso de escribir en el módulo del registro.',
    role: 'ANALYST',
    params: ById,
    record: answerRecord,
    body: schemas.Conversion,
    created: drafted.Converted,
    refusals: [409, 422],
    handle: (req) => {
      assertKeyMay(req.keyHolder, MODULE_OF[req.body.target], 'write')
      return req.act((ctx) => convertAnswer(ctx, req.params.id, req.body))
    },
  })

  route.delete('/questionnaires/invitations/:id', {
    id: 'revokeQuestionnaireInvitation',
    summary: 'Revocar el enlace de una persona',
    description: 'El id es el de su respuesta. Lo que alcanzó a guardar queda.',
    role: 'ANALYST',
    params: ById,
    record: answerRecord,
    refusals: [409],
    act: (ctx, { params }) => answers.revokeInvitation(ctx, params.id),
  })

  route.get('/questionnaires/:id', {
    id: 'getQuestionnaire',
    summary: 'Ver un cuestionario y cómo van sus respuestas',
    role: 'VIEWER',
    params: ById,
    record: questionnaireRecord,
    ok: schemas.Questionnaire,
    read: (ctx, { params }) => questionnaires.getQuestionnaire(ctx, params.id),
  })

  route.put('/questionnaires/:id', {
    id: 'updateQuestionnaire',
    summary: 'Cambiar un cuestionario',
    description: 'Cambiar el texto crea una versión: quien ya lo recibió lo responde como se le envió.',
    role: 'ANALYST',
    params: ById,
    record: questionnaireRecord,
    body: schemas.QuestionnairePatch,
    ok: schemas.Questionnaire,
    refusals: [422],
    act: (ctx, { params, body }) => questionnaires.updateQuestionnaire(ctx, params.id, body),
  })

  route.delete('/questionnaires/:id', {
    id: 'deleteQuestionnaire',
    summary: 'Eliminar un cuestionario que nunca se envió',
    role: 'ANALYST',
    params: ById,
    record: questionnaireRecord,
    refusals: [409],
    act: (ctx, { params }) => questionnaires.deleteQuestionnaire(ctx, params.id),
  })

  route.post('/questionnaires/:id/send', {
    id: 'sendQuestionnaire',
    summary: 'Enviar un cuestionario por correo, hasta a 100 personas',
    description:
      'Cada una recibe un enlace propio, que no pide cuenta y sirve hasta 30 días después de «dueOn». «pageUrl» se muestra solo aquí.',
    role: 'ANALYST',
    params: ById,
    record: questionnaireRecord,
    body: schemas.Sending,
    created: schemas.Sent,
    refusals: [402, 409, 422],
    act: (ctx, { params, body }) => sendQuestionnaire(ctx, params.id, body),
  })

  route.get('/questionnaires/:id/answers', {
    id: 'listQuestionnaireAnswers',
    summary: 'Listar a quiénes se envió un cuestionario y qué respondieron',
    role: 'VIEWER',
    params: ById,
    query: schemas.AnswersOfQuery,
    ok: listOf('items', schemas.QuestionnaireAnswerItem),
    read: (ctx, { params, query }) => answers.listAnswersOf(ctx, params.id, query),
  })

  // ── with the key ──

  route.get('/public/questionnaires/:key', {
    id: 'openQuestionnaire',
    summary: 'Abrir un cuestionario con la clave del correo; al navegador se le envía a su página',
    role: 'PUBLIC',
    redirects: 303,
    params: keyed.ByQuestionnaireKey,
    ok: keyed.PublicQuestionnaire,
    handle: async (req, reply) => {
      const { key } = req.params
      if (wantsPage(req)) return toPage(reply, 'cuestionarios', key)
      const row = await findAsked(app.access, key, app.tools.now())
      return req.readFor(row.tenant_id, (ctx) => showQuestionnaire(ctx, row))
    },
  })

  route.put('/public/questionnaires/:key', {
    id: 'saveQuestionnaireAnswers',
    summary: 'Guardar lo respondido hasta ahora',
    role: 'PUBLIC',
    // The person's own draft. The organisation's log begins when it is sent.
    audit: false,
    params: keyed.ByQuestionnaireKey,
    body: keyed.Saving,
    ok: keyed.SavedAnswer,
    refusals: [409, 422],
    handle: async (req) => {
      const row = await findAsked(app.access, req.params.key, app.tools.now())
      const { data } = await req.actFor(row.tenant_id, RESPONDENT, (ctx) => saveAnswers(ctx, row, req.body))
      await dropBytes(req, storage, row.tenant_id, data.dropped)
      return { success: true as const, data: data.answer }
    },
  })

  route.post('/public/questionnaires/:key', {
    id: 'submitQuestionnaireAnswers',
    summary: 'Enviar la respuesta',
    description: 'Con todo lo obligatorio respondido; si no, 422 con una entrada por pregunta.',
    role: 'PUBLIC',
    params: keyed.ByQuestionnaireKey,
    body: keyed.Submitting,
    ok: keyed.SubmittedAnswer,
    refusals: [409, 422],
    handle: async (req) => {
      const row = await findAsked(app.access, req.params.key, app.tools.now())
      const { answers: sent, files } = req.body
      const body = { answers: sent ?? {}, files: files ?? [] }
      const { data } = await req.actFor(row.tenant_id, RESPONDENT, (ctx) => submitAnswers(ctx, row, body))
      await dropBytes(req, storage, row.tenant_id, data.dropped)
      return { success: true as const, data: data.answer }
    },
  })

  route.post('/public/questionnaires/:key/uploads', {
    id: 'requestQuestionnaireUpload',
    summary: 'Pedir una clave para adjuntar un archivo a la respuesta',
    description:
      'Los bytes se envían con PUT a `uploadUrl`; al guardar o enviar, `files` dice de qué pregunta es. Lo que ninguna respuesta adjunta se borra a las 24 horas.',
    role: 'PUBLIC',
    budget: 'signin',
    // Nothing changes for the organisation until an answer brings the file.
    audit: false,
    params: keyed.ByQuestionnaireKey,
    body: NewUpload,
    created: Upload,
    refusals: [409],
    handle: async (req) => {
      const row = await findAsked(app.access, req.params.key, app.tools.now())
      return req.actFor(row.tenant_id, RESPONDENT, async (ctx) => {
        await lockOpen(ctx, row.id)
        return issueUpload(ctx, req.body)
      })
    },
  })
}
