import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { AuditEntry, AuditQuery } from './schemas.ts'
import { listEntries } from './service.ts'

export const routes: Routes = (app) => {
  app.get(
    '/settings/audit-log',
    {
      config: { role: 'ADMIN' },
      schema: {
        tags: ['settings'],
        operationId: 'listAuditLog',
        summary: 'Revisar quién cambió qué y cuándo',
        querystring: AuditQuery,
        response: { 200: listOf('items', AuditEntry) },
      },
    },
    (req) => req.read((ctx) => listEntries(ctx, req.query)),
  )
}
