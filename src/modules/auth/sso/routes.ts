import { translateError } from '#db/errors.ts'
import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import type { SessionAnswers } from '../answers.ts'
import { callerOf } from '../caller.ts'
import { SignedIn } from '../schemas.ts'
import type { Issuer } from '../sessions.ts'
import { refusalPage } from './pages.ts'
import { refusal } from './refusals.ts'
import { insertAttempt } from './repo.ts'
import { ATTEMPT_TTL_MS } from './rules.ts'
import * as schemas from './schemas.ts'
import * as sso from './service.ts'

/** Ties the way back to the browser that left. It grants no access. */
const COOKIE = 'sso'

export function routes(app: App, issuer: Issuer, answers: SessionAnswers): void {
  const route = endpoints(app, 'auth')
  const { access, tools } = app
  // The provider sends the browser back from another site. With «lax» the cookie comes along with a navigation.
  const secure = tools.publicUrl.startsWith('https:')
  const cookie = { path: '/api/v1/auth/sso', httpOnly: true, sameSite: 'lax', secure } as const

  route.get('/auth/sso/:slug/start', {
    id: 'startSso',
    summary: 'Ir al inicio de sesión propio de una organización (302 hacia su proveedor)',
    role: 'PUBLIC',
    budget: 'signin',
    params: schemas.BySlug,
    query: schemas.StartQuery,
    page: true,
    redirects: 302,
    writesBecause: 'remembers the attempt until the provider sends the browser back',
    errorHandler: refusalAsPage(translateError, refusalPage),
    handle: async (req, reply) => {
      const { client = 'console', returnTo } = req.query
      const asked = { slug: req.params.slug, client, returnTo, browser: req.cookies[COOKIE] }
      const { url, cookie: token, attempt } = await sso.start(access, tools, asked)
      await req.asSystem('remember a sign-in that goes to a provider', (db) => insertAttempt(db, attempt))
      reply.setCookie(COOKIE, token, { ...cookie, maxAge: ATTEMPT_TTL_MS / 1000 })
      return reply.redirect(url, 302)
    },
  })

  route.get('/auth/sso/callback', {
    id: 'finishSso',
    summary: 'Volver del proveedor de la organización con la sesión iniciada',
    description:
      'Un navegador recibe la cookie de sesión y vuelve a la página de donde partió (303). Si el inicio se pidió con client=api, responde los tokens como el inicio de sesión con contraseña.',
    role: 'PUBLIC',
    budget: 'signin',
    query: schemas.CallbackQuery,
    ok: SignedIn,
    page: true,
    redirects: 303,
    refusals: [401, 403],
    writesBecause: 'opens the session',
    errorHandler: refusalAsPage(translateError, refusalPage),
    handle: async (req, reply) => {
      const [, search = ''] = /(\?.*)$/.exec(req.url) ?? []
      const back = { state: req.query.state ?? '', search, browser: req.cookies[COOKIE] }
      // Uses a transaction of its own, which stands even if a later step fails.
      const attempt = await access.asSystem('use up a sign-in attempt', (db) =>
        sso.takeAttempt(db, back, tools.now()),
      )
      if (!attempt) throw refusal('expired')
      const caller = { ...callerOf(req), browser: attempt.client === 'console' }
      let proven: sso.Proven | undefined
      try {
        proven = await sso.prove(access, tools, attempt, back)
        const known = proven
        const signedIn = await req.asSystem('sign in a person whom a company proved', (db, enter) =>
          sso.enterByCompany(issuer, db, enter, known, caller),
        )
        const answer = answers.signedIn(reply, signedIn)
        return attempt.client === 'api' ? answer : reply.redirect(attempt.return_to, 303)
      } catch (error) {
        if (error instanceof Failure && error.kind !== 'internal')
          await sso.auditRefusal(access, attempt.tenant_id, caller, error, proven?.claims)
        throw error
      }
    },
  })
}
