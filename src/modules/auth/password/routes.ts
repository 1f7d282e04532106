import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { callerOf, claimsOf } from '../caller.ts'
import { assertGoodPassword, hashPassword } from '../passwords.ts'
import { listOrganizationNames } from '../service.ts'
import * as schemas from './schemas.ts'
import { changePassword, checkOwnPassword } from './service.ts'

export function routes(app: App): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app

  route.post('/auth/password', {
    id: 'changePassword',
    summary: 'Cambiar su contraseña; cierra sus demás sesiones',
    role: 'SIGNED_IN',
    budget: 'signin',
    body: schemas.PasswordChange,
    refusals: [422],
    handle: async (req) => {
      const { current, password } = req.body
      const [who, caller] = [claimsOf(req), callerOf(req)]
      const { email } = await checkOwnPassword(access, tools, who, 'current', current, caller)
      const organizations = await listOrganizationNames(access, who.userId)
      await assertGoodPassword(password, { email, organizations })
      const passwordHash = await hashPassword(password, email)
      return req.asSystem('change the password of a person', (db) =>
        changePassword(tools, db, who, passwordHash, caller),
      )
    },
  })
}
