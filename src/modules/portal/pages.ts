import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { translateError } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { readForm } from '#http/forms.ts'
import { Id } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { newToken } from '#kernel/secrets.ts'
import { submitterOf } from '#modules/consent/public.ts'
import { findPublishedDocument as findCookiePolicy } from '#modules/cookie-policy/public.ts'
import {
  citizenFaults,
  complaintInGeneral,
  createFolios,
  FILE_FIELDS,
  findRightsForm,
  isRight,
  letterOfPerson,
  listLettersOfPerson,
  RIGHT_PARAM,
  readSentRequest,
  refusedForm,
  sendKeyOf,
  withFolio,
} from '#modules/dsar/public.ts'
import { drawReceipt } from '#modules/evidence/public.ts'
import { createFormReader, FORM_LIMIT, type FormReader } from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { findPublishedDocument as findPrivacyPolicy } from '#modules/privacy-policy/public.ts'
import { type Page, rootFrom, sendKnownPage, sendPage } from '#pages/page.ts'
import { PAGE, sendOnce } from '#pages/routes.ts'
import { fileNameAs } from '#pdf/document.ts'
import * as markup from './markup.ts'
import { chooseRightPage, newRequestPage, type Offer } from './new-request.ts'
import { readIdentity } from './rules.ts'
import { ConsentChoice, OtpInit, OtpVerify } from './schemas.ts'
import * as portal from './service.ts'
import { createVisits } from './visit.ts'

const OfSlug = Type.Object({ slug: Type.String({ minLength: 1, maxLength: 100 }) })
const OfRequest = Type.Object({ ...OfSlug.properties, id: Id() })
const OfLetter = Type.Object({ ...OfRequest.properties, letterId: Id() })

const of = (params: object) => ({ ...PAGE, schema: { ...PAGE.schema, params } })
/** Without audit rows: codes, sessions and consents are evidence themselves, and requests write their own audit rows. */
const untraced = (params: object, budget?: 'signin') => ({
  ...of(params),
  config: { ...PAGE.config, audit: false, ...(budget && { budget }) } as const,
})

type Asked = FastifyRequest<{ Params: { slug: string; id: string; letterId: string } }>
type Tenant = Awaited<ReturnType<typeof portal.findPortal>>
type Person = Awaited<ReturnType<typeof portal.requireSession>>

/** The privacy home page of an organisation and its portal. All of it works without a script. */
export function pages(root: App, { config }: ModuleDeps): void {
  const forms = createFormReader(config)
  root.register(async (scope) => {
    forms.use(scope as unknown as FastifyInstance)
    portalPages(scope as unknown as App, forms, config)
  })
}

