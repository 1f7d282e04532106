import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { AuditEntry, AuditQuery } from './schemas.ts'
import { listEntries } from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/audit-log', {
    id: 'listAuditLog',
    summary: 'Revisar quién cambió qué y cuándo',
    role: 'ADMIN',
    query: AuditQuery,
    ok: listOf('items', AuditEntry),
    read: (ctx, { query }) => listEntries(ctx, query),
  })
}
