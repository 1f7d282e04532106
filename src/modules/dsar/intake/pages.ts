import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertShown } from '#db/access.ts'
import { translateError } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { admitOrigin, frameAncestors } from '#http/origins.ts'
import type { App } from '#http/types.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { isUnstorable } from '#kernel/text.ts'
import {
  createFormReader,
  FORM_LIMIT,
  type FormReader,
  MOST_ATTACHMENTS,
  type SentForm,
} from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { rootFrom, sendKnownPage, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE, sendOnce } from '#pages/routes.ts'
import { type Form, findForm } from '../widgets/repo.ts'
import { isRight, messageOf, readAnswers, typedFolio } from './answers.ts'
import { createFolios, findFolio, getFolio, withFolio } from './folios.ts'
import {
  choicePage,
  FILE_FIELDS,
  type Filled,
  FRAME_PARAM,
  KEPT_FIELD,
  type KeptFile,
  RIGHT_PARAM,
  requestPage,
  type Shown,
} from './form.ts'
import { formConfig, receiveRequest, trackRequest, VISITOR } from './service.ts'
import { type Followed, folioPage, receiptPage, trackingPage } from './tracking.ts'

/** The rights form and the tracking of a request, as pages that need no script. */
export function pages(root: App, { config }: ModuleDeps): void {
  const forms = createFormReader(config)
  root.register(async (scope) => {
    forms.use(scope as unknown as FastifyInstance)
    rightsPages(scope as unknown as App, forms)
  })
}

function rightsPages(app: App, forms: FormReader): void {
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
      embeddedBy: framed === '1' ? frameAncestors(form.config['allowedOrigins']) : undefined,
    }
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
      ? sendPage(reply, requestPage(page, right, newToken()))
      : sendKnownPage(reply, choicePage(page))
  })

  // Files wait for the request that takes them over, and that one is audited.
  const takesFiles = { ...inWords, config: { ...PAGE.config, audit: false }, bodyLimit: FORM_LIMIT } as const

  app.post('/derechos/:widgetKey', takesFiles, async (request, reply) => {
    const form = await getForm(request)
    // Its own page, in a frame or not, is of this origin. Another site that sends such a form is held to the list.
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'] ?? '')))
      admitOrigin(request, reply, form.config)
    const page = shown(request, form)
    const sent = await forms.read(request, form.tenant_id, VISITOR, FILE_FIELDS)
    const right = sent.fields.get('rightType')
    if (!isRight(right) || !page.config.rightTypes.some(({ value }) => value === right))
      return sendPage(reply, choicePage(page), 422)
    try {
      const folio = await receive(request, form, sent)
      const mark = page.embeddedBy ? `?${FRAME_PARAM}=1` : ''
      const here = `${rootFrom(request.originalUrl)}derechos/${encodeURIComponent(form.widget_key)}`
      return reply.redirect(`${here}/recibo/${folio}${mark}`, 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500) throw error
      const filled = refused(sent, failure)
      const key = keyOf(sent.fields) ?? newToken()
      return sendPage(reply, requestPage(page, right, key, filled), failure.status)
    }
  })

  async function receive(request: FastifyRequest, form: Form, sent: SentForm): Promise<string> {
    const { fields } = sent
    // A browser may fill in what nobody sees: a person is asked to send again, and nothing is lost.
    if (fields.get('website')) {
      fields.delete('website')
      throw new Failure(
        'impossible',
        'El formulario venía con un campo oculto lleno, como lo haría un programa. Si usted lo llenó, envíelo otra vez.',
      )
    }
    const { body, parentFolio } = readAnswers(request, fields, sent.faults)
    const parent = parentFolio === undefined ? undefined : await findFolio(access, parentFolio)
    if (parentFolio !== undefined && parent?.tenant_id !== form.tenant_id) throw otherRequest()
    const asked = { ...body, ...(parent && { parentRequestId: parent.request_id }) }
    const attachments = filesOf(sent).map(({ uploadKey, kind }) => ({ uploadKey, kind }))
    // The same form sent twice is one request; a form that was changed in between is another.
    const contents = sent.files.map(({ kind, sha256 }) => [kind, sha256])
    const fingerprint = digest(JSON.stringify([asked, contents, fields.getAll(KEPT_FIELD)]))
    const key = `${keyOf(fields) ?? newToken()} ${fingerprint}`
    const { data } = await sendOnce(() =>
      withFolio(nextFolio, tools.now(), (folio) =>
        request.actFor(
          form.tenant_id,
          VISITOR,
          (ctx) => receiveRequest(ctx, form, { ...asked, attachments }, folio),
          { key, fingerprint },
        ),
      ),
    )
    return data.folioNumber
  }

  app.get('/derechos/:widgetKey/recibo/:folio', inWords, async (request, reply) => {
    const [form, { folio }] = [await getForm(request), request.params as { folio: string }]
    const found = await getFolio(access, folio)
    if (found.tenant_id !== form.tenant_id) throw notFound('la solicitud')
    const { embeddedBy } = shown(request, form)
    const track = `${rootFrom(request.originalUrl)}seguimiento/${folio}`
    return sendKnownPage(reply, receiptPage(await follow(request, found), track, embeddedBy))
  })

  async function follow(
    request: FastifyRequest,
    found: { tenant_id: string; request_id: string },
  ): Promise<Followed> {
    const { data } = await request.readFor(found.tenant_id, async (ctx) => {
      const [view, organisation] = await Promise.all([
        trackRequest(ctx, found.request_id),
        readOrganisation(ctx),
      ])
      return { view, organisation: organisation as Followed['organisation'] }
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
    return sendKnownPage(reply, trackingPage(await follow(request, found)))
  })

  function noSuchFolio(request: FastifyRequest, reply: FastifyReply, folio: string, error: unknown) {
    const failure = translateError(error)
    if (!(failure instanceof Failure) || failure.status >= 500) throw error
    const message = folio === '' ? 'Escriba el folio de su solicitud.' : failure.message
    return sendPage(reply, folioPage(actionOf(request), folio, message), failure.status)
  }
}

