import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { together } from '#db/sql.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { html, joined, lines, NOTHING } from '#kernel/html.ts'
import { newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import { enqueue, type JobDefinition, type JobEnv } from './definition.ts'
import { letterPage, OUR_NAME } from './letterhead.ts'
import type { Attachment } from './mailer.ts'

const mails = tenantTable('mails')

/** A letter as people read it; text and HTML are made from the same paragraphs. */
export interface Letter {
  to: string
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  signature?: string
  /** Whom an answer reaches; the sender is the service itself. */
  replyTo?: string | null
}

/** Written with the change; sent by the queue once the change is durable. */
export async function sendMail(ctx: WriteCtx, letter: Letter, id = newId()): Promise<void> {
  await sendMailBy(ctx, letter, MAIL_JOB.name, {}, id)
}

/** As `sendMail`, by a job that calls `deliverMail` with what the letter carries. */
export async function sendMailBy(
  ctx: WriteCtx,
  letter: Letter,
  job: string,
  data: object,
  id = newId(),
): Promise<void> {
  const body = render(letter)
  await together(
    mails.insert(ctx, {
      id,
      recipient: letter.to,
      subject: letter.subject,
      body_text: body.text,
      body_html: body.html,
      reply_to: letter.replyTo ?? null,
      created_at: ctx.now,
      sent_at: null,
    }),
    enqueue(ctx, job, { ...data, tenantId: ctx.tenantId, mailId: id }),
  )
}

/** The letters of the last day. */
export async function countLetters({ db, tenantId, now }: ReadCtx): Promise<number> {
  const { n } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>', after(now, -DAY_MS))
    .executeTakeFirstOrThrow()
  return n
}

/** For letters to addresses that a member chooses: the service must not be of use to write to strangers. */
export async function assertLettersLeft(ctx: WriteCtx): Promise<void> {
  const { lettersPerDay: limit } = PLANS[ctx.plan]
  if ((await countLetters(ctx)) < limit) return
  const message = `Su organización ya envió ${limit} cartas en 24 horas, el máximo de su plan. Continúe más tarde.`
  throw new Failure('planLimit', message, { details: [{ path: '', message, rule: 'lettersPerDay', limit }] })
}

export const MAIL_JOB: JobDefinition = {
  name: 'mail.send',
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  concurrency: 2,
  run: (env, data: MailJob) => deliverMail(env, data),
}

export interface MailJob {
  tenantId: string
  mailId: string
}

/** Delivers a letter that was written, once. What it carries is made when it is sent. */
export async function deliverMail(
  { access, mailer }: Pick<JobEnv, 'access' | 'mailer'>,
  { tenantId, mailId }: MailJob,
  attach?: () => Promise<Attachment[]>,
): Promise<void> {
  const mail = await access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    const mail = await mails.find(ctx, mailId)
    if (!mail || mail.sent_at !== null) return undefined
    // What carries a file is due to somebody outside.
    if (!attach && (await waits(ctx, mail.recipient))) return undefined
    return { ...mail, page: letterPage(mail.body_html, await readOrganisation(ctx)) }
  })
  if (!mail) return
  const attachments = (await attach?.()) ?? []
  await mailer.deliver({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body_text,
    html: mail.page,
    ...(mail.reply_to && { replyTo: mail.reply_to }),
    messageId: `<${mailId}@resguardo>`,
    ...(attachments.length > 0 && { attachments }),
  })
  await access.actFor(tenantId, SYSTEM, {}, (ctx) => mails.update(ctx, mailId, { sent_at: ctx.now }))
}

/** While the organisation is suspended, letters to its own people wait: they show what it keeps. `resumeMail` sends them. */
async function waits({ db, tenantId }: WriteCtx, recipient: string): Promise<boolean> {
  const found = await db
    .selectFrom('tenants as t')
    .innerJoin('memberships as m', 'm.tenant_id', 't.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('t.id', '=', tenantId)
    .where('t.suspended_at', 'is not', null)
    .where('u.email', '=', recipient.toLowerCase())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What waited while the organisation was suspended. */
export async function resumeMail(ctx: WriteCtx): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('sent_at', 'is', null)
    .execute()
  await ctx.tools.queue.sendMany(
    ctx.db,
    MAIL_JOB.name,
    waiting.map(({ id }) => ({ data: { tenantId: ctx.tenantId, mailId: id } })),
  )
  ctx.afterCommit(() => ctx.tools.queue.wake(MAIL_JOB.name))
}

/** A letter of the service itself, above organisations, ready to be delivered. */
export function wholeLetter(letter: Letter): { text: string; html: string } {
  const { text, html: body } = render(letter)
  return { text, html: letterPage(body, OURS) }
}

const OURS = { name: OUR_NAME, slug: '', branding: {} }

/** The text, and the markup that a letterhead is put around when it is sent. */
export function render({ paragraphs, action, signature = OUR_NAME }: Letter): {
  text: string
  html: string
} {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), `— ${signature}`].join(
    '\n\n',
  )
  const body = joined(
    paragraphs.map((paragraph) => html`<p>${lines(paragraph)}</p>`),
    '\n',
  )
  const link = action ? html`<p><a class="action" href="${action.url}">${action.label}</a></p>\n` : NOTHING
  return { text, html: html`${body}\n${link}<p>— ${signature}</p>`.markup }
}
