import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNAUTHORIZED } from '#db/doors.ts'
import type { ModuleDeps } from '#http/module.ts'
import { data, done, faults } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { RESET_JOB } from './jobs.ts'
import { hashPassword } from './passwords.ts'
import { SESSION_TTL_MS } from './rules.ts'
import * as schemas from './schemas.ts'
import * as auth from './service.ts'

const COOKIE = 'refresh_token'
const tags = ['auth']

export function routes(app: App, { config, tokens, modules }: ModuleDeps): void {
  const { doors, tools } = app
  const issuer = { tokens, tools }
  const secure = config.publicUrl.startsWith('https:')
  const cookie = { path: '/api/v1/auth', httpOnly: true, sameSite: 'strict', secure } as const

  /** The refresh token also travels where scripts cannot read it. */
  function keepInCookie<T extends { data: { refresh_token: string } }>(reply: FastifyReply, answer: T): T {
    reply.setCookie(COOKIE, answer.data.refresh_token, { ...cookie, maxAge: SESSION_TTL_MS / 1000 })
    return answer
  }

  app.post(
    '/auth/register',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'register',
        summary: 'Crear una cuenta y su organización',
        body: schemas.Registration,
        response: { 201: data(schemas.Registered), ...faults(409, 422) },
      },
    },
    async (req, reply) => {
      const prepared = await auth.prepareRegistration(req.body, config)
      const answer = await req.asSystem('create an account and its tenant', (db, enter) =>
        auth.register(issuer, db, enter, prepared, modules, req.id),
      )
      return keepInCookie(reply, answer)
    },
  )

  app.post(
    '/auth/login',
    {
      config: { role: 'PUBLIC', budget: 'signin' },
      schema: {
        tags,
        operationId: 'login',
        summary: 'Iniciar sesión',
        description: 'Diez fallos para un correo en 15 minutos: 429, también con la contraseña correcta.',
        body: schemas.Login,
        response: { 200: data(schemas.SignedIn), ...faults(401) },
      },
    },
    async (req, reply) => {
      const person = await auth.checkCredentials(doors, req.body, tools.now())
      const answer = await req.asSystem('open a session', (db) => auth.login(issuer, db, person))
      return keepInCookie(reply, answer)
    },
  )

  app.post(
    '/auth/refresh',
    {
      config: { role: 'PUBLIC', budget: 'signin' },
      schema: {
        tags,
        operationId: 'refresh',
        summary: 'Renovar los tokens; cada refresh_token sirve una sola vez',
        description:
          'El refresh_token va en el cuerpo o en la cookie. Usar uno gastado cierra la sesión entera.',
        body: schemas.Refresh,
        response: { 200: data(schemas.TokenPair), ...faults(401) },
      },
    },
    async (req, reply) => {
      const token = req.body?.refresh_token?.trim() || req.cookies[COOKIE]
      if (!token) throw new Failure('unauthorized', 'Falta el refresh_token, en el cuerpo o en la cookie.')
      // Wherever it came from, this is what was asked: an Idempotency-Key does not answer for another token.
      req.body = { refresh_token: token }
      const renewing = req.asSystem('renew a session', (db) => auth.refresh(issuer, db, token))
      const answer = await renewing.catch((error) => auth.judgeRefused(doors, token, tools.now(), error))
      return keepInCookie(reply, answer)
    },
  )

  app.get(
    '/auth/me',
    {
      config: { role: 'SIGNED_IN' },
      schema: {
        tags,
        operationId: 'me',
        summary: 'La persona y sus organizaciones',
        response: { 200: data(schemas.Me) },
      },
    },
    (req) => req.asSystem('show a person and their tenants', (db) => auth.me(db, claims(req), tools.now())),
  )

  app.post(
    '/auth/select-tenant',
    {
      config: { role: 'SIGNED_IN', audit: false },
      schema: {
        tags,
        operationId: 'selectTenant',
        summary: 'Elegir la organización activa',
        description: 'El token nuevo actúa en esa organización; si no es suya, 403.',
        body: schemas.SelectTenant,
        response: { 200: data(schemas.Selected), ...faults(403) },
      },
    },
    async (req, reply) => {
      const answer = await req.asSystem('open a session in another tenant', (db) =>
        auth.selectTenant(issuer, db, claims(req), req.body.tenantId),
      )
      return keepInCookie(reply, answer)
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { role: 'SIGNED_IN' },
      schema: { tags, operationId: 'logout', summary: 'Cerrar la sesión', response: { 200: done } },
    },
    async (req, reply) => {
      const answer = await req.asSystem('end a session', (db) => auth.logout(db, claims(req), tools.now()))
      reply.clearCookie(COOKIE, cookie)
      return answer
    },
  )

  app.post(
    '/auth/password/forgot',
    {
      config: { role: 'PUBLIC', budget: 'signin' },
      schema: {
        tags,
        operationId: 'forgotPassword',
        summary: 'Pedir un enlace para cambiar la contraseña; la respuesta es la misma exista o no la cuenta',
        description: 'Responde lo mismo exista o no la cuenta.',
        body: schemas.Forgot,
        response: { 200: done },
      },
    },
    async (req) => {
      const email = normaliseEmail(req.body.email)
      const answer = await req.asSystem('ask for a password reset', (db) =>
        tools.queue.send(db, RESET_JOB.name, { email }),
      )
      tools.queue.wake(RESET_JOB.name)
      return answer
    },
  )

  app.post(
    '/auth/password/reset',
    {
      config: { role: 'PUBLIC', budget: 'signin' },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Cambiar la contraseña con el enlace recibido; cierra todas las sesiones',
        description: 'Cierra todas las sesiones de la persona.',
        body: schemas.Reset,
        response: { 200: done, ...faults(422) },
      },
    },
    async (req) => {
      const passwordHash = await hashPassword(req.body.password)
      return req.asSystem('reset a password', (db) =>
        auth.resetPassword(db, req.body.token, passwordHash, tools.now()),
      )
    },
  )

  app.post(
    '/auth/invitations/accept',
    {
      config: { role: 'PUBLIC', budget: 'signin' },
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Aceptar una invitación; quien ya tiene cuenta usa su contraseña',
        body: schemas.Accept,
        response: { 200: data(schemas.Registered), ...faults(401, 422) },
      },
    },
    async (req, reply) => {
      const prepared = await auth.prepareAcceptance(doors, req.body, tools.now())
      const answer = await req.asSystem('join a tenant by invitation', (db, enter) =>
        auth.acceptInvitation(issuer, db, enter, prepared, req.body.name, req.id),
      )
      return keepInCookie(reply, answer)
    },
  )
}

function claims(req: FastifyRequest) {
  if (!req.claims) throw new Failure('unauthorized', UNAUTHORIZED)
  return req.claims
}
