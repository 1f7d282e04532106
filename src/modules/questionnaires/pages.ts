import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '#db/errors.ts'
import type { App } from '#http/types.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { isMany } from '#kernel/questions.ts'
import { createFormReader, FORM_LIMIT, type FormReader, type SentForm } from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { rootFrom, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE } from '#pages/routes.ts'
import { createStorage, type Storage } from '#storage/storage.ts'
import {
  type Asked,
  dropBytes,
  findAsked,
  RESPONDENT,
  saveAnswers,
  showQuestionnaire,
  submitAnswers,
} from './answering.ts'
import type { Saving } from './answering-schemas.ts'
import { fieldOf, fileField, HAD_FIELD, keptField, questionnairePage, sentPage } from './form.ts'
import { OPEN } from './rules.ts'

/** The page where a person answers, under the link that they received. */
export function pages(root: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const forms = createFormReader(config)
  root.register(async (scope) => {
    forms.use(scope as unknown as FastifyInstance)
    answeringPages(scope as unknown as App, forms, createStorage(config))
  })
}

type Opened = FastifyRequest<{ Params: { key: string } }>

function answeringPages(app: App, forms: FormReader, storage: Storage): void {
  const { access, tools } = app
  const inWords = { ...PAGE, errorHandler: refuse }
  // Saving only changes the person's own draft. Sending writes its own audit row.
  const takesFiles = { ...inWords, config: { ...PAGE.config, audit: false }, bodyLimit: FORM_LIMIT } as const

  const addressOf = (request: Opened) =>
    `${rootFrom(request.originalUrl)}cuestionarios/${encodeURIComponent(request.params.key)}`
  const find = (request: Opened) => findAsked(access, request.params.key, tools.now())

  app.get('/cuestionarios/:key', inWords, async (request: Opened, reply) => {
    const { guardado } = request.query as Record<string, unknown>
    return show(request, reply, { isSaved: guardado === '1' })
  })

  async function show(
    request: Opened,
    reply: FastifyReply,
    more: { isSaved?: boolean; faults?: readonly FaultDetail[]; message?: string; status?: number } = {},
  ) {
    const row = await find(request)
    const { data } = await request.readFor(row.tenant_id, (ctx) => showQuestionnaire(ctx, row))
    const { status, ...said } = more
    const organisation = { name: row.organization, slug: row.slug, branding: row.branding }
    const shown = { questionnaire: data, organisation, here: addressOf(request), ...said }
    const page = OPEN.includes(row.status) ? questionnairePage(shown) : sentPage(shown)
    return sendPage(reply, page, status)
  }

  app.post('/cuestionarios/:key', takesFiles, async (request: Opened, reply) => {
    const row = await find(request)
    const kinds = Object.fromEntries(
      questionsOf(row).flatMap(({ key, type }) =>
        type === 'file' ? [[fileField(key), 'other' as const]] : [],
      ),
    )
    const isOpen = OPEN.includes(row.status)
    const sent = await forms.read(request, row.tenant_id, RESPONDENT, kinds, () => isOpen)
    try {
      await act(request, row, (ctx) => saveAnswers(ctx, row, readSent(row, sent)))
      if (sent.faults.length > 0) throw withFaults(sent.faults)
      if (sent.fields.get('act') !== 'send') return reply.redirect(`${addressOf(request)}?guardado=1`, 303)
      await act(request, row, (ctx) => submitAnswers(ctx, row, {}))
      return reply.redirect(addressOf(request), 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500 || failure.status === 404) throw error
      // It was already sent, perhaps from another window. The page says so.
      if (failure.kind === 'conflict') return reply.redirect(addressOf(request), 303)
      const { details = [], message, status } = failure
      return show(request, reply, { faults: details, message, status })
    }
  })

  async function act(
    request: Opened,
    { tenant_id: tenantId }: Asked,
    work: (ctx: Parameters<typeof saveAnswers>[0]) => Promise<{ dropped: string[] }>,
  ): Promise<void> {
    const { data } = await request.actFor(tenantId, RESPONDENT, work)
    await dropBytes(request, storage, tenantId, data.dropped)
  }
}

const questionsOf = ({ sections }: Asked) => sections.flatMap(({ questions }) => questions)

/** Turns a form into the body of the API call. A question without a field counts as answered with nothing. */
function readSent(row: Asked, { fields, files }: SentForm): Saving {
  const had = fields.getAll(HAD_FIELD)
  const answers = Object.fromEntries(
    questionsOf(row).flatMap((question): [string, unknown][] => {
      const { key, type } = question
      if (type === 'file') return had.includes(key) ? [[key, fields.getAll(keptField(key))]] : []
      const values = fields.getAll(fieldOf(key))
      return [[key, isMany(question) ? values : (values[0] ?? '')]]
    }),
  )
  return {
    answers,
    files: files.map(({ uploadKey, field }) => ({ question: field.slice(2), uploadKey })),
  }
}

function withFaults(details: readonly FaultDetail[]): Failure {
  return new Failure('impossible', 'Guardamos sus respuestas, pero un archivo no se pudo adjuntar.', {
    details: [...details],
  })
}

const refuse = refusalAsPage(translateError, (message) => titled('Cuestionarios', html`<p>${message}</p>`))
