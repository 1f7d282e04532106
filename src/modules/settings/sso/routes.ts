import { settingsRecord } from '#db/records.ts'
import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { checkOutside, prepareSso, saveSso } from '#modules/auth/public.ts'
import type { Network } from '#outbound/outbound.ts'
import * as schemas from './schemas.ts'
import { showSso } from './service.ts'

const ssoRecord = settingsRecord('sso_settings', 'sso')

export function routes(app: App, network: Network): void {
  const route = endpoints(app, 'settings')

  route.get('/settings/sso', {
    id: 'getSso',
    summary: 'Ver el inicio de sesión propio de la organización (OpenID Connect)',
    role: 'ADMIN',
    personOnly: true,
    record: ssoRecord,
    ok: schemas.Sso,
    handle: (req) => req.read((ctx) => showSso(ctx, req.claims!.userId)),
  })

  route.put('/settings/sso', {
    id: 'updateSso',
    summary: 'Cambiar los campos enviados del inicio de sesión propio',
    description:
      'Al activarlo se consulta al proveedor; si no responde como debe, 422 con el motivo. Los dominios deben estar probados por DNS en Dominios. Para exigirlo (enforce), quien lo pide debe haber entrado antes con él. El rol OWNER lo reparte solo un OWNER.',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    record: ssoRecord,
    body: schemas.SsoChange,
    ok: schemas.Sso,
    refusals: [409, 422],
    handle: async (req) => {
      const { enforce, ...change } = req.body
      const { data: prepared } = await req.read((ctx) => prepareSso(ctx, change))
      await checkOutside(network, app.tools, prepared)
      return req.act(async (ctx) => {
        await saveSso(ctx, prepared, enforce)
        return showSso(ctx, ctx.actor.id!)
      })
    },
  })
}
