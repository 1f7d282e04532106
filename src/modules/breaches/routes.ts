import { ById, data, faults, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as breaches from './service.ts'

const tags = ['breaches']
const write = { role: 'ANALYST' } as const
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/breaches',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listBreaches',
        summary: 'Listar las brechas de seguridad',
        querystring: schemas.BreachesQuery,
        response: { 200: listOf('items', schemas.BreachItem) },
      },
    },
    (req) => req.read((ctx) => breaches.listBreaches(ctx, req.query)),
  )

  app.post(
    '/breaches',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createBreach',
        summary: 'Registrar una brecha de seguridad',
        description:
          'Nace en detected. notificationDeadlineAt es detectedAt más 72 horas: una meta interna, porque la ley pide avisar sin dilaciones indebidas y no fija horas.',
        body: schemas.NewBreach,
        response: { 201: data(schemas.CreatedBreach) },
      },
    },
    (req) => req.act((ctx) => breaches.createBreach(ctx, req.body)),
  )

  app.get(
    '/breaches/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getBreach',
        summary: 'Ver una brecha con su historial',
        params: ById,
        response: { 200: data(schemas.Breach) },
      },
    },
    (req) => req.read((ctx) => breaches.getBreach(ctx, req.params.id)),
  )

  app.put(
    '/breaches/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateBreach',
        summary: 'Cambiar los campos enviados de una brecha',
        description:
          'Cambia solo lo enviado. Otro detectedAt recalcula notificationDeadlineAt. Cada cambio queda en el historial.',
        params: ById,
        body: schemas.BreachPatch,
        response: { 200: data(schemas.Breach), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => breaches.updateBreach(ctx, req.params.id, req.body)),
  )

  app.patch(
    '/breaches/:id/status',
    {
      config: write,
      schema: {
        tags,
        operationId: 'moveBreach',
        summary: 'Mover una brecha a su estado siguiente',
        description:
          'De detected a investigating, de ahí a contained, y de contained a resolved o notified. Cualquier otro paso, también al mismo estado, es 409.',
        params: ById,
        body: schemas.MoveBreach,
        response: { 200: data(schemas.Breach), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => breaches.moveBreach(ctx, req.params.id, req.body)),
  )

  app.post(
    '/breaches/:id/decision-tree',
    {
      config: write,
      schema: {
        tags,
        operationId: 'decideBreachNotification',
        summary: 'Decidir a quién se comunica la brecha, con sus fundamentos',
        description:
          'Se avisa a la Agencia con riesgo medio o mayor, o con datos sensibles, de menores o financieros; con alguno de estos tres, también a las personas. La decisión queda en la brecha.',
        params: ById,
        body: schemas.DecideNotification,
        response: { 200: data(schemas.DecisionOutcome) },
      },
    },
    (req) => req.act((ctx) => breaches.decideNotification(ctx, req.params.id, req.body)),
  )

  app.post(
    '/breaches/:id/notify-apdp',
    {
      config: write,
      schema: {
        tags,
        operationId: 'notifyBreachToAuthority',
        summary: 'Dejar constancia del reporte a la Agencia, inicial o complementario',
        description:
          'Desde cualquier estado; la brecha queda en notified. Un aviso nuevo complementa al anterior. Una fecha anterior a la detección es 422.',
        params: ById,
        body: schemas.NotifyAuthority,
        response: { 200: data(schemas.ReportedBreach) },
      },
    },
    (req) => req.act((ctx) => breaches.notifyAuthority(ctx, req.params.id, req.body)),
  )

  app.get(
    '/breaches/:id/notification-template',
    {
      config: read,
      schema: {
        tags,
        operationId: 'draftBreachNotice',
        summary: 'Redactar el reporte a la Agencia o el aviso a las personas afectadas',
        params: ById,
        querystring: schemas.NoticeQuery,
        response: { 200: data(schemas.Notice) },
      },
    },
    (req) => req.read((ctx) => breaches.draftNotice(ctx, req.params.id, req.query.audience)),
  )

  app.get(
    '/breaches/:id/register',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getBreachRegisterEntry',
        summary: 'Ver la anotación de la brecha en el registro obligatorio',
        params: ById,
        response: { 200: data(schemas.RegisterEntry) },
      },
    },
    (req) => req.read((ctx) => breaches.getRegisterEntry(ctx, req.params.id)),
  )
}
