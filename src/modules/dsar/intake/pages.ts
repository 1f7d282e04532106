import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertShown } from '#db/access.ts'
import { translateError } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { admitOrigin, frameAncestors } from '#http/origins.ts'
import type { App } from '#http/types.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { newToken } from '#kernel/secrets.ts'
import { isUnstorable } from '#kernel/text.ts'
import { receiptUrl } from '#modules/evidence/public.ts'
import { createFormReader, FORM_LIMIT, type FormReader, type SentForm } from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { rootFrom, sendKnownPage, sendPage, sendPersonalPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE, sendOnce } from '#pages/routes.ts'
import { listLetters } from '../kept-letters.ts'
import type { RightType } from '../rules.ts'
import { type Form, findForm } from '../widgets/repo.ts'
import { isRight, typedFolio } from './answers.ts'
import { createFolios, getFolio } from './folios.ts'
import {
  choicePage,
  FILE_FIELDS,
  type Filled,
  FRAME_PARAM,
  RIGHT_PARAM,
  requestPage,
  type Shown,
} from './form.ts'
import { receive } from './receiving.ts'
import { readSentRequest, refusedForm, sendKeyOf } from './sent.ts'
import { formConfig, trackRequest, VISITOR } from './service.ts'
import { type Followed, folioPage, receiptPage, trackingPage } from './tracking.ts'

/** The rights form and the tracking of a request, as pages that need no script. */
export function pages(root: App, { config, modules }: ModuleDeps): void {
  const forms = createFormReader(config)
  root.register(async (scope) => {
    forms.use(scope as unknown as FastifyInstance)
    rightsPages(scope as unknown as App, forms, modules)
  })
}

