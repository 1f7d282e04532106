import { type Selectable, sql } from 'kysely'
import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { lockTenant, together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { html, joined, lines, NOTHING } from '#kernel/html.ts'
import { newId } from '#kernel/ids.ts'
import { PLANS, type Plan } from '#kernel/plans.ts'
import { hmac } from '#kernel/secrets.ts'
import { enqueue, type JobDefinition, type JobEnv } from './definition.ts'
import { letterPage, OUR_NAME } from './letterhead.ts'
import type { Attachment } from './mailer.ts'

const mails = tenantTable('mails')

/** A letter. Its text and its HTML are made from the same paragraphs. */
export interface Letter {
  to: string
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  /** Without a signature it is a letter of the service itself. */
  signature?: string
  /** The address for replies. The sender is the service itself. */
  replyTo?: string | null
  /** The cause of the letter, if it is not the person who acts. */
  cause?: Cause
  /** The public form into which the address was typed. Nobody proved the address, so the letter waits its turn. */
  typedInto?: string | undefined
}

type Cause = 'member' | 'public' | 'service'

/** Writes a letter with the change. The queue sends it once the change is durable. */
export async function sendMail(ctx: WriteCtx, letter: Letter, id = newId()): Promise<void> {
  await sendMailBy(ctx, letter, MAIL_JOB.name, {}, id)
}

/** Like `sendMail`, through a job of its own that calls `deliverMail` with attachments. */
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
      is_ours: letter.signature === undefined,
      caused_by: letter.cause ?? causeOf(ctx),
      is_to_stranger: letter.typedInto !== undefined,
      turn_key: letter.typedInto === undefined ? '' : turnKey(ctx, letter.typedInto),
      created_at: ctx.now,
      sent_at: null,
    }),
    enqueue(ctx, job, { ...data, tenantId: ctx.tenantId, mailId: id }),
  )
}

function causeOf({ actor: { type } }: WriteCtx): Cause {
  if (type === 'public' || type === 'portal') return 'public'
  return type === 'system' ? 'service' : 'member'
}

/** Letters of the last day caused by members. Codes and receipts for strangers do not count. */
export function countLetters(ctx: ReadCtx): Promise<number> {
  return countCausedBy(ctx, 'member')
}

/** Letters of the last day that the service wrote about acts of members: notices, reminders, digests. */
export function countNotices(ctx: ReadCtx): Promise<number> {
  return countCausedBy(ctx, 'service')
}

async function countCausedBy({ db, tenantId, now }: ReadCtx, cause: Cause): Promise<number> {
  const { n } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>', after(now, -DAY_MS))
    .where('caused_by', '=', cause)
    .executeTakeFirstOrThrow()
  return n
}

/** How many more letters to addresses chosen by members are allowed today. */
export async function lettersLeft(ctx: ReadCtx & Pick<WriteCtx, 'plan'>): Promise<number> {
  return Math.max(PLANS[ctx.plan].lettersPerDay - (await countLetters(ctx)), 0)
}

