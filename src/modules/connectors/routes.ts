import { audit } from '#db/audit.ts'
import { endpoints } from '#http/endpoints.ts'
import { perRequest } from '#http/per-request.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { Failure, found } from '#kernel/failure.ts'
import { listConnectorTasks } from '#modules/dsar/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { createStorage } from '#storage/storage.ts'
import { answered } from './asking.ts'
import { assertSigned, COMPANY_SYSTEM, type Expected, findAwaited } from './callback.ts'
import { BOUNDS, ConnectorFault } from './engine/bounds.ts'
import { answerIn } from './engine/endpoint.ts'
import { store } from './jobs.ts'
import { connectorRecord, findItem } from './repo.ts'
import { runTask } from './running.ts'
import * as schemas from './schemas.ts'
import * as connectors from './service.ts'
import { trialOf, tryConnector } from './trial.ts'

export function routes(app: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const route = endpoints(app, 'connectors')
  const storage = createStorage(config)
  const networks = config.connectorNetworks

  route.get('/connectors', {
    id: 'listConnectors',
    summary: 'Listar los conectores con los sistemas de la organización',
    role: 'VIEWER',
    query: schemas.ConnectorsQuery,
    ok: listOf('items', schemas.Connector),
    read: (ctx, { query }) => connectors.listConnectors(ctx, query),
  })

  route.post('/connectors', {
    id: 'createConnector',
    summary: 'Crear un conector para un sistema del mapa de datos',
    description:
      'Nace sin aprobar, y no se usa hasta que un DPO lo aprueba. De un conector HTTPS, «secret» se muestra solo en esta respuesta. Uno por sistema: 409.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    record: connectorRecord,
    body: schemas.NewConnector,
    created: schemas.ConnectorWithSecret,
    refusals: [409, 422],
    act: (ctx, { body }) => connectors.createConnector(ctx, body),
  })

  route.get('/connectors/:id', {
    id: 'getConnector',
    summary: 'Ver un conector, sin sus secretos',
    role: 'VIEWER',
    params: ById,
    record: connectorRecord,
    ok: schemas.Connector,
    read: (ctx, { params }) => connectors.getConnector(ctx, params.id),
  })

  route.patch('/connectors/:id', {
    id: 'updateConnector',
    summary: 'Cambiar los campos enviados de un conector',
    description:
      'Cambiar el sistema, la configuración o una consulta quita la aprobación. Una consulta nula se elimina. Si cambia el servidor, el usuario o baja el cifrado, la clave se escribe de nuevo (422).',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    record: connectorRecord,
    body: schemas.ConnectorPatch,
    ok: schemas.ConnectorWithSecret,
    refusals: [409, 422],
    act: (ctx, { params, body }) => connectors.updateConnector(ctx, params.id, body),
  })

  route.delete('/connectors/:id', {
    id: 'deleteConnector',
    summary: 'Eliminar un conector y el historial de sus ejecuciones',
    description: 'Lo que hizo queda en el registro de auditoría, y lo que trajo, en las solicitudes.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    record: connectorRecord,
    act: (ctx, { params }) => connectors.deleteConnector(ctx, params.id),
  })

  route.post('/connectors/:id/test', {
    id: 'tryConnector',
    summary: 'Probar un conector con una persona inventada, sin cambiar nada',
    description:
      'Consulta en una transacción de solo lectura; sin aprobación se cuentan las filas y no se muestran. De una sentencia que cambia datos, el servidor solo dice cómo la ejecutaría. Un sistema HTTPS recibe una llamada de tipo «dsar.test». Hasta 30 segundos.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    body: schemas.ConnectorTrial,
    ok: schemas.TrialResult,
    handle: async (req) => {
      const { id } = req.params
      const { right, person } = trialOf(req.body)
      const { data: connector } = await req.read(async (ctx) =>
        found(await findItem(ctx, id), connectors.CONNECTOR),
      )
      const asking = { connector, systemName: connector.system_name, right, person, networks }
      const result = await tryConnector(app.tools, asking)
      return req.act(async (ctx) => {
        const { ok, rows, ms } = result
        const after = { right, ok, rows, ms }
        await audit(ctx, { action: 'test', entityType: 'connector', entityId: id, after })
        return result
      })
    },
  })

  route.post('/connectors/:id/approve', {
    id: 'approveConnector',
    summary: 'Aprobar lo que un conector ejecuta',
    description:
      'Quien escribió parte de lo que cambió desde la aprobación anterior no lo aprueba (409), salvo que la organización no tenga a otra persona con rol de DPO o superior: entonces «selfApproved» lo dice.',
    role: 'DPO',
    personOnly: true,
    sudo: true,
    params: ById,
    record: connectorRecord,
    ok: schemas.Connector,
    refusals: [409],
    act: (ctx, { params }) => connectors.approveConnector(ctx, params.id),
  })

  route.get('/connectors/:id/runs', {
    id: 'listConnectorRuns',
    summary: 'Listar las ejecuciones de un conector',
    role: 'VIEWER',
    params: ById,
    query: schemas.RunsQuery,
    ok: listOf('items', schemas.ConnectorRun),
    read: (ctx, { params, query }) => connectors.listRuns(ctx, params.id, query),
  })

  route.post('/dsar/requests/:id/tasks/:taskId/run', {
    id: 'runConnectorForTask',
    summary: 'Resolver una tarea con el conector de su sistema',
    description:
      'Se ejecuta después, y el resultado queda en la tarea. Sin conector aprobado para este derecho, o con la tarea resuelta: 409.',
    role: 'ANALYST',
    scope: 'dsar:write',
    params: schemas.OfTask,
    created: schemas.ConnectorRun,
    refusals: [409],
    act: (ctx, { params }) => runTask(ctx, params.id, params.taskId),
  })

  // ── by the key ──

  const awaited = perRequest<Expected>()

  route.post('/public/connectors/callback/:key', {
    id: 'answerConnectorRun',
    summary: 'Responder después a la llamada de un conector HTTPS',
    description:
      'La dirección es la de «callbackUrl»; sirve una vez y hasta el plazo de la tarea. El cuerpo va firmado con el secreto del conector, como las llamadas.',
    role: 'PUBLIC',
    rawBody: true,
    bodyLimit: BOUNDS.bytes,
    params: schemas.ByCallbackKey,
    body: schemas.ConnectorCallback,
    ok: schemas.CallbackTaken,
    refusals: [401, 402, 413, 422],
    // An unknown key is refused before the body is read, a wrong signature before a fault of the body is reported.
    onRequest: async (req) => {
      const { key } = req.params as { key: string }
      awaited.set(req, await findAwaited(app.access, key, app.tools.now()))
    },
    preValidation: async (req) => {
      assertSigned(app.tools, awaited.get(req), req)
      if (req.bodyFault) throw req.bodyFault
    },
    handle: async (req) => {
      const { tenant_id: tenantId, id, task_id, right_type: right } = awaited.get(req)
      const bytes = req.rawBody!
      const answer = read(bytes)
      const { data: tasks } = await req.readFor(tenantId, (ctx) => listConnectorTasks(ctx, [task_id]))
      const came = answered({ systemName: tasks[0]?.system_name ?? '', right }, answer, bytes.length)
      const isKept = await store({ access: app.access, storage }, tenantId, id, came, COMPANY_SYSTEM)
      if (!isKept) throw new Failure('notFound', 'Esta dirección de respuesta no existe, venció o ya se usó.')
      return { success: true as const, data: { outcome: answer.outcome } }
    },
  })
}

function read(bytes: Buffer) {
  try {
    return answerIn(bytes, BOUNDS)
  } catch (error) {
    if (error instanceof ConnectorFault) throw new Failure('impossible', error.message)
    throw error
  }
}
