import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { fileName } from '#pdf/document.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { balancingDocument } from './balancing.ts'
import { activityRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as activities from './service.ts'
import { checkUnsaved } from './unsaved.ts'
import { UnsavedActivity, UnsavedCheck } from './unsaved-schemas.ts'

export function routes(app: App, { modules }: Pick<ModuleDeps, 'modules'>): void {
  const route = endpoints(app, 'rat')

  const findAssessed: activities.FindAssessed = async (ctx, ids) => {
    const assessed = await Promise.all(
      modules.map(({ assessedActivities }) => assessedActivities?.(ctx, ids) ?? []),
    )
    return assessed.flat()
  }

  route.get('/rat/activities', {
    id: 'listActivities',
    summary: 'Listar las actividades de tratamiento',
    role: 'VIEWER',
    query: schemas.ActivitiesQuery,
    ok: listOf('items', schemas.ActivitySummary),
    read: (ctx, { query }) => activities.listActivities(ctx, query),
  })

  route.post('/rat/activities', {
    id: 'createActivity',
    summary: 'Registrar una actividad de tratamiento',
    description: 'Nace en draft. Si trata datos sensibles lo dicen sus categorías.',
    role: 'ANALYST',
    record: activityRecord,
    body: schemas.NewActivity,
    created: schemas.Activity,
    refusals: [422],
    act: (ctx, { body }) => activities.createActivity(ctx, body),
  })

  route.get('/rat/activities/:id', {
    id: 'getActivity',
    summary: 'Ver una actividad con sus encargados, sistemas, flujos y dominios',
    role: 'VIEWER',
    params: ById,
    record: activityRecord,
    ok: schemas.ActivityDetail,
    read: (ctx, { params }) => activities.getActivity(ctx, params.id),
  })

  route.put('/rat/activities/:id', {
    id: 'updateActivity',
    summary: 'Cambiar los campos enviados de una actividad',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.ActivityPatch,
    ok: schemas.ActivityDetail,
    refusals: [422],
    act: (ctx, { params, body }) => activities.updateActivity(ctx, params.id, body),
  })

  route.patch('/rat/activities/:id/status', {
    id: 'moveActivity',
    summary: 'Publicar, archivar o devolver a borrador',
    description:
      'De draft a published o archived, de published a draft o archived, y de archived a draft; otro paso es 409. Para publicar deben estar los campos obligatorios: 422 dice cuáles faltan.',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.MoveActivity,
    ok: schemas.MovedActivity,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => activities.moveActivity(ctx, params.id, body.status, findAssessed),
  })

  route.get('/rat/activities/:id/compliance-check', {
    id: 'checkActivity',
    summary: 'Revisar el cumplimiento de una actividad, punto por punto',
    description: 'De 0 a 100, con la referencia legal de cada requisito y qué hacer.',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Compliance,
    read: (ctx, { params }) => activities.checkActivity(ctx, params.id, findAssessed),
  })

  route.get('/rat/activities/:id/balancing/pdf', {
    id: 'exportBalancing',
    summary: 'Descargar la ponderación del interés legítimo en PDF',
    description: 'La prueba del art. 13 letra d). 404 si la actividad no la tiene.',
    role: 'VIEWER',
    params: ById,
    file: { description: 'La ponderación, para entregar', types: ['application/pdf'] },
    handle: async (req, reply) => {
      const { data: weighing } = await req.read((ctx) => activities.findWeighing(ctx, req.params.id))
      const pdf = await renderPdf(balancingDocument(weighing), req.tenantId)
      const name = fileName('ponderacion', weighing.activity.name)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(pdf)
    },
  })

  route.post('/rat/activities/check', {
    id: 'checkUnsavedActivity',
    summary: 'Revisar una actividad sin guardarla: lo que falta, el riesgo y si requiere evaluación',
    description:
      'Las mismas reglas que al guardar y publicar, sobre lo que se envía. No guarda nada: sirve mientras se escribe.',
    role: 'VIEWER',
    audit: false,
    body: UnsavedActivity,
    ok: UnsavedCheck,
    refusals: [422],
    read: (ctx, { body }) => checkUnsaved(ctx, body, findAssessed),
  })

  route.post('/rat/activities/preview/calculate-risk', {
    id: 'previewRisk',
    summary: 'Calcular el riesgo sin guardarlo',
    description:
      'Calcula sin guardar. Volumen, de 0 a 3 puntos; datos sensibles, 3; decisiones automatizadas, 2; transferencia internacional, 1. Hasta 1 es bajo, hasta 3 medio, desde 4 alto.',
    role: 'VIEWER',
    audit: false,
    body: schemas.RiskQuestion,
    ok: schemas.Risk,
    read: async (_, { body }) => activities.previewRisk(body),
  })

  route.post('/rat/activities/:id/calculate-risk', {
    id: 'calculateRisk',
    summary: 'Calcular el riesgo y guardarlo en la actividad',
    description:
      'Puntaje, nivel y factores como en la vista previa. dpiaRequired es lo que exige el cálculo o lo que exige el art. 15 ter según lo que registra la actividad.',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.RiskQuestion,
    ok: schemas.SavedRisk,
    act: (ctx, { params, body }) => activities.saveRisk(ctx, params.id, body),
  })

  route.delete('/rat/activities/:id', {
    id: 'deleteActivity',
    summary: 'Eliminar una actividad en borrador o archivada',
    description: 'Solo en draft o archived; publicada es 409.',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    refusals: [409],
    act: (ctx, { params }) => activities.deleteActivity(ctx, params.id),
  })
}
