import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { callerOf, claimsOf } from '../caller.ts'
import { PasskeyOptions } from '../passkeys/schemas.ts'
import { factorOptions } from '../passkeys/service.ts'
import { requireSession } from '../service.ts'
import * as schemas from './schemas.ts'
import { checkProof, noteProof } from './service.ts'

export function routes(app: App): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app

  route.post('/auth/sudo', {
    id: 'proveAgain',
    summary: 'Confirmar quién es antes de una acción delicada; vale por 10 minutos',
    description:
      'Las acciones delicadas (claves de API, secretos, roles, inicio de sesión de la empresa, exportaciones completas) responden 403 con la regla «sudo» a una sesión de navegador que no se haya confirmado en los últimos 10 minutos. Iniciar sesión cuenta. A los programas con token no se les pide.',
    role: 'SIGNED_IN',
    budget: 'signin',
    body: schemas.Sudo,
    refusals: [422],
    handle: async (req) => {
      const who = claimsOf(req)
      const proof = await checkProof(access, tools, who, req.body, callerOf(req))
      return req.asSystem('note that a person was proven again', (db) =>
        noteProof(db, who, proof, tools.now()),
      )
    },
  })

  route.post('/auth/sudo/options', {
    id: 'proveAgainOptions',
    summary: 'Lo que una llave de acceso debe firmar para confirmar quién es',
    role: 'SIGNED_IN',
    budget: 'signin',
    ok: PasskeyOptions,
    refusals: [409],
    handle: (req) =>
      req.asSystem('challenge a passkey to prove a person again', async (db) => {
        const session = await requireSession(db, claimsOf(req), tools.now())
        return factorOptions(tools, db, session.user_id, { purpose: 'sudo', holder: session.id })
      }),
  })
}
