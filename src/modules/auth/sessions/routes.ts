import { endpoints } from '#http/endpoints.ts'
import { originOf } from '#http/requests.ts'
import { ById } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { claimsOf } from '../caller.ts'
import * as schemas from './schemas.ts'
import * as sessions from './service.ts'

export function routes(app: App): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app

  route.get('/auth/sessions', {
    id: 'listSessions',
    summary: 'Ver dónde tiene sesiones abiertas',
    role: 'SIGNED_IN',
    ok: schemas.Sessions,
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('list the sessions of a person', (db) =>
        sessions.listSessions(db, claimsOf(req), tools.now()),
      ),
    }),
  })

  route.delete('/auth/sessions/:id', {
    id: 'endSession',
    summary: 'Cerrar una de sus sesiones; cuenta desde la solicitud siguiente',
    role: 'SIGNED_IN',
    params: ById,
    handle: (req) =>
      req.asSystem('end a session of a person', (db) =>
        sessions.endSession(tools, db, claimsOf(req), req.params.id, originOf(req)),
      ),
  })

  route.delete('/auth/sessions', {
    id: 'endOtherSessions',
    summary: 'Cerrar todas sus demás sesiones',
    role: 'SIGNED_IN',
    ok: schemas.Ended,
    handle: (req) =>
      req.asSystem('end the other sessions of a person', (db) =>
        sessions.endOtherSessions(tools, db, claimsOf(req), originOf(req)),
      ),
  })
}
