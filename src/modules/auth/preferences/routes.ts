import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { claimsOf } from '../caller.ts'
import * as schemas from './schemas.ts'
import * as preferences from './service.ts'

const LONGEST_BODY = 64 * 1024

export function routes(app: App): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app

  route.get('/auth/preferences', {
    id: 'getPreferences',
    summary: 'Ver sus preferencias de la consola',
    role: 'SIGNED_IN',
    ok: schemas.KeptPreferences,
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('show the preferences of a person', (db) =>
        preferences.getPreferences(db, claimsOf(req), tools.now()),
      ),
    }),
  })

  route.put('/auth/preferences', {
    id: 'setPreferences',
    summary: 'Guardar sus preferencias de la consola, hasta 64 kB',
    role: 'SIGNED_IN',
    bodyLimit: LONGEST_BODY,
    body: schemas.Preferences,
    ok: schemas.KeptPreferences,
    refusals: [413],
    handle: (req) =>
      req.asSystem('keep the preferences of a person', (db) =>
        preferences.setPreferences(db, claimsOf(req), req.body.preferences, tools.now()),
      ),
  })
}
