import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { callerOf, claimsOf } from '../caller.ts'
import * as schemas from './schemas.ts'
import * as device from './service.ts'

export function routes(app: App, { tokens, browsers }: ModuleDeps): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app
  const issuer = { tokens, browsers, tools }

  route.post('/auth/device', {
    id: 'beginDeviceSignIn',
    summary: 'Pedir un código para que un programa sin navegador inicie sesión',
    description:
      'Como RFC 8628: el programa muestra «user_code» y la dirección, y pregunta por su sesión en POST /auth/device/token. El código vale 10 minutos.',
    role: 'PUBLIC',
    budget: 'signin',
    created: schemas.DeviceSignIn,
    handle: (req) =>
      req.asSystem('begin the sign-in of a program', (db) => device.beginSignIn(tools, db, callerOf(req))),
  })

  route.get('/auth/device/:userCode', {
    id: 'showDeviceSignIn',
    summary: 'Qué programa pide iniciar sesión con este código',
    role: 'SIGNED_IN',
    params: schemas.ByUserCode,
    ok: schemas.DeviceRequest,
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('show the sign-in of a program', (db) =>
        device.showSignIn(db, claimsOf(req), req.params.userCode, tools.now()),
      ),
    }),
  })

  route.post('/auth/device/approve', {
    id: 'approveDeviceSignIn',
    summary: 'Dejar entrar al programa que muestra este código',
    description:
      'La sesión del programa queda probada como la de quien la aprueba, aparece entre sus sesiones y se cierra como cualquier otra.',
    role: 'SIGNED_IN',
    sudo: true,
    body: schemas.DeviceAnswer,
    refusals: [403, 404],
    handle: (req) =>
      req.asSystem('approve the sign-in of a program', (db) =>
        device.answerSignIn(db, claimsOf(req), req.body.userCode, 'approved', tools.now()),
      ),
  })

  route.post('/auth/device/refuse', {
    id: 'refuseDeviceSignIn',
    summary: 'No dejar entrar al programa que muestra este código',
    role: 'SIGNED_IN',
    body: schemas.DeviceAnswer,
    refusals: [404],
    handle: (req) =>
      req.asSystem('refuse the sign-in of a program', (db) =>
        device.answerSignIn(db, claimsOf(req), req.body.userCode, 'refused', tools.now()),
      ),
  })

  route.post('/auth/device/token', {
    id: 'takeDeviceSession',
    summary: 'La sesión del programa, cuando la persona respondió',
    description: 'Mientras no responde: «authorization_pending». Rechazado, vencido o ya usado: 401.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.DeviceToken,
    ok: schemas.DeviceSession,
    refusals: [401],
    handle: async (req) => {
      const { data } = await req.asSystem('open the session of a program', async (db, enter) => ({
        opened: await device.takeSession(issuer, db, enter, req.body.device_code, callerOf(req)),
      }))
      return { success: true, data: device.answerOf(data.opened) }
    },
  })
}
