import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '#db/errors.ts'
import type { App } from '#http/types.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { createFormReader, FORM_LIMIT, type FormReader } from '#modules/files/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { rootFrom, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE } from '#pages/routes.ts'
import { type AskedTask, answerTask, findAskedTask, OWNER, showTask } from './answering.ts'
import { answeredPage, articleOf, FILES_FIELD, taskPage } from './form.ts'
import { OUTCOMES, type Outcome } from './rules.ts'
import type { TaskAnswer } from './schemas.ts'

/** The page behind the link of a letter, where the owner of a system answers. */
export function taskPages(root: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const forms = createFormReader(config)
  root.register(async (scope) => {
    forms.use(scope as unknown as FastifyInstance)
    answeringPages(scope as unknown as App, forms)
  })
}

type Opened = FastifyRequest<{ Params: { key: string } }>

interface Refused {
  sent: URLSearchParams
  faults: readonly FaultDetail[]
  message: string
  status: number
}

const KINDS = { [FILES_FIELD]: 'other' } as const

function answeringPages(app: App, forms: FormReader): void {
  const { access, tools } = app
  const inWords = { ...PAGE, errorHandler: refuse }
  // An upload changes nothing yet. The answer writes its own row in the log.
  const takesFiles = { ...inWords, config: { ...PAGE.config, audit: false }, bodyLimit: FORM_LIMIT } as const

  const addressOf = (request: Opened) =>
    `${rootFrom(request.originalUrl)}tareas/${encodeURIComponent(request.params.key)}`
  const find = (request: Opened) => findAskedTask(access, request.params.key, tools.now())

  async function show(request: Opened, reply: FastifyReply, row: AskedTask, refused?: Refused) {
    const { data } = await request.readFor(row.tenant_id, (ctx) => showTask(ctx, row))
    const organisation = { name: row.organization, slug: row.slug, branding: row.branding }
    const { status, ...said } = refused ?? {}
    const shown = { task: data, organisation, here: addressOf(request), ...said }
    return sendPage(reply, data.status === 'sent' ? taskPage(shown) : answeredPage(shown), status)
  }

  app.get('/tareas/:key', inWords, async (request: Opened, reply) =>
    show(request, reply, await find(request)),
  )

  app.post('/tareas/:key', takesFiles, async (request: Opened, reply) => {
    const row = await find(request)
    const isOpen = row.status === 'sent'
    const sent = await forms.read(request, row.tenant_id, OWNER, KINDS, () => isOpen, true)
    try {
      if (sent.faults.length > 0) throw faulty('Un archivo no se pudo adjuntar.', sent.faults)
      const body = readSent(sent.fields)
      await request.actFor(row.tenant_id, OWNER, (ctx) =>
        answerTask(ctx, row, { ...body, files: sent.files.map(({ uploadKey }) => ({ uploadKey })) }),
      )
      return reply.redirect(addressOf(request), 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500 || failure.status === 404) throw error
      // Already answered, perhaps in another window: the page shows it.
      if (failure.kind === 'conflict') return reply.redirect(addressOf(request), 303)
      const { details = [], message, status } = failure
      return show(request, reply, row, { sent: sent.fields, faults: details, message, status })
    }
  })
}

const LONGEST = { notes: 10_000, name: 200, article: 500 }

/** Reads the form into the body of the API's own call. */
function readSent(fields: URLSearchParams): TaskAnswer {
  const outcome = fields.get('outcome')
  if (!OUTCOMES.includes(outcome as Outcome))
    throw faulty('Falta una respuesta', [{ path: 'outcome', message: 'Elija qué encontró.' }])
  const body = {
    outcome: outcome as Outcome,
    notes: fields.get('notes'),
    name: fields.get('name'),
    article: articleOf(fields),
  }
  for (const name of ['notes', 'name', 'article'] as const)
    if ((body[name]?.length ?? 0) > LONGEST[name])
      throw faulty('Un texto es muy largo', [
        { path: name, message: `Use a lo más ${LONGEST[name]} caracteres.` },
      ])
  return body
}

function faulty(message: string, details: readonly FaultDetail[]): Failure {
  return new Failure('impossible', message, { details: [...details] })
}

const refuse = refusalAsPage(translateError, (message) => titled('Tareas', html`<p>${message}</p>`))