function keyOf(sent: URLSearchParams): string | undefined {
  const key = sent.get('sendKey')
  return key && key.length <= 100 ? key : undefined
}

/** What arrived with this form, and what arrived with the one before it. */
function filesOf({ fields, files }: SentForm): KeptFile[] {
  return [...files, ...fields.getAll(KEPT_FIELD).flatMap(keptFile)].slice(0, MOST_ATTACHMENTS)
}

function keptFile(text: string): KeptFile[] {
  const [, kind, uploadKey, name] = KEPT.exec(text) ?? []
  return uploadKey ? [{ kind: kind as KeptFile['kind'], uploadKey, name: name!.slice(0, 200) }] : []
}

const KEPT = /^(mandate|other) ([\w-]{43}) (.+)$/

function refused(sent: SentForm, { message, details = [] }: Failure): Filled {
  const isGone = details.some(({ path }) => path.startsWith('attachments'))
  const faults = details
    .filter(({ path }) => path !== '')
    .map(({ path, ...rest }) => ({ ...rest, path: fieldOf(path) }))
  return {
    values: sent.fields,
    faults,
    message: faults.length > 0 ? messageOf(faults) : message,
    files: isGone ? [] : filesOf(sent),
  }
}

/** People know the folio of the request that a block accompanies, and not its id. */
function fieldOf(path: string): string {
  if (path.startsWith('attachments')) return 'documento'
  return path === 'parentRequestId' ? 'parentFolio' : path
}

function otherRequest(): Failure {
  const message = 'No encontramos esa solicitud en esta organización. Revise el folio, o déjelo en blanco.'
  return new Failure('impossible', message, { details: [{ path: 'parentFolio', message }] })
}

/** Why there is nothing to see. */
const refuse = refusalAsPage(translateError, (message) =>
  titled('Solicitudes de derechos', html`<p>${message}</p>`),
)
