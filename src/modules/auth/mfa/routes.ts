import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { digest } from '#kernel/secrets.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { createSessionAnswers } from '../answers.ts'
import { callerOf, claimsOf } from '../caller.ts'
import { PasskeyOptions } from '../passkeys/schemas.ts'
import { factorOptions } from '../passkeys/service.ts'
import { SignedIn } from '../schemas.ts'
import { findPending } from '../sign-in.ts'
import * as schemas from './schemas.ts'
import * as mfa from './service.ts'
import { enrolment } from './totp.ts'
import { checkSecondFactor, finishSignIn } from './verification.ts'

export function mfaRoutes(app: App, { config, tokens, browsers }: ModuleDeps): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app
  const issuer = { tokens, browsers, tools }
  const answers = createSessionAnswers(config.publicUrl, browsers)

  route.get('/auth/mfa', {
    id: 'listFactors',
    summary: 'Los segundos factores de la persona',
    role: 'SIGNED_IN',
    ok: schemas.FactorList,
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('show a person their factors', (db) =>
        mfa.listFactors(db, claimsOf(req), tools.now()),
      ),
    }),
  })

  route.post('/auth/mfa/totp', {
    id: 'beginTotp',
    summary: 'Configurar una aplicación de códigos',
    description:
      'El secreto se muestra una vez y espera 15 minutos su primer código. La aplicación anterior, si la hay, sirve hasta entonces.',
    role: 'SIGNED_IN',
    sudo: true,
    ok: schemas.TotpSetup,
    refusals: [403],
    handle: async (req) => {
      const { success, data } = await req.asSystem('begin to set up codes', (db) =>
        mfa.beginTotp(tools, db, claimsOf(req)),
      )
      return { success, data: enrolment(data.secret, data.email) }
    },
  })

  route.post('/auth/mfa/totp/confirm', {
    id: 'confirmTotp',
    summary: 'Confirmar la aplicación con su primer código y recibir los códigos de recuperación',
    role: 'SIGNED_IN',
    body: schemas.TotpConfirmation,
    ok: schemas.RecoveryCodes,
    refusals: [403, 422],
    handle: (req) =>
      req.asSystem('confirm an application of codes', (db, enter) =>
        mfa.confirmTotp(tools, db, enter, claimsOf(req), req.body.code, callerOf(req)),
      ),
  })

  route.delete('/auth/mfa/totp', {
    id: 'removeTotp',
    summary: 'Quitar la aplicación de códigos',
    role: 'SIGNED_IN',
    sudo: true,
    refusals: [403, 404, 409],
    handle: (req) =>
      req.asSystem('remove an application of codes', (db, enter) =>
        mfa.removeTotp(tools, db, enter, claimsOf(req), callerOf(req)),
      ),
  })

  route.delete('/auth/mfa', {
    id: 'turnOffMfa',
    summary: 'Quitar todos los segundos factores, también las llaves de acceso',
    role: 'SIGNED_IN',
    sudo: true,
    refusals: [403, 404, 409],
    handle: (req) =>
      req.asSystem('turn the second factor off', (db, enter) =>
        mfa.turnOff(tools, db, enter, claimsOf(req), callerOf(req)),
      ),
  })

  route.post('/auth/mfa/recovery-codes', {
    id: 'renewRecoveryCodes',
    summary: 'Generar diez códigos de recuperación nuevos; los anteriores dejan de servir',
    role: 'SIGNED_IN',
    sudo: true,
    ok: schemas.RecoveryCodes,
    refusals: [403, 409],
    handle: (req) =>
      req.asSystem('renew recovery codes', (db, enter) =>
        mfa.renewRecoveryCodes(tools, db, enter, claimsOf(req), callerOf(req)),
      ),
  })

  route.post('/auth/mfa/verify', {
    id: 'verifyFactor',
    summary: 'Terminar el inicio de sesión con el segundo factor',
    description:
      'El mfa_token sirve 10 minutos, una vez, y hasta cinco intentos. Cada fallo cuenta también como un intento fallido de la cuenta. Cada código sirve una sola vez.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.FactorVerification,
    ok: SignedIn,
    refusals: [401, 409],
    handle: async (req, reply) => {
      const caller = callerOf(req)
      const { mfa_token, ...proof } = req.body
      const checked = await checkSecondFactor(access, tools, mfa_token, proof, caller)
      const answer = await req.asSystem('finish a sign-in with its second factor', (db, enter) =>
        finishSignIn(issuer, db, enter, mfa_token, checked, caller),
      )
      return answers.signedIn(reply, answer)
    },
  })

  route.post('/auth/mfa/verify/options', {
    id: 'verifyFactorOptions',
    summary: 'Lo que una llave de acceso debe firmar como segundo factor',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.PendingSignIn,
    ok: PasskeyOptions,
    refusals: [401, 409],
    handle: (req) =>
      req.asSystem('challenge a passkey as second factor', async (db) => {
        const { mfa_token } = req.body
        const { userId } = await findPending(db, mfa_token, tools.now())
        const purpose = { purpose: 'second_factor', holder: digest(mfa_token) } as const
        return factorOptions(tools, db, userId, purpose)
      }),
  })
}
