import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { createSessionAnswers } from '../answers.ts'
import { callerOf, claimsOf } from '../caller.ts'
import { WRONG_FACTOR } from '../mfa/factor-check.ts'
import { SignedIn } from '../schemas.ts'
import { signIn } from '../sign-in.ts'
import { checkPasskey } from './passkey-check.ts'
import * as schemas from './schemas.ts'
import * as passkeys from './service.ts'

export function passkeyRoutes(app: App, { config, tokens, browsers }: ModuleDeps): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app
  const issuer = { tokens, browsers, tools }
  const answers = createSessionAnswers(config.publicUrl, browsers)

  route.get('/auth/passkeys', {
    id: 'listPasskeys',
    summary: 'Las llaves de acceso de la persona',
    role: 'SIGNED_IN',
    ok: schemas.PasskeyList,
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('show a person their passkeys', (db) =>
        passkeys.listPasskeys(db, claimsOf(req), tools.now()),
      ),
    }),
  })

  route.post('/auth/passkeys/register/options', {
    id: 'registerPasskeyOptions',
    summary: 'Lo que el navegador necesita para crear una llave de acceso',
    role: 'SIGNED_IN',
    sudo: true,
    ok: schemas.PasskeyOptions,
    refusals: [403, 409],
    handle: (req) =>
      req.asSystem('challenge a new passkey', (db) => passkeys.beginRegistration(tools, db, claimsOf(req))),
  })

  route.post('/auth/passkeys/register', {
    id: 'registerPasskey',
    summary: 'Registrar la llave de acceso que creó el navegador',
    description:
      'Con el primer factor de la persona responde también diez códigos de recuperación, una sola vez.',
    role: 'SIGNED_IN',
    body: schemas.NewPasskey,
    created: schemas.AddedPasskey,
    refusals: [403, 409, 422],
    handle: async (req) => {
      const who = claimsOf(req)
      const key = await passkeys.prepareRegistration(access, tools, who, req.body)
      return req.asSystem('register a passkey', (db, enter) =>
        passkeys.register(tools, db, enter, who, key, req.body.name, callerOf(req)),
      )
    },
  })

  route.patch('/auth/passkeys/:id', {
    id: 'renamePasskey',
    summary: 'Cambiar el nombre de una llave de acceso',
    role: 'SIGNED_IN',
    params: ById,
    body: schemas.PasskeyName,
    ok: schemas.Passkey,
    refusals: [404],
    handle: (req) =>
      req.asSystem('rename a passkey', (db, enter) =>
        passkeys.renamePasskey(tools, db, enter, claimsOf(req), req.params.id, req.body.name, callerOf(req)),
      ),
  })

  route.delete('/auth/passkeys/:id', {
    id: 'removePasskey',
    summary: 'Quitar una llave de acceso',
    role: 'SIGNED_IN',
    sudo: true,
    params: ById,
    refusals: [403, 404, 409],
    handle: (req) =>
      req.asSystem('remove a passkey', (db, enter) =>
        passkeys.removePasskey(tools, db, enter, claimsOf(req), req.params.id, callerOf(req)),
      ),
  })

  route.post('/auth/passkeys/login/options', {
    id: 'passkeyLoginOptions',
    summary: 'Lo que una llave de acceso debe firmar para iniciar sesión sin contraseña',
    role: 'PUBLIC',
    budget: 'signin',
    ok: schemas.PasskeyOptions,
    refusals: [409],
    handle: (req) =>
      req.asSystem('challenge a sign-in with a passkey', (db) => passkeys.signInOptions(tools, db)),
  })

  route.post('/auth/passkeys/login', {
    id: 'passkeyLogin',
    summary: 'Iniciar sesión con una llave de acceso, sin contraseña',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.PasskeySignIn,
    ok: SignedIn,
    refusals: [401, 409],
    handle: async (req, reply) => {
      const caller = callerOf(req)
      const purpose = { purpose: 'sign_in', holder: null } as const
      const checked = await checkPasskey(access, tools, req.body.credential, purpose, caller)
      if (!checked) throw new Failure('unauthorized', WRONG_FACTOR)
      const answer = await req.asSystem('open a session with a passkey', async (db, enter) => {
        if (!(await checked.spend(db))) throw new Failure('unauthorized', WRONG_FACTOR)
        const proof = { method: 'passkey', strong: true } as const
        return signIn(issuer, db, enter, { id: checked.userId }, proof, caller)
      })
      return answers.signedIn(reply, answer)
    },
  })
}