function rightsPages(app: App, forms: FormReader, modules: ModuleDeps['modules']): void {
  const { access, tools } = app
  const nextFolio = createFolios(access, tools.vault.lasting('dsar.folio'))

  async function getForm(request: FastifyRequest): Promise<Form> {
    const { widgetKey } = request.params as { widgetKey: string }
    const form = isUnstorable(widgetKey) ? undefined : await findForm(access, widgetKey)
    if (!form) throw notFound('el formulario')
    return form
  }

  function shown(request: FastifyRequest, form: Form): Shown {
    const { [FRAME_PARAM]: framed } = request.query as Record<string, unknown>
    return {
      config: formConfig(form, lawToday({ tools, now: tools.now() })),
      organisation: form.organisation,
      answerDays: form.answer_retention_days,
      policyUrl: undefined,
      embeddedBy: framed === '1' ? frameAncestors(form.config['allowedOrigins']) : undefined,
    }
  }

  /** The policy of the answering entity (art. 14 ter), if one is in force. */
  async function policyUrlOf(request: FastifyRequest, form: Form): Promise<string | undefined> {
    const { entityId, organisation, tenant_id } = form
    if (entityId === undefined) return undefined
    const { data } = await request.readFor(tenant_id, async (ctx) => {
      const asked = modules.map(({ hasPrivacyPolicy }) => hasPrivacyPolicy?.(ctx, entityId))
      return (await Promise.all(asked)).includes(true)
    })
    return data
      ? `${rootFrom(request.originalUrl)}politica/${organisation.slug}?legalEntityId=${entityId}`
      : undefined
  }

  async function askingPage(
    request: FastifyRequest,
    form: Form,
    ...[right, sendKey, filled]: [RightType, string, Filled?]
  ) {
    const page = { ...shown(request, form), policyUrl: await policyUrlOf(request, form) }
    return requestPage(page, right, sendKey, filled)
  }

  const inWords = { ...PAGE, errorHandler: refuse }

  app.get('/derechos/:widgetKey', inWords, async (request, reply) => {
    const form = await getForm(request)
    assertShown(form.suspended_at)
    const page = shown(request, form)
    const { [RIGHT_PARAM]: asked } = request.query as Record<string, unknown>
    const offered = page.config.rightTypes.map(({ value }) => value)
    const right = offered.length === 1 ? offered[0] : offered.find((one) => one === asked)
    return right
      ? sendPage(reply, await askingPage(request, form, right, newToken()))
      : sendKnownPage(reply, choicePage(page))
  })

  // Uploads write no audit row: the request that takes the files over does.
  const takesFiles = { ...inWords, config: { ...PAGE.config, audit: false }, bodyLimit: FORM_LIMIT } as const

  app.post('/derechos/:widgetKey', takesFiles, async (request, reply) => {
    const form = await getForm(request)
    // The service's own page, framed or not, is of the same origin. Other sites must be on the form's list.
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'] ?? '')))
      admitOrigin(request, reply, form.config)
    const page = shown(request, form)
    const asked = (fields: URLSearchParams) => {
      const right = fields.get('rightType')
      return isRight(right) && page.config.rightTypes.some(({ value }) => value === right) ? right : undefined
    }
    // Files survive a person's mistake. A form filled in by a program, or without a right, keeps none.
    const isWorthKeeping = (fields: URLSearchParams) => asked(fields) !== undefined && !fields.get('website')
    const sent = await forms.read(request, form.tenant_id, VISITOR, FILE_FIELDS, isWorthKeeping)
    const right = asked(sent.fields)
    if (!right) return sendPage(reply, choicePage(page), 422)
    try {
      const folio = await receiveSent(request, form, sent)
      const mark = page.embeddedBy ? `?${FRAME_PARAM}=1` : ''
      const here = `${rootFrom(request.originalUrl)}derechos/${encodeURIComponent(form.widget_key)}`
      return reply.redirect(`${here}/recibo/${folio}${mark}`, 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500) throw error
      const filled = refusedForm(sent, failure)
      const key = sendKeyOf(sent.fields) ?? newToken()
      return sendPage(reply, await askingPage(request, form, right, key, filled), failure.status)
    }
  })

  async function receiveSent(request: FastifyRequest, form: Form, sent: SentForm): Promise<string> {
    const { body, once } = await readSentRequest(request, access, form.tenant_id, sent)
    const { data } = await sendOnce(() => receive(request, nextFolio, form, body, once))
    return data.folioNumber
  }

  app.get('/derechos/:widgetKey/recibo/:folio', inWords, async (request, reply) => {
    const [form, { folio }] = [await getForm(request), request.params as { folio: string }]
    const found = await getFolio(access, folio)
    if (found.tenant_id !== form.tenant_id) throw notFound('la solicitud')
    const { embeddedBy } = shown(request, form)
    const track = `${rootFrom(request.originalUrl)}seguimiento/${folio}`
    return sendPersonalPage(reply, receiptPage(await follow(request, found), track, embeddedBy))
  })

  async function follow(
    request: FastifyRequest,
    found: { tenant_id: string; request_id: string },
  ): Promise<Followed> {
    const { data } = await request.readFor(found.tenant_id, async (ctx) => {
      const { request_id } = found
      const [view, organisation, letters] = await Promise.all([
        trackRequest(ctx, request_id),
        readOrganisation(ctx),
        listLetters(ctx, request_id),
      ])
      const url = (type: string, id: string) => receiptUrl(tools.publicUrl, organisation.slug, type, id)
      const answer = letters.findLast(({ kind }) => kind === 'ANSWER' || kind === 'REFUSAL')
      return {
        view,
        organisation: organisation as Followed['organisation'],
        checks: {
          request: url('dsar_request', request_id),
          answer: answer && url('dsar_letter', answer.id),
        },
        sentBy: answer && (answer.on_paper ? ('paper' as const) : ('mail' as const)),
      }
    })
    return { ...data, now: tools.now(), law: tools.law }
  }

  const actionOf = (request: FastifyRequest) => `${rootFrom(request.originalUrl)}seguimiento`

  app.get('/seguimiento', PAGE, (request, reply) => sendKnownPage(reply, folioPage(actionOf(request))))

  app.post('/seguimiento', PAGE, async (request, reply) => {
    const sent = (request.body ?? new URLSearchParams()) as URLSearchParams
    const folio = typedFolio((sent.get('folio') ?? '').slice(0, 100))
    try {
      await getFolio(access, folio)
      return reply.redirect(`${actionOf(request)}/${folio}`, 303)
    } catch (error) {
      return noSuchFolio(request, reply, folio, error)
    }
  })

  app.get('/seguimiento/:folio', inWords, async (request, reply) => {
    const { folio } = request.params as { folio: string }
    let found: Awaited<ReturnType<typeof getFolio>>
    try {
      found = await getFolio(access, typedFolio(folio.slice(0, 100)))
    } catch (error) {
      return noSuchFolio(request, reply, folio.slice(0, 100), error)
    }
    return sendPersonalPage(reply, trackingPage(await follow(request, found)))
  })

  function noSuchFolio(request: FastifyRequest, reply: FastifyReply, folio: string, error: unknown) {
    const failure = translateError(error)
    if (!(failure instanceof Failure) || failure.status >= 500) throw error
    const message = folio === '' ? 'Escriba el folio de su solicitud.' : failure.message
    return sendPage(reply, folioPage(actionOf(request), folio, message), failure.status)
  }
}

/** The refusal as a page. */
const refuse = refusalAsPage(translateError, (message) =>
  titled('Solicitudes de derechos', html`<p>${message}</p>`),
)
