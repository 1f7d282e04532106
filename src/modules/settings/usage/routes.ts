import type { Module } from '#http/module.ts'
import { data } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { Usage } from './schemas.ts'
import { showUsage } from './service.ts'

export function routes(app: App, modules: readonly Module[]): void {
  app.get(
    '/settings/usage',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags: ['settings'],
        operationId: 'showUsage',
        summary: 'Ver el plan, lo que incluye y cuánto se ha usado',
        response: { 200: data(Usage) },
      },
    },
    (req) => req.read((ctx) => showUsage(ctx, modules)),
  )
}
