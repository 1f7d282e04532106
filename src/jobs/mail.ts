import type { Ctx } from '#db/context.ts'
import { newId } from '#kernel/ids.ts'
import { escapeHtml } from '#kernel/text.ts'
import { enqueue, type JobDefinition } from './definition.ts'

/** A letter as people read it; text and HTML are made from the same paragraphs. */
export interface Letter {
  to: string
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  signature?: string
}

/** Written with the change; sent by the queue once the change is durable. */
export async function sendMail(ctx: Ctx, letter: Letter): Promise<void> {
  const id = newId()
  const { text, html } = render(letter)
  await ctx.db
    .insertInto('mails')
    .values({
      tenant_id: ctx.tenantId,
      id,
      recipient: letter.to,
      subject: letter.subject,
      body_text: text,
      body_html: html,
      created_at: ctx.now,
      sent_at: null,
    })
    .execute()
  await enqueue(ctx, MAIL_JOB.name, { tenantId: ctx.tenantId, mailId: id })
}

const SYSTEM = { type: 'system', id: undefined, name: 'Resguardo', role: undefined } as const

export const MAIL_JOB: JobDefinition = {
  name: 'mail.send',
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  concurrency: 2,
  async run({ doors, mailer }, { tenantId, mailId }: { tenantId: string; mailId: string }) {
    const mail = await doors.actFor(tenantId, SYSTEM, {}, (ctx) =>
      ctx.db
        .selectFrom('mails')
        .selectAll()
        .where('tenant_id', '=', ctx.tenantId)
        .where('id', '=', mailId)
        .executeTakeFirst(),
    )
    if (!mail || mail.sent_at !== null) return
    await mailer.deliver({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      messageId: `<${mailId}@resguardo>`,
    })
    await doors.actFor(tenantId, SYSTEM, {}, (ctx) =>
      ctx.db
        .updateTable('mails')
        .set({ sent_at: ctx.now })
        .where('tenant_id', '=', ctx.tenantId)
        .where('id', '=', mailId)
        .execute(),
    )
  },
}

export function render({ paragraphs, action, signature = 'Resguardo' }: Letter): {
  text: string
  html: string
} {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), `— ${signature}`].join(
    '\n\n',
  )
  const body = paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  const link = action ? `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>` : ''
  const html = `<!doctype html><html lang="es"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.5;max-width:38rem">${body}\n${link}<p>— ${escapeHtml(signature)}</p></body></html>`
  return { text, html }
}
