import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertShown } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { translateError } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { admitOrigin, frameAncestors } from '#http/origins.ts'
import type { App } from '#http/types.ts'
import type { Organisation } from '#kernel/branding.ts'
import { Failure, found, notFound } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { isUnstorable } from '#kernel/text.ts'
import { receiptUrl } from '#modules/evidence/public.ts'
import type { Module } from '#modules/module.ts'
import { rootFrom, sendPage, sendPersonalPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE, sendOnce } from '#pages/routes.ts'
import { findConfirmation } from '../confirmation.ts'
import { confirmDecision } from '../confirming.ts'
import { submitterOf, VISITOR } from '../submitter.ts'
import { faultsOf, readSubmission } from './answers.ts'
import { readAsker } from './asker.ts'
import { type Asking, consentPage, type Filled, FRAME_PARAM, framed, withdrawalPage } from './form.ts'
import { readWithdrawalKey } from './receipt.ts'
import * as recording from './recording.ts'
import * as repo from './repo.ts'
import type { Submission } from './schemas.ts'
import { type Accepted, confirmationPage, confirmedPage, linkPage, receiptPage } from './shown.ts'

/** The consent form, its receipt, and the withdrawal behind a letter's link. None needs a script. */
export function pages(app: App, modules: readonly Module[]): void {
  const { access, tools } = app
  const inWords = { ...PAGE, errorHandler: refuse }
  // The record itself is the trace, as in the API's own call.
  const decides = { ...inWords, config: { ...PAGE.config, audit: false } } as const

  async function getForm(
    request: FastifyRequest,
    which: Parameters<typeof recording.getForm>[2] = {},
  ): Promise<recording.Form> {
    const { formKey } = request.params as { formKey: string }
    if (isUnstorable(formKey)) throw notFound('el formulario de consentimiento')
    return recording.getForm(access, formKey, which)
  }

  function shown(request: FastifyRequest, { template, organisation }: recording.Form) {
    const { [FRAME_PARAM]: inFrame } = request.query as Record<string, unknown>
    return {
      template,
      organisation,
      on: lawToday({ tools, now: tools.now() }),
      embeddedBy: inFrame === '1' ? frameAncestors(template.allowed_origins) : undefined,
    }
  }

  /** The facts that a person must know before they decide. */
  async function asking(request: FastifyRequest, form: recording.Form): Promise<Asking> {
    const root = rootFrom(request.originalUrl)
    const { data } = await request.readFor(form.template.tenant_id, (ctx) =>
      readAsker(ctx, modules, form.organisation, root),
    )
    return { ...shown(request, form), ...data }
  }

  const addressOf = (request: FastifyRequest, formKey: string) =>
    `${rootFrom(request.originalUrl)}consentimiento/${encodeURIComponent(formKey)}`

  app.get('/consentimiento/:formKey', inWords, async (request, reply) => {
    const form = await getForm(request)
    assertShown(form.suspendedAt)
    const here = addressOf(request, form.template.form_key)
    return sendPage(reply, consentPage(await asking(request, form), here, newToken()))
  })

  app.post('/consentimiento/:formKey', decides, async (request, reply) => {
    const form = await getForm(request)
    const here = addressOf(request, form.template.form_key)
    return submit(request, reply, form, {
      read: (sent) => readSubmission(form.template, sent),
      again: async (key, filled) => consentPage(await asking(request, form), here, key, filled),
    })
  })

  app.get('/consentimiento/:formKey/retirar', inWords, async (request, reply) => {
    const form = await getForm(request, TO_WITHDRAW)
    assertShown(form.suspendedAt)
    return sendPage(reply, withdrawalPage(shown(request, form), newToken()))
  })

  app.post('/consentimiento/:formKey/retirar', decides, async (request, reply) => {
    const form = await getForm(request, TO_WITHDRAW)
    const page = shown(request, form)
    return submit(request, reply, form, {
      read(sent) {
        const subjectRef = sent.get('subjectRef')?.trim() ?? ''
        if (subjectRef !== '' && subjectRef.length <= 200) return { subjectRef, granted: false }
        const message = 'Escriba el correo, o el dato, con que lo dio.'
        throw new Failure('malformed', message, { details: [{ path: 'subjectRef', message }] })
      },
      again: async (key, filled) => withdrawalPage(page, key, filled),
    })
  })

  async function submit(
    request: FastifyRequest,
    reply: FastifyReply,
    form: recording.Form,
    {
      read,
      again,
    }: {
      read(sent: URLSearchParams): Submission
      again(sendKey: string, filled: Filled): Promise<Parameters<typeof sendPage>[1]>
    },
  ) {
    const { template } = form
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'] ?? '')))
      admitOrigin(request, reply, { allowedOrigins: template.allowed_origins })
    const sent = (request.body ?? new URLSearchParams()) as URLSearchParams
    const sendKey = sent.get('sendKey')?.slice(0, 100) || newToken()
    try {
      assertPerson(sent)
      const body = read(sent)
      // The same form sent twice is one decision. A form changed in between is another.
      const fingerprint = digest(JSON.stringify(body))
      const { data } = await sendOnce(() =>
        request.actFor(
          template.tenant_id,
          VISITOR,
          (ctx) => recording.submitPage(ctx, form, body, submitterOf(request)),
          { key: `${sendKey} ${fingerprint}`, fingerprint },
        ),
      )
      const receipt = `${addressOf(request, template.form_key)}/recibo/${data.receipt}`
      return reply.redirect(receipt + framed(shown(request, form)), 303)
    } catch (error) {
      const failure = translateError(error)
      if (!(failure instanceof Failure) || failure.status >= 500) throw error
      const faults = faultsOf(template, failure)
      const filled = { values: sent, faults, message: faults.length > 0 ? WRONG : failure.message }
      return sendPage(reply, await again(sendKey, filled), failure.status)
    }
  }

  app.get('/consentimiento/:formKey/recibo/:receipt', inWords, async (request, reply) => {
    const { receipt } = request.params as { receipt: string }
    const form = await getForm(request, TO_WITHDRAW)
    const { template } = form
    const { data } = await request.readFor(template.tenant_id, async (ctx) => {
      const record = /^[\da-f]{64}$/.test(receipt)
        ? await repo.findRecordByReceipt(ctx, template.id, receipt)
        : undefined
      const decided = found(record, 'el comprobante')
      // A withdrawal shows the consent that it ends, in the words of that time.
      const given = decided.granted ? decided : await repo.findGrantBefore(ctx, decided)
      return { record: decided, accepted: given && (await accepted(ctx, given)) }
    })
    const { slug } = form.organisation
    const checkUrl = receiptUrl(tools.publicUrl, slug, 'consent_form_record', data.record.id)
    const page = receiptPage(shown(request, form), data, addressOf(request, template.form_key), checkUrl)
    return sendPersonalPage(reply, page)
  })

  /** The text that the person consented to, which the form may have changed since. */
  async function accepted(ctx: ReadCtx, record: repo.RecordRow): Promise<Accepted> {
    const { template_id, template_version: version, occurred_at: at } = record
    const kept = await repo.templateVersions.find(ctx, template_id, version)
    return { text: found(kept, 'el texto del formulario').content.purposeText, version, at }
  }

  // ── behind the links of letters: opening one decides nothing, mail scanners do so too ──

  const readLink = (request: FastifyRequest) =>
    found(readWithdrawalKey(tools, (request.params as { key: string }).key), 'el enlace')

  app.get('/retirar/:key', inWords, async (request, reply) => {
    const { tenantId, recordId } = readLink(request)
    const { data } = await request.readFor(tenantId, async (ctx) => {
      const record = found(await repo.findRecord(ctx, recordId), 'el consentimiento')
      const [template, standing, organisation] = await Promise.all([
        repo.templates.find(ctx, record.template_id),
        repo.findStanding(ctx, record.template_id, record.subject_ref),
        readOrganisation(ctx),
      ])
      return {
        template: found(template, 'el formulario'),
        accepted: await accepted(ctx, standing?.granted ? standing : record),
        isWithdrawn: standing?.granted === false,
        since: standing?.occurred_at,
        on: lawToday(ctx),
        organisation: organisation as Organisation,
      }
    })
    return sendPage(reply, linkPage(data))
  })

  app.post('/retirar/:key', decides, async (request, reply) => {
    const { tenantId, recordId } = readLink(request)
    const { data } = await request.actFor(tenantId, VISITOR, (ctx) =>
      recording.withdrawByLink(ctx, recordId, submitterOf(request)),
    )
    return reply.redirect(`${addressOf(request, data.formKey)}/recibo/${data.receipt}`, 303)
  })

  app.get('/confirmar', PAGE, (request, reply) => {
    const { token } = request.query as { token?: unknown }
    return sendPage(reply, confirmationPage(typeof token === 'string' ? token : ''))
  })

  const confirms = { ...decides, config: { ...decides.config, budget: 'signin' } } as const

  app.post('/confirmar', confirms, async (request, reply) => {
    const token = (request.body as URLSearchParams | undefined)?.get('token') ?? ''
    const { tenant_id, id } = await findConfirmation(access, token)
    const { data } = await request.actFor(tenant_id, VISITOR, (ctx) =>
      confirmDecision(ctx, id, submitterOf(request)),
    )
    if (data.formKey === null) return sendPage(reply, confirmedPage(data.receipt))
    return reply.redirect(`${addressOf(request, data.formKey)}/recibo/${data.receipt}`, 303)
  })
}

const TO_WITHDRAW = { toWithdraw: true, evenDeleted: true }
const WRONG = 'Falta corregir algo antes de registrar su decisión'

/** A browser may fill in the hidden field: the person is asked to send again, and nothing is lost. */
function assertPerson(sent: URLSearchParams): void {
  if (!sent.get('website')) return
  sent.delete('website')
  throw new Failure(
    'impossible',
    'El formulario venía con un campo oculto lleno, como lo haría un programa. Si usted lo llenó, envíelo otra vez.',
  )
}

const refuse = refusalAsPage(translateError, (message) => titled('Consentimientos', html`<p>${message}</p>`))