/** For letters to addresses that members choose: nobody should use the service to write to strangers. */
export async function assertLettersLeft(ctx: WriteCtx, asked = 1): Promise<void> {
  const { lettersPerDay: limit } = PLANS[ctx.plan]
  if ((await countLetters(ctx)) + asked <= limit) return
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

/** Delivers a written letter once. Attachments are made when it is sent. */
export async function deliverMail(
  { access, mailer }: Pick<JobEnv, 'access' | 'mailer'>,
  { tenantId, mailId }: MailJob,
  attach?: () => Promise<Attachment[]>,
): Promise<void> {
  const mail = await access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    const mail = await mails.find(ctx, mailId)
    if (!mail || mail.sent_at !== null) return undefined
    // Letters with attachments are owed to people outside, so they do not wait.
    if (!attach && (await waits(ctx, mail.recipient))) return undefined
    if (mail.is_to_stranger && !(await takesTurn(ctx, mail))) return undefined
    const organisation = mail.is_ours ? undefined : await readOrganisation(ctx)
    return { ...mail, page: letterPage(mail.body_html, organisation) }
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
  // Links and codes give access, so after delivery only the mailbox has them.
  await access.actFor(tenantId, SYSTEM, { settles: true }, (ctx) =>
    mails.update(ctx, mailId, { sent_at: ctx.now, body_text: '', body_html: '' }),
  )
}

/** The share of a plan's daily letters that may go to strangers per hour. */
const HOURLY_SHARE = 0.5
/** The share of the hourly number for one network at one form. */
const NETWORK_SHARE = 0.5

/** Identifies a form and the network it is filled in from. The network cannot be read from it. */
function turnKey({ tools, tenantId, addressPrefix = '' }: WriteCtx, form: string): string {
  return hmac(tools.vault.derive('mail.turns'), `${tenantId} ${form} ${addressPrefix}`).slice(0, 22)
}

/**
 * Anybody who fills in a public form makes the service write to any address. The record and the letter are saved at once,
 * but only an hourly number of letters leaves. None is dropped. Networks take turns: the first letter of each goes before
 * the second of any, so flooding a form mostly delays the flooder's own letters.
 */
async function takesTurn(ctx: WriteCtx, mail: Selectable<Tables['mails']>): Promise<boolean> {
  if (mail.turn_at !== null) return true
  const most = strangerLettersPerHour(ctx.plan)
  const mostOfOne = most * NETWORK_SHARE
  await lockTenant(ctx)
  const { left, own, before, today } = await findPlace(ctx, mail)
  if (left + before < most && own < mostOfOne && today < strangerLettersPerDay(ctx.plan)) {
    await mails.update(ctx, mail.id, { turn_at: ctx.now })
    return true
  }
  const hours = 1 + Math.floor(Math.max(before / most, own / mostOfOne - 1, 0))
  const startAfter = after(ctx.now, hours * HOUR_MS)
  await enqueue(ctx, MAIL_JOB.name, { tenantId: ctx.tenantId, mailId: mail.id }, { startAfter })
  return false
}

/** A daily bound: the hourly number around the clock would let somebody write to the whole world. */
const DAILY_SHARE = 4

function strangerLettersPerDay(plan: Plan): number {
  return PLANS[plan].lettersPerDay * DAILY_SHARE
}

export function strangerLettersPerHour(plan: Plan): number {
  return PLANS[plan].lettersPerDay * HOURLY_SHARE
}

/**
 * `left`: letters sent in the last hour. `own`: letters of the same network sent in that hour or waiting before this one.
 * `before`: waiting letters that go first. `today`: letters sent in the last day.
 */
async function findPlace(
  { db, tenantId, now }: ReadCtx,
  { id }: Selectable<Tables['mails']>,
): Promise<{ left: number; own: number; before: number; today: number }> {
  const since = after(now, -HOUR_MS)
  const { rows } = await sql<{ left: number; own: number; before: number; today: number }>`
    with gone as (
      select turn_key, count(*) as n from mails where tenant_id = ${tenantId} and turn_at > ${since} group by turn_key
    ), waiting as (
      select m.id, m.created_at, coalesce(g.n, 0) - 1
          + row_number() over (partition by m.turn_key order by m.created_at, m.id) as own
        from mails m left join gone g on g.turn_key = m.turn_key
        where m.tenant_id = ${tenantId} and m.is_to_stranger and m.turn_at is null
    )
    select (select coalesce(sum(n), 0) from gone)::int as left, mine.own::int as own,
        (select count(*) from waiting w where (w.own, w.created_at, w.id) < (mine.own, mine.created_at, mine.id))::int
          as before,
        (select count(*) from mails where tenant_id = ${tenantId} and turn_at > ${after(now, -DAY_MS)})::int as today
      from waiting mine where mine.id = ${id}`.execute(db)
  return rows[0]!
}

/** Letters to members of a suspended organisation wait, because they show its records. `resumeMail` sends them. */
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

/** Sends the letters that waited while the organisation was suspended. */
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
}

/** A letter of the service itself, outside any organisation, ready to be sent. */
export function wholeLetter(letter: Letter): { text: string; html: string } {
  const { text, html: body } = render(letter)
  return { text, html: letterPage(body, undefined) }
}

/** The text, and the markup that gets a letterhead when it is sent. */
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
