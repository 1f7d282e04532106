import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import * as diligence from './diligence.ts'
import { processorRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as processors from './service.ts'
import * as subProcessors from './sub-processors.ts'

export function routes(app: App, { modules }: ModuleDeps): void {
  const route = endpoints(app, 'processors')
  const known = processors.knownBy(modules)

  route.get('/processors', {
    id: 'listProcessors',
    summary: 'Listar los encargados de tratamiento',
    role: 'VIEWER',
    query: schemas.ProcessorsQuery,
    ok: listOf('items', schemas.ListedProcessor),
    read: (ctx, { query }) => processors.listProcessors(ctx, query, known),
  })

  route.post('/processors', {
    id: 'createProcessor',
    summary: 'Registrar un encargado de tratamiento',
    role: 'ANALYST',
    record: processorRecord,
    body: schemas.NewProcessor,
    created: schemas.ProcessorDetail,
    act: (ctx, { body }) => processors.createProcessor(ctx, body),
  })

  route.get('/processors/:id', {
    id: 'getProcessor',
    summary: 'Ver un encargado y los sistemas que opera',
    role: 'VIEWER',
    params: ById,
    record: processorRecord,
    ok: schemas.ProcessorDetail,
    read: (ctx, { params }) => processors.getProcessor(ctx, params.id, known),
  })

  route.put('/processors/:id', {
    id: 'updateProcessor',
    summary: 'Cambiar los campos enviados de un encargado',
    role: 'ANALYST',
    params: ById,
    record: processorRecord,
    body: schemas.ProcessorPatch,
    ok: schemas.ProcessorDetail,
    refusals: [409],
    act: (ctx, { params, body }) => processors.updateProcessor(ctx, params.id, body, known),
  })

  route.delete('/processors/:id', {
    id: 'deleteProcessor',
    summary: 'Eliminar un encargado que nada usa',
    role: 'ANALYST',
    params: ById,
    record: processorRecord,
    refusals: [409],
    act: (ctx, { params }) => processors.deleteProcessor(ctx, params.id, known),
  })

  route.get('/processors/:id/diligence', {
    id: 'getDiligence',
    summary: 'Ver la diligencia sobre un encargado: qué se revisó, cuándo y con qué evidencia',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Diligence,
    read: (ctx, { params }) => diligence.getDiligence(ctx, params.id),
  })

  route.put('/processors/:id/diligence/:question', {
    id: 'answerDiligence',
    summary: 'Responder una pregunta de la diligencia, con su evidencia',
    role: 'ANALYST',
    params: schemas.ByQuestion,
    record: processorRecord,
    body: schemas.Finding,
    ok: schemas.DiligenceAnswer,
    refusals: [422],
    act: (ctx, { params, body }) => diligence.answerQuestion(ctx, params.id, params.question, body),
  })

  route.delete('/processors/:id/diligence/:question', {
    id: 'clearDiligence',
    summary: 'Dejar sin respuesta una pregunta de la diligencia',
    role: 'ANALYST',
    params: schemas.ByQuestion,
    record: processorRecord,
    act: (ctx, { params }) => diligence.clearAnswer(ctx, params.id, params.question),
  })

  route.get('/processors/:id/sub-processors', {
    id: 'listSubProcessors',
    summary: 'Listar los subencargados de un encargado y su autorización (art. 15 bis)',
    role: 'VIEWER',
    params: ById,
    ok: schemas.SubProcessors,
    read: (ctx, { params }) => subProcessors.listSubProcessors(ctx, params.id),
  })

  route.post('/processors/:id/sub-processors', {
    id: 'addSubProcessor',
    summary: 'Agregar un subencargado',
    role: 'ANALYST',
    params: ById,
    record: processorRecord,
    body: schemas.NewSubProcessor,
    created: schemas.SubProcessor,
    refusals: [409, 422],
    act: (ctx, { params, body }) => subProcessors.addSubProcessor(ctx, params.id, body),
  })

  route.put('/processors/:id/sub-processors/:subId', {
    id: 'updateSubProcessor',
    summary: 'Cambiar un subencargado o su autorización',
    role: 'ANALYST',
    params: schemas.BySubProcessor,
    record: processorRecord,
    body: schemas.SubProcessorPatch,
    ok: schemas.SubProcessor,
    refusals: [409, 422],
    act: (ctx, { params, body }) => subProcessors.updateSubProcessor(ctx, params.id, params.subId, body),
  })

  route.delete('/processors/:id/sub-processors/:subId', {
    id: 'removeSubProcessor',
    summary: 'Quitar un subencargado',
    role: 'ANALYST',
    params: schemas.BySubProcessor,
    record: processorRecord,
    act: (ctx, { params }) => subProcessors.removeSubProcessor(ctx, params.id, params.subId),
  })
}
