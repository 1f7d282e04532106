import type { FastifyRequest } from 'fastify'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'

/**
 * Parts of the account that all organisations share: factors, passkeys, the password, other sessions, new organisations, the
 * name.
 */
const OF_THE_ACCOUNT = /^\/api\/v1\/auth\/(mfa|passkeys|password|sessions|tenants|me)\b/

const MESSAGE =
  'Usted entró con el inicio de sesión de su organización, que no alcanza para cambiar su cuenta. Entre con su contraseña; si no tiene una, pida un enlace para crearla.'

/**
 * A company proves its people only to itself: a session from its sign-in cannot change what they have beyond the company.
 */
export function guardOwnAccounts(app: App): void {
  app.addHook(
    'preHandler',
    async ({ method, claims, routeOptions: { url = '', config } }: FastifyRequest) => {
      if (method === 'GET' || config.role !== 'SIGNED_IN' || !claims || !OF_THE_ACCOUNT.test(url)) return
      const session = await app.access.lookUp('see who opened a session', (db) =>
        db
          .selectFrom('sessions')
          .select('sso_tenant_id')
          .where('id', '=', claims.sessionId)
          .executeTakeFirst(),
      )
      if (session?.sso_tenant_id)
        throw new Failure('forbidden', MESSAGE, {
          details: [{ path: '', message: MESSAGE, rule: 'sso_session' }],
        })
    },
  )
}
