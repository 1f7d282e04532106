import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { Module } from '#modules/module.ts'
import { type Retention as Kept, Retention } from './schemas.ts'

/** Retention of the service's own records, from the declarations of the modules. */
export function routes(app: App, modules: readonly Module[]): void {
  const route = endpoints(app, 'settings')
  const items: Kept['items'] = modules.flatMap(({ name, keeps = [] }) =>
    keeps.map(({ what, days, why }) => ({ module: name, what, days, why })),
  )

  route.get('/settings/retention', {
    id: 'listRetention',
    summary: 'Ver cuánto conserva el servicio cada clase de registro, y por qué',
    description:
      'Los plazos de los datos de titulares son los del registro de actividades; estos son los de los registros del propio servicio.',
    role: 'VIEWER',
    ok: Retention,
    read: async () => ({ items }),
  })
}
