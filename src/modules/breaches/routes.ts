import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as breaches from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'breaches')

  route.get('/breaches', {
    id: 'listBreaches',
    summary: 'Listar las brechas de seguridad',
    role: 'VIEWER',
    query: schemas.BreachesQuery,
    ok: listOf('items', schemas.BreachItem),
    read: (ctx, { query }) => breaches.listBreaches(ctx, query),
  })

  route.post('/breaches', {
    id: 'createBreach',
    summary: 'Registrar una brecha de seguridad',
    description:
      'Nace en detected. notificationDeadlineAt es detectedAt más 72 horas: una meta interna, porque la ley pide avisar sin dilaciones indebidas y no fija horas.',
    role: 'ANALYST',
    body: schemas.NewBreach,
    created: schemas.CreatedBreach,
    act: (ctx, { body }) => breaches.createBreach(ctx, body),
  })

  route.get('/breaches/:id', {
    id: 'getBreach',
    summary: 'Ver una brecha con su historial',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Breach,
    read: (ctx, { params }) => breaches.getBreach(ctx, params.id),
  })

  route.put('/breaches/:id', {
    id: 'updateBreach',
    summary: 'Cambiar los campos enviados de una brecha',
    description:
      'Cambia solo lo enviado. Otro detectedAt recalcula notificationDeadlineAt. Cada cambio queda en el historial.',
    role: 'ANALYST',
    params: ById,
    body: schemas.BreachPatch,
    ok: schemas.Breach,
    refusals: [409, 422],
    act: (ctx, { params, body }) => breaches.updateBreach(ctx, params.id, body),
  })

  route.patch('/breaches/:id/status', {
    id: 'moveBreach',
    summary: 'Mover una brecha a su estado siguiente',
    description:
      'De detected a investigating, de ahí a contained, y de contained a resolved o notified. Cualquier otro paso, también al mismo estado, es 409.',
    role: 'ANALYST',
    params: ById,
    body: schemas.MoveBreach,
    ok: schemas.Breach,
    refusals: [409],
    act: (ctx, { params, body }) => breaches.moveBreach(ctx, params.id, body),
  })

  route.post('/breaches/:id/decision-tree', {
    id: 'decideBreachNotification',
    summary: 'Decidir a quién se comunica la brecha, con sus fundamentos',
    description:
      'Se avisa a la Agencia con riesgo medio o mayor, o con datos sensibles, de menores o financieros; con alguno de estos tres, también a las personas. La decisión queda en la brecha.',
    role: 'ANALYST',
    params: ById,
    body: schemas.DecideNotification,
    ok: schemas.DecisionOutcome,
    act: (ctx, { params, body }) => breaches.decideNotification(ctx, params.id, body),
  })

  route.post('/breaches/:id/notify-apdp', {
    id: 'notifyBreachToAuthority',
    summary: 'Dejar constancia del reporte a la Agencia, inicial o complementario',
    description:
      'Desde cualquier estado; la brecha queda en notified. Un aviso nuevo complementa al anterior. Una fecha anterior a la detección es 422.',
    role: 'ANALYST',
    params: ById,
    body: schemas.NotifyAuthority,
    ok: schemas.ReportedBreach,
    act: (ctx, { params, body }) => breaches.notifyAuthority(ctx, params.id, body),
  })

  route.get('/breaches/:id/notification-template', {
    id: 'draftBreachNotice',
    summary: 'Redactar el reporte a la Agencia o el aviso a las personas afectadas',
    role: 'VIEWER',
    params: ById,
    query: schemas.NoticeQuery,
    ok: schemas.Notice,
    read: (ctx, { params, query }) => breaches.draftNotice(ctx, params.id, query.audience),
  })

  route.get('/breaches/:id/register', {
    id: 'getBreachRegisterEntry',
    summary: 'Ver la anotación de la brecha en el registro obligatorio',
    role: 'VIEWER',
    params: ById,
    ok: schemas.RegisterEntry,
    read: (ctx, { params }) => breaches.getRegisterEntry(ctx, params.id),
  })
}