function portalPages(app: App, forms: FormReader, config: ModuleDeps['config']): void {
  const { access, tools } = app
  const visits = createVisits(config.publicUrl)
  const nextFolio = createFolios(access, tools.vault.lasting('dsar.folio'))
  const today = () => chileanDay(tools.now())

  /**
   * Browsers do not store pages of the portal. Forms send their origin: with no referrer at all, browsers on plain http
   * would send neither header that `admits` needs.
   */
  const show = (reply: FastifyReply, page: Page, status = 200) =>
    sendPage(reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }), page, status)

  /** A form from another site changes nothing and shows the entry page. */
  const fromHere =
    (work: (request: Asked, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: Asked, reply: FastifyReply) => {
      if (visits.admits(request)) return work(request, reply)
      const { frame } = await frameOf(request)
      return show(reply, markup.entryPage(frame, { message: ELSEWHERE }), 403)
    }

  async function frameOf(request: Asked): Promise<{ tenant: Tenant; frame: markup.Frame }> {
    const tenant = await portal.findPortal(access, request.params.slug)
    const { data: organisation } = await request.readFor(tenant.id, readOrganisation)
    return { tenant, frame: { root: rootFrom(request.originalUrl), organisation } }
  }

  async function personOf(request: Asked): Promise<Person | undefined> {
    const token = visits.tokenOf(request)
    return token === undefined
      ? undefined
      : portal.findPerson(access, token, request.params.slug, tools.now())
  }

  /** Runs for a person with a session; anybody else gets the entry page. */
  const inside =
    (
      work: (request: Asked, reply: FastifyReply, frame: markup.Frame, who: Person) => Promise<FastifyReply>,
    ) =>
    async (request: Asked, reply: FastifyReply) => {
      const { frame } = await frameOf(request)
      const who = await personOf(request)
      // Read the form to its end, or the browser shows no answer.
      if (!who) {
        request.raw.resume()
        return show(reply, markup.entryPage(frame))
      }
      return work(request, reply, { ...frame, until: who.expires_at }, who)
    }

  // ── before entering ──

  app.get('/p/:slug', of(OfSlug), async (request: Asked, reply) => {
    const { tenant, frame } = await frameOf(request)
    const { data: home } = await request.readFor(tenant.id, async (ctx): Promise<markup.Home> => {
      const { entities, notice } = await portal.portalConfig(ctx, tenant)
      const [policy, cookies, rightsForm] = await Promise.all([
        findPrivacyPolicy(ctx),
        findCookiePolicy(ctx, {}),
        entities[0] && findRightsForm(ctx, entities[0].id),
      ])
      const complaint = complaintInGeneral(lawToday(ctx))
      return { entities, notice, complaint, rightsForm, hasPolicy: !!policy, hasCookies: !!cookies }
    })
    return sendKnownPage(reply, markup.homePage(frame, home))
  })

  const askCode = fromHere(async (request, reply) => {
    const { tenant, frame } = await frameOf(request)
    return orAgain(
      reply,
      request,
      (given) => markup.entryPage(frame, given),
      async () => {
        const who = readIdentity(readForm(request, OtpInit, citizenFaults))
        await request.actFor(tenant.id, portal.TITULAR, (ctx) => portal.sendCode(ctx, who))
        return markup.codePage(frame, who)
      },
    )
  })

  app.post('/p/:slug/portal/codigo', untraced(OfSlug, 'signin'), askCode)

  const enter = fromHere(async (request, reply) => {
    const { tenant, frame } = await frameOf(request)
    const typed = request.body as URLSearchParams
    const kept = { email: typed.get('email') ?? '', rut: typed.get('rut') ?? '' }
    return orAgain(
      reply,
      request,
      (given) => markup.codePage(frame, kept, given),
      async () => {
        const body = readForm(request, OtpVerify, citizenFaults)
        const who = readIdentity(body)
        const answer = await request.actFor(tenant.id, portal.TITULAR, (ctx) =>
          portal.openSession(ctx, who, body.code),
        )
        if (!('data' in answer) || !answer.data) throw wrongCode()
        visits.start(reply, answer.data.portal_token)
        return reply.redirect('../portal', 303)
      },
    )
  })

  app.post('/p/:slug/portal/entrar', untraced(OfSlug, 'signin'), enter)

  // ── inside ──

  app.get(
    '/p/:slug/portal',
    of(OfSlug),
    inside(async (request, reply, frame, who) => {
      const { data } = await request.readFor(who.tenant_id, (ctx) => portal.mine(ctx, who))
      return show(reply, markup.overviewPage(frame, data, today()))
    }),
  )

  app.get(
    '/p/:slug/portal/solicitudes/:id',
    of(OfRequest),
    inside(async (request, reply, frame, who) => {
      const { id } = request.params
      const { data } = await request.readFor(who.tenant_id, async (ctx) => ({
        mine: await portal.myRequest(ctx, who, id),
        letters: await listLettersOfPerson(ctx, id, who.email),
      }))
      return show(reply, markup.requestPage(frame, data.mine, data.letters, today()))
    }),
  )

  app.get(
    '/p/:slug/portal/solicitudes/:id/cartas/:letterId',
    of(OfLetter),
    inside(async (request, reply, _frame, who) => {
      const { id, letterId } = request.params
      const { data } = await request.readFor(who.tenant_id, async (ctx) => {
        await portal.myRequest(ctx, who, id)
        return letterOfPerson(ctx, id, letterId, who.email)
      })
      if (!data) throw notFound('la carta')
      const pdf = await drawReceipt(app.access, app.tools, data, who.tenant_id)
      return reply
        .header('cache-control', 'no-store')
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileNameAs('pdf', ...data.name)}"`)
        .send(pdf)
    }),
  )

  app.get(
    '/p/:slug/portal/nueva',
    of(OfSlug),
    inside(async (request, reply, frame, who) => {
      const { [RIGHT_PARAM]: asked } = request.query as Record<string, unknown>
      const offered = await offer(request)
      const page =
        typeof asked === 'string' && isRight(asked)
          ? newRequestPage(frame, offered, asked, newToken(), who)
          : chooseRightPage(frame, offered)
      return show(reply, page)
    }),
  )

  app.post(
    '/p/:slug/portal/nueva',
    { ...untraced(OfSlug), bodyLimit: FORM_LIMIT },
    inside(async (request, reply, frame, who) => {
      const sent = await forms.read(request, who.tenant_id, portal.TITULAR, FILE_FIELDS, (fields) =>
        isRight(fields.get('rightType')),
      )
      const offered = await offer(request)
      const { fields } = sent
      const right = fields.get('rightType')
      if (!isRight(right)) return show(reply, chooseRightPage(frame, offered, CHOOSE), 400)
      // The session decides who asks, whatever the form says.
      fields.set('subjectEmail', who.email)
      fields.set('subjectRut', who.rut)
      try {
        const { body, once } = await readSentRequest(request, access, who.tenant_id, sent)
        const asked = { ...body, legalEntityId: fields.get('legalEntityId') }
        const { data } = await sendOnce(() =>
          withFolio(nextFolio, tools.now(), (folio) =>
            request.actFor(
              who.tenant_id,
              portal.TITULAR,
              (ctx) => portal.createMyRequest(ctx, who, asked, folio),
              once,
            ),
          ),
        )
        return show(reply, markup.receivedPage(frame, data))
      } catch (error) {
        const failure = translateError(error)
        if (!(failure instanceof Failure) || failure.status >= 500) throw error
        const key = sendKeyOf(fields) ?? newToken()
        const page = newRequestPage(frame, offered, right, key, who, refusedForm(sent, failure))
        return show(reply, page, failure.status)
      }
    }),
  )

  app.post(
    '/p/:slug/portal/consentimientos',
    untraced(OfSlug),
    inside(async (request, reply, frame, who) => {
      const choice = readForm(request, ConsentChoice, citizenFaults)
      const submitter = submitterOf(request)
      try {
        const { data } = await request.actFor(who.tenant_id, portal.TITULAR, (ctx) =>
          portal.recordMyConsent(ctx, who, choice, submitter),
        )
        return show(reply, markup.decidedPage(frame, choice.granted, data.receipt))
      } catch (error) {
        // The form's text has changed, so the overview shows the new one.
        if (!(error instanceof Failure) || error.kind !== 'impossible') throw error
        const { data } = await request.readFor(who.tenant_id, (ctx) => portal.mine(ctx, who))
        return show(reply, markup.overviewPage(frame, data, today(), error), error.status)
      }
    }),
  )

  const leave = fromHere(async (request, reply) => {
    const { frame } = await frameOf(request)
    const token = visits.tokenOf(request)
    if (token !== undefined) await portal.closeSession(access, token)
    visits.end(reply)
    return show(reply, markup.entryPage(frame, { ended: true }))
  })
  app.post('/p/:slug/portal/salir', untraced(OfSlug), leave)

  async function offer(request: Asked): Promise<Offer> {
    const { tenant, frame } = await frameOf(request)
    const { data } = await request.readFor(tenant.id, async (ctx) => {
      const config = await portal.portalConfig(ctx, tenant)
      const [main, other] = config.entities
      const [policy, rightsForm] = await Promise.all([
        findPrivacyPolicy(ctx),
        main && findRightsForm(ctx, main.id),
      ])
      const uses = {
        answerer: main && !other ? main.name : 'Quien responde',
        answerDays: tenant.answer_retention_days,
        policyUrl: policy ? markup.policyAt(frame) : undefined,
      }
      return { ...config, rightsForm, uses }
    })
    return data
  }

  /** Shows the form again with its faults above it and everything typed still there. */
  async function orAgain(
    reply: FastifyReply,
    request: Asked,
    again: (given: { message: string; faults: Failure['details'] & object; typed: URLSearchParams }) => Page,
    act: () => Promise<Page | FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      const done = await act()
      return 'content' in done ? await show(reply, done) : done
    } catch (error) {
      if (!(error instanceof Failure) || error.status === 404 || error.status >= 500) throw error
      const typed = (request.body ?? new URLSearchParams()) as URLSearchParams
      return show(reply, again({ message: error.message, faults: error.details ?? [], typed }), error.status)
    }
  }
}

const CHOOSE = 'Elija el derecho que quiere ejercer.'
const ELSEWHERE = 'Ese formulario no se envió desde esta página. Complételo aquí.'

function wrongCode(): Failure {
  const message = 'El código no es correcto, ya se usó o venció. Pida uno nuevo.'
  return new Failure('unauthorized', message, { details: [{ path: 'code', message }] })
}
