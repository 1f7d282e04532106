import { endpoints } from '#http/endpoints.ts'
import { originOf } from '#http/requests.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseEmail } from '#kernel/text.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { createSessionAnswers, REFRESH_COOKIE } from './answers.ts'
import { callerOf, claimsOf } from './caller.ts'
import { checkCredentials } from './credentials.ts'
import { acceptInvitation, prepareAcceptance } from './invitations.ts'
import { RESET_JOB } from './jobs.ts'
import { countersOf, me, rename } from './me.ts'
import { assertGoodPassword, hashPassword } from './passwords.ts'
import { prepareRegistration, register } from './registration.ts'
import * as schemas from './schemas.ts'
import * as auth from './service.ts'
import { signIn } from './sign-in.ts'
import { guardOwnAccounts } from './sso/own-account.ts'
import { routes as sso } from './sso/routes.ts'

export function routes(app: App, { config, tokens, browsers, modules }: ModuleDeps): void {
  guardOwnAccounts(app)
  const route = endpoints(app, 'auth')

  const { access, tools } = app
  const issuer = { tokens, browsers, tools }
  const answers = createSessionAnswers(config.publicUrl, browsers)
  const counters = countersOf(modules)

  route.post('/auth/register', {
    id: 'register',
    summary: 'Crear una cuenta y su organización',
    description:
      'Quien opera el servicio decide si el registro está abierto (SIGNUP); si no, 403. Un correo con una invitación pendiente la acepta con su enlace: 409.',
    role: 'PUBLIC',
    body: schemas.Registration,
    created: schemas.Registered,
    refusals: [403, 409, 422],
    handle: async (req, reply) => {
      const prepared = await prepareRegistration(req.body, config)
      const answer = await req.asSystem('create an account and its tenant', (db, enter) =>
        register(issuer, db, enter, prepared, { signup: config.signup, modules }, callerOf(req)),
      )
      return answers.signedIn(reply, answer)
    },
  })

  route.post('/auth/login', {
    id: 'login',
    summary: 'Iniciar sesión',
    description:
      'Diez fallos para un correo en 15 minutos: 429, también con la contraseña correcta, y se avisa por correo a la persona. Un navegador que ya inició sesión (cookie «device») cuenta sus fallos aparte, y cambiar la contraseña con el enlace recibido abre el ingreso.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.Login,
    ok: schemas.SignedIn,
    refusals: [401],
    handle: async (req, reply) => {
      const caller = callerOf(req)
      const person = await checkCredentials(access, tools, req.body, caller)
      const proof = { method: 'password', strong: false } as const
      const answer = await req.asSystem('open a session', (db, enter) =>
        signIn(issuer, db, enter, person, proof, caller),
      )
      return answers.signedIn(reply, answer)
    },
  })

  route.post('/auth/refresh', {
    id: 'refresh',
    summary: 'Renovar los tokens; cada refresh_token sirve una sola vez',
    description:
      'El refresh_token va en el cuerpo o en la cookie. El último usado se acepta de nuevo por 10 segundos y responde los mismos tokens; después, o si es uno anterior, cierra la sesión entera.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.Refresh,
    ok: schemas.TokenPair,
    refusals: [401],
    handle: async (req, reply) => {
      const token = req.body?.refresh_token?.trim() || req.cookies[REFRESH_COOKIE]
      if (!token) throw new Failure('unauthorized', 'Falta el refresh_token, en el cuerpo o en la cookie.')
      // The token comes from the body or the cookie. An Idempotency-Key must not answer for another token.
      const fingerprint = { refresh_token: token }
      const renewing = req.asSystem('renew a session', (db) => auth.refresh(issuer, db, token), {
        fingerprint,
      })
      const { success, data } = await renewing.catch((error) =>
        auth.revokeReusedToken(access, tools, token, originOf(req), error),
      )
      answers.keepRefreshToken(reply, data)
      return { success, data }
    },
  })

  sso(app, issuer, answers)

  route.get('/auth/me', {
    id: 'me',
    summary: 'La persona y sus organizaciones',
    role: 'SIGNED_IN',
    ok: schemas.Me,
    refusals: [403],
    handle: async (req) => ({
      success: true,
      data: await access.lookUp('show a person and their tenants', (db) =>
        me(db, claimsOf(req), counters, tools.now()),
      ),
    }),
  })

  route.patch('/auth/me', {
    id: 'renameMe',
    summary: 'Cambiar su nombre',
    description:
      'Vale en todas sus organizaciones y queda en la auditoría de cada una; lo que ya se escribió conserva el nombre anterior. El correo no cambia.',
    role: 'SIGNED_IN',
    body: schemas.OwnName,
    ok: schemas.Renamed,
    refusals: [403],
    handle: (req) =>
      req.asSystem('change the name of a person', (db, enter) =>
        rename(db, enter, claimsOf(req), req.body.name.trim(), callerOf(req), tools.now()),
      ),
  })

  route.post('/auth/select-tenant', {
    id: 'selectTenant',
    summary: 'Elegir la organización activa',
    description: 'El token nuevo actúa en esa organización; si no es suya, 403.',
    role: 'SIGNED_IN',
    audit: false,
    body: schemas.SelectTenant,
    ok: schemas.Selected,
    refusals: [403],
    handle: async (req, reply) => {
      const answer = await req.asSystem('open a session in another tenant', (db) =>
        auth.selectTenant(issuer, db, claimsOf(req), req.body.tenantId),
      )
      return { success: true, data: answers.opened(reply, answer.data) }
    },
  })

  route.post('/auth/logout', {
    id: 'logout',
    summary: 'Cerrar la sesión',
    role: 'SIGNED_IN',
    handle: async (req, reply) => {
      const answer = await req.asSystem('end a session', (db, enter) =>
        auth.logout(db, enter, claimsOf(req), originOf(req), tools.now()),
      )
      answers.forget(reply)
      return answer
    },
  })

  route.post('/auth/password/forgot', {
    id: 'forgotPassword',
    summary: 'Pedir un enlace para cambiar la contraseña; la respuesta es la misma exista o no la cuenta',
    description: 'Responde lo mismo exista o no la cuenta.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.Forgot,
    handle: async (req) => {
      const email = normaliseEmail(req.body.email)
      return req.asSystem('ask for a password reset', (db) => tools.queue.send(db, RESET_JOB.name, { email }))
    },
  })

  route.post('/auth/password/reset', {
    id: 'resetPassword',
    summary: 'Cambiar la contraseña con el enlace recibido; cierra todas las sesiones',
    description:
      'Cierra todas las sesiones de la persona y abre el ingreso si estaba cerrado por intentos fallidos.',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.Reset,
    refusals: [422],
    handle: async (req, reply) => {
      const { token, password } = req.body
      const known = await auth.findResetAccount(access, token, tools.now())
      await assertGoodPassword(password, known)
      const passwordHash = await hashPassword(password, known.email)
      const { success, data } = await req.asSystem('reset a password', (db) =>
        auth.resetPassword(tools, db, token, passwordHash, callerOf(req)),
      )
      answers.keepDevice(reply, data.device)
      return { success }
    },
  })

  route.post('/auth/invitations/accept', {
    id: 'acceptInvitation',
    summary: 'Aceptar una invitación; quien ya tiene cuenta usa su contraseña',
    role: 'PUBLIC',
    budget: 'signin',
    body: schemas.Accept,
    ok: schemas.Registered,
    refusals: [401, 422],
    handle: async (req, reply) => {
      const caller = callerOf(req)
      const prepared = await prepareAcceptance(access, tools, req.body, caller)
      const answer = await req.asSystem('join a tenant by invitation', (db, enter) =>
        acceptInvitation(issuer, db, enter, prepared, req.body.name, caller),
      )
      return answers.signedIn(reply, answer)
    },
  })
}
