import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import * as schemas from './schemas.ts'
import { listEverywhere, listHere, onlyPeople, sourcesOf } from './service.ts'

export function routes(app: App, { modules }: ModuleDeps): void {
  const route = endpoints(app, 'tasks')
  const sources = sourcesOf(modules)

  route.get('/tasks', {
    id: 'listTasks',
    summary: 'Listar lo que le espera a usted, por su plazo',
    description:
      'Aprobaciones que puede dar, solicitudes, brechas, evaluaciones, contratos por vencer y revisiones: las asignadas a usted, y las de nadie en que su rol puede actuar. Con scope=all, de todas sus organizaciones. Una clave ve lo de los módulos que puede leer.',
    role: 'VIEWER',
    query: schemas.TasksQuery,
    ok: schemas.TaskList,
    handle: async (req) => {
      const { scope = 'tenant', kind } = req.query
      const { claims, keyHolder } = req
      if (scope === 'tenant') {
        const caller = claims ?? keyHolder!
        return req.read((ctx) => listHere(ctx, sources, kind, caller))
      }
      if (!claims) throw onlyPeople()
      const now = app.tools.now()
      return { success: true, data: await listEverywhere(app.access, claims, now, sources, kind) }
    },
  })
}
