import type { ModuleDeps } from '#http/module.ts'
import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as activities from './service.ts'

const tags = ['rat']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export function routes(app: App, { modules }: Pick<ModuleDeps, 'modules'>): void {
  const findAssessed: activities.FindAssessed = async (ctx, ids) => {
    const told = await Promise.all(
      modules.map(({ assessedActivities }) => assessedActivities?.(ctx, ids) ?? []),
    )
    return told.flat()
  }

  app.get(
    '/rat/activities',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listActivities',
        summary: 'Listar las actividades de tratamiento',
        querystring: schemas.ActivitiesQuery,
        response: { 200: listOf('items', schemas.ActivitySummary) },
      },
    },
    (req) => req.read((ctx) => activities.listActivities(ctx, req.query)),
  )

  app.post(
    '/rat/activities',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createActivity',
        summary: 'Registrar una actividad de tratamiento',
        description: 'Nace en draft. Si trata datos sensibles lo dicen sus categorías.',
        body: schemas.NewActivity,
        response: { 201: data(schemas.Activity) },
      },
    },
    (req) => req.act((ctx) => activities.createActivity(ctx, req.body)),
  )

  app.get(
    '/rat/activities/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getActivity',
        summary: 'Ver una actividad con sus encargados, sistemas, flujos y dominios',
        params: ById,
        response: { 200: data(schemas.ActivityDetail) },
      },
    },
    (req) => req.read((ctx) => activities.getActivity(ctx, req.params.id)),
  )

  app.put(
    '/rat/activities/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateActivity',
        summary: 'Cambiar los campos enviados de una actividad',
        params: ById,
        body: schemas.ActivityPatch,
        response: { 200: data(schemas.ActivityDetail), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => activities.updateActivity(ctx, req.params.id, req.body)),
  )

  app.patch(
    '/rat/activities/:id/status',
    {
      config: write,
      schema: {
        tags,
        operationId: 'moveActivity',
        summary: 'Publicar, archivar o devolver a borrador',
        description:
          'De draft a published o archived, de published a draft o archived, y de archived a draft; otro paso es 409. Para publicar deben estar los campos obligatorios: 422 dice cuáles faltan.',
        params: ById,
        body: schemas.MoveActivity,
        response: { 200: data(schemas.ActivityDetail), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => activities.moveActivity(ctx, req.params.id, req.body.status)),
  )

  app.get(
    '/rat/activities/:id/compliance-check',
    {
      config: read,
      schema: {
        tags,
        operationId: 'checkActivity',
        summary: 'Revisar el cumplimiento de una actividad, punto por punto',
        description: 'De 0 a 100, con la referencia legal de cada requisito y qué hacer.',
        params: ById,
        response: { 200: data(schemas.Compliance) },
      },
    },
    (req) => req.read((ctx) => activities.checkActivity(ctx, req.params.id, findAssessed)),
  )

  app.post(
    '/rat/activities/preview/calculate-risk',
    {
      config: { ...read, audit: false },
      schema: {
        tags,
        operationId: 'previewRisk',
        summary: 'Calcular el riesgo sin guardarlo',
        description:
          'Calcula sin guardar. Volumen, de 0 a 3 puntos; datos sensibles, 3; decisiones automatizadas, 2; transferencia internacional, 1. Hasta 1 es bajo, hasta 3 medio, desde 4 alto.',
        body: schemas.RiskQuestion,
        response: { 200: data(schemas.Risk) },
      },
    },
    (req) => req.read(async () => activities.previewRisk(req.body)),
  )

  app.post(
    '/rat/activities/:id/calculate-risk',
    {
      config: write,
      schema: {
        tags,
        operationId: 'calculateRisk',
        summary: 'Calcular el riesgo y guardarlo en la actividad',
        description: 'Como la vista previa, y guarda el resultado en la actividad.',
        params: ById,
        body: schemas.RiskQuestion,
        response: { 200: data(schemas.SavedRisk) },
      },
    },
    (req) => req.act((ctx) => activities.saveRisk(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/rat/activities/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteActivity',
        summary: 'Eliminar una actividad en borrador o archivada',
        description: 'Solo en draft o archived; publicada es 409.',
        params: ById,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => activities.deleteActivity(ctx, req.params.id)),
  )
}
