import type { FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '#db/errors.ts'
import { readForm } from '#http/forms.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { type Page, rootFrom, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE } from '#pages/routes.ts'
import { readParts } from '#storage/parts.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import {
  countTaken,
  type Delivered,
  findDelivered,
  HOLDER,
  openAnswer,
  sendAnswerCode,
  wrongCode,
} from './answering.ts'
import { lockedPage, openPage, type Shown } from './form.ts'
import { createPasses } from './passes.ts'
import { sendArchive } from './routes.ts'
import { OpenAnswer } from './schemas.ts'

type Opened = FastifyRequest<{ Params: { key: string } }>

/** The page behind the link of a delivery, where a person downloads the answer. It works without a script. */
export function packagePages(app: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const { access, tools } = app
  const storage = createStorage(config)
  const passes = createPasses(config.publicUrl, tools)
  const inWords = { ...PAGE, errorHandler: refuse }
  // Codes write no audit row; opening and downloading are in the history of the request.
  const untraced = { ...inWords, config: { ...PAGE.config, audit: false, budget: 'signin' } } as const
  const counting = {
    ...inWords,
    config: {
      ...PAGE.config,
      writesBecause: 'counts the download, which proves that the answer was received',
    },
  } as const

  const hereOf = (request: Opened) =>
    `${rootFrom(request.originalUrl)}respuesta/${encodeURIComponent(request.params.key)}`
  const find = (request: Opened) => findDelivered(access, request.params.key, tools.now())
  /** Browsers must not cache any of it. */
  const show = (reply: FastifyReply, page: Page, status = 200) =>
    sendPage(reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }), page, status)
  const shown = (request: Opened, row: Delivered): Shown => ({ row, here: hereOf(request) })

  app.get('/respuesta/:key', inWords, async (request: Opened, reply) => {
    const row = await find(request)
    const view = shown(request, row)
    return show(reply, passes.has(request, row) ? openPage(view) : lockedPage(view))
  })

  app.post('/respuesta/:key/codigo', untraced, async (request: Opened, reply) => {
    const row = await find(request)
    await request.actFor(row.tenant_id, HOLDER, (ctx) => sendAnswerCode(ctx, row))
    return show(reply, lockedPage({ ...shown(request, row), isCodeSent: true }))
  })

  app.post('/respuesta/:key', untraced, async (request: Opened, reply) => {
    const row = await find(request)
    try {
      const { code } = readForm(request, OpenAnswer)
      const { data } = await request.actFor(row.tenant_id, HOLDER, async (ctx) => ({
        isOpen: await openAnswer(ctx, row, code),
      }))
      if (!data.isOpen) throw wrongCode()
      passes.give(reply, row)
      return reply.redirect(hereOf(request), 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500 || failure.status === 404) throw error
      const { details = [], message, status } = failure
      const view = { ...shown(request, row), isCodeSent: true, faults: wordedFor(details), message }
      return show(reply, lockedPage(view), status)
    }
  })

  app.get('/respuesta/:key/archivo', counting, async (request: Opened, reply) => {
    const row = await find(request)
    // The half hour is over, or the address was copied: the page asks for a code again.
    if (!passes.has(request, row)) return reply.redirect(hereOf(request), 303)
    const { tenant_id: tenantId, id, parts } = row
    const content = await storedOrRefused(request, readParts(storage, { tenantId, id }, parts))
    await request.actFor(tenantId, HOLDER, (ctx) => countTaken(ctx, row))
    return sendArchive(reply, content, row, row.folio_number)
  })
}

/** Puts every fault at the only field, the code. */
function wordedFor(details: NonNullable<Failure['details']>) {
  return details.map((one) => (one.path === 'code' ? one : { ...one, path: 'code' }))
}

const refuse = refusalAsPage(translateError, (message) => titled('Su respuesta', html`<p>${message}</p>`))
