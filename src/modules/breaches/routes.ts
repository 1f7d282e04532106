import { documentRoutes } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as bodies from './bodies.ts'
import { moveBreach, notifyAuthority } from './closing.ts'
import { markClock, notifyController, notifySubjects } from './communications.ts'
import { decideNotification } from './decision.ts'
import { breachRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as breaches from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'breaches')

  route.get('/breaches', {
    id: 'listBreaches',
    summary: 'Listar las brechas de seguridad',
    role: 'VIEWER',
    query: bodies.BreachesQuery,
    ok: listOf('items', schemas.BreachItem),
    read: (ctx, { query }) => breaches.listBreaches(ctx, query),
  })

  route.post('/breaches', {
    id: 'createBreach',
    summary: 'Registrar una brecha de seguridad',
    description:
      'Nace en detected. notificationDeadlineAt es detectedAt más 72 horas: una meta interna, porque la ley pide avisar sin dilaciones indebidas y no fija horas.',
    role: 'ANALYST',
    record: breachRecord,
    body: bodies.NewBreach,
    created: schemas.CreatedBreach,
    act: (ctx, { body }) => breaches.createBreach(ctx, body),
  })

  route.get('/breaches/:id', {
    id: 'getBreach',
    summary: 'Ver una brecha con su historial',
    role: 'VIEWER',
    params: ById,
    record: breachRecord,
    ok: schemas.Breach,
    read: (ctx, { params }) => breaches.getBreach(ctx, params.id),
  })

  route.put('/breaches/:id', {
    id: 'updateBreach',
    summary: 'Cambiar los campos enviados de una brecha',
    description:
      'Cambia solo lo enviado. Otro detectedAt recalcula notificationDeadlineAt. Cada cambio queda en el historial. Si lo registrado dice más, o menos, que antes, la decisión tomada se ajusta y queda en el historial.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.BreachPatch,
    ok: schemas.Breach,
    refusals: [409, 422],
    act: (ctx, { params, body }) => breaches.updateBreach(ctx, params.id, body),
  })

  route.patch('/breaches/:id/status', {
    id: 'moveBreach',
    summary: 'Mover una brecha a su estado siguiente',
    description:
      'De detected a investigating, de ahí a contained, y de contained a resolved o notified. Cualquier otro paso, también al mismo estado, es 409. Cerrar la brecha (resolved, notified) avisa en warnings lo que falta según la ley; si la organización exige el cumplimiento, es 422.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.MoveBreach,
    ok: schemas.MovedBreach,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => moveBreach(ctx, params.id, body),
  })

  route.post('/breaches/:id/decision-tree', {
    id: 'decideBreachNotification',
    summary: 'Decidir a quién se comunica la brecha, con sus fundamentos',
    description:
      'Se avisa a la Agencia con riesgo medio o mayor, o con datos sensibles, de menores de catorce años o financieros; con alguno de estos tres, también a las personas. Las categorías registradas en la brecha y en sus actividades deciden al menos tanto como las respuestas: un «no» contra ellas vale solo con su razón en overrideReasons. Como encargada, la organización avisa al responsable. La decisión queda en la brecha.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.DecideNotification,
    ok: schemas.DecisionOutcome,
    act: (ctx, { params, body }) => decideNotification(ctx, params.id, body),
  })

  route.post('/breaches/:id/notify-apdp', {
    id: 'notifyBreachToAuthority',
    summary: 'Dejar constancia del reporte a la Agencia, inicial o complementario',
    description:
      'Desde cualquier estado; la brecha queda en notified. Un aviso nuevo complementa al anterior. Una fecha anterior a la detección es 422.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.NotifyAuthority,
    ok: schemas.ReportedBreach,
    official: true,
    refusals: [422],
    act: (ctx, { params, body }) => notifyAuthority(ctx, params.id, body),
  })

  route.post('/breaches/:id/notify-subjects', {
    id: 'notifyBreachToSubjects',
    summary: 'Dejar constancia de la comunicación a los titulares',
    description:
      'Desde cualquier estado, que no cambia. Una comunicación nueva complementa a la anterior. Antes de la detección o en el futuro es 422. Donde no es posible avisar a cada persona, massMediaNotice describe el aviso en un medio masivo.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.NotifySubjects,
    ok: schemas.Breach,
    refusals: [422],
    act: (ctx, { params, body }) => notifySubjects(ctx, params.id, body),
  })

  route.post('/breaches/:id/notify-controller', {
    id: 'notifyBreachToController',
    summary: 'Dejar constancia del aviso del encargado al responsable',
    description:
      'Solo en una brecha en que la organización actúa como encargada (actsAs processor); si no, 422. Antes de la detección o en el futuro es 422.',
    role: 'ANALYST',
    params: ById,
    record: breachRecord,
    body: bodies.NotifyController,
    ok: schemas.Breach,
    refusals: [422],
    act: (ctx, { params, body }) => notifyController(ctx, params.id, body),
  })

  route.post('/breaches/:id/clocks/:key/done', {
    id: 'markBreachClock',
    summary: 'Marcar un plazo de la brecha como cumplido',
    description:
      'Se marcan internal_72h, csirt_alert, csirt_report y csirt_final. El de la Agencia (apdp) se cumple con notify-apdp: 422. Uno que no corre para la brecha es 422, uno ya cumplido 409 y uno que no existe 404.',
    role: 'ANALYST',
    params: bodies.OfClock,
    record: breachRecord,
    body: bodies.MarkClock,
    ok: schemas.Breach,
    refusals: [409, 422],
    act: (ctx, { params, body }) => markClock(ctx, params.id, params.key, body),
  })

  route.get('/breaches/:id/notification-template', {
    id: 'draftBreachNotice',
    summary: 'Redactar el reporte a la Agencia, el aviso a las personas u otra comunicación',
    description:
      'El texto se arma con lo registrado y nombra a la entidad legal de la brecha. Lo que falta se enumera en gaps, y no deja marcas en el texto.',
    role: 'VIEWER',
    params: ById,
    query: bodies.NoticeQuery,
    ok: schemas.Notice,
    read: (ctx, { params, query }) => breaches.draftNotice(ctx, params.id, query.audience),
  })

  documentRoutes(route, '/breaches/:id', {
    id: 'BreachNotice',
    of: 'el reporte a la Agencia, el aviso a las personas u otra comunicación de la brecha',
    params: ById,
    query: bodies.NoticeQuery.properties,
    gather: (ctx, { id }, { audience }) => breaches.printNotice(ctx, id, audience),
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
