import type { FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '#db/errors.ts'
import type { App } from '#http/types.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { isUnstorable } from '#kernel/text.ts'
import { rootFrom, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE } from '#pages/routes.ts'
import { acknowledgedPage, acknowledgementPage } from './form.ts'
import { acknowledge, findAsked, showAcknowledgement, THIRD_PARTY } from './service.ts'

type Opened = FastifyRequest<{ Params: { key: string } }>

/** The page behind the link of a letter, where a third party says what it did. */
export function acknowledgementPages(app: App): void {
  const { access, tools } = app
  const inWords = { ...PAGE, errorHandler: refuse }
  const addressOf = (request: Opened) =>
    `${rootFrom(request.originalUrl)}acuse/${encodeURIComponent(request.params.key)}`
  const find = (request: Opened) => findAsked(access, request.params.key, tools.now())

  async function show(
    request: Opened,
    reply: FastifyReply,
    more: {
      values?: URLSearchParams
      faults?: readonly FaultDetail[]
      message?: string
      status?: number
    } = {},
  ) {
    const row = await find(request)
    const { data: view } = await request.readFor(row.tenant_id, (ctx) => showAcknowledgement(ctx, row))
    const { status, ...said } = more
    const organisation = { name: row.organization, slug: row.slug, branding: row.branding }
    const shown = { view, organisation, here: addressOf(request), ...said }
    const page = view.acknowledgedAt === null ? acknowledgementPage(shown) : acknowledgedPage(shown)
    return sendPage(reply, page, status)
  }

  app.get('/acuse/:key', inWords, (request: Opened, reply) => show(request, reply))

  app.post('/acuse/:key', inWords, async (request: Opened, reply) => {
    const row = await find(request)
    const values = (request.body ?? new URLSearchParams()) as URLSearchParams
    const sent = readSent(values)
    if (sent.faults.length > 0)
      return show(request, reply, {
        values,
        faults: sent.faults,
        message: sent.faults[0]!.message,
        status: 422,
      })
    try {
      await request.actFor(row.tenant_id, THIRD_PARTY, (ctx) => acknowledge(ctx, row, sent.body))
    } catch (error) {
      const failure = translateError(error)
      // Already answered, perhaps in another window: the page shows it.
      if (!(failure instanceof Failure) || failure.kind !== 'conflict') throw error
    }
    return reply.redirect(addressOf(request), 303)
  })
}

/** Checks the form's fields by the same schema as the API's call. */
function readSent(values: URLSearchParams) {
  const done = values.get('done')
  const name = (values.get('name') ?? '').replace(/\s+/g, ' ').trim()
  const notes = (values.get('notes') ?? '').trim()
  const faults: FaultDetail[] = []
  const wrong = (path: string, message: string) => void faults.push({ path, message })
  if (done !== 'true' && done !== 'false') wrong('done', 'Diga si hizo lo que se le pide.')
  if (name === '') wrong('name', 'Escriba quién responde.')
  else if (name.length > 200 || isUnstorable(name)) wrong('name', 'El nombre tiene hasta 200 caracteres.')
  if (notes.length > 2000 || isUnstorable(notes))
    wrong('notes', 'La explicación tiene hasta 2.000 caracteres.')
  return { body: { name, done: done === 'true', notes }, faults }
}

const refuse = refusalAsPage(translateError, (message) => titled('Avisos', html`<p>${message}</p>`))
