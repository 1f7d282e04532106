import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { Module } from '#modules/module.ts'
import { Usage } from './schemas.ts'
import { showUsage } from './service.ts'

export function routes(app: App, modules: readonly Module[]): void {
  const route = endpoints(app, 'settings')

  route.get('/settings/usage', {
    id: 'showUsage',
    summary: 'Ver el plan, lo que incluye y cuánto se ha usado',
    role: 'VIEWER',
    ok: Usage,
    read: (ctx) => showUsage(ctx, modules),
  })
}
