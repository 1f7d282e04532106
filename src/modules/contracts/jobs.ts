import { SYSTEM } from '#db/context.ts'
import { oneByOne } from '#db/moving.ts'
import { dayIn } from '#documents/languages.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { deliverMail, type MailJob, sendMail } from '#jobs/mail.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { wantingNow } from '#modules/notifications/public.ts'
import { findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { fileName } from '#pdf/document.ts'
import { announceContract } from './announcing.ts'
import { KIND_WORDS, TYPE_NAMES } from './knowledge/types.ts'
import { addressOf, COPY_JOB_NAME } from './letters.ts'
import { contractDocument } from './pdf.ts'
import * as repo from './repo.ts'
import { dueReminder, kindOf, REMINDER_DAYS } from './rules.ts'
import { drawContract } from './signed-pdf.ts'

/**
 * Reminds sixty, thirty and seven days before a signed contract ends, once each: the DPO of its entity, the legal
 * representative, the contact or the owner.
 */
export const REMINDER_JOB: JobDefinition = {
  name: 'contracts.remind',
  every: '0 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  async run({ access, tools }) {
    const now = tools.now()
    const expiring = await access.lookUp('find contracts about to end', (db) =>
      repo.listExpiring(db, now, after(now, Math.max(...REMINDER_DAYS) * DAY_MS)),
    )
    await oneByOne(expiring, async ({ tenant_id, id, expires_at }) => {
      const days = dueReminder(expires_at!, now)
      if (days === undefined) return
      await access.actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        if (!(await repo.insertReminder(ctx, id, days))) return
        const contract = await repo.contracts.find(ctx, id)
        if (!contract) return
        const [entity, processor] = await Promise.all([
          findEntity(ctx, contract.legal_entity_id),
          findProcessor(ctx, contract.processor_id),
        ])
        if (!processor) return
        const address = await addressOf(ctx, entity)
        const [to] = address ? await wantingNow(ctx, 'contract.expiring', [address]) : []
        await announceContract(ctx, 'contract.expiring', contract, processor.name)
        if (!to) return
        const words = KIND_WORDS[kindOf(contract)]
        const end = dayIn('es', chileanDay(expires_at!))
        await sendMail(ctx, {
          to,
          subject: `${words.the} con ${processor.name} ${words.ends} el ${end}`,
          paragraphs: [
            `El documento «${TYPE_NAMES[contract.type]}» entre ${entity!.name} y ${processor.name} (versión ${contract.version}) vence el ${end}.`,
            words.ending,
          ],
        })
      })
    })
  },
}

/** Mails a party the signed contract. The PDF is drawn and sealed here, outside any transaction. */
export const COPY_JOB: JobDefinition = {
  name: COPY_JOB_NAME,
  retry: { limit: 10, delaySeconds: 30, longestDelaySeconds: 4 * 3600 },
  run: (env, data: MailJob & { contractId: string }) =>
    deliverMail(env, data, async () => {
      const printed = await env.access.readFor(data.tenantId, (ctx) =>
        contractDocument(ctx, data.contractId, 'pdf'),
      )
      const content = await drawContract(env.access, env.tools, data.tenantId, printed)
      return [
        {
          filename: fileName('contrato firmado', printed.document.title),
          content,
          contentType: 'application/pdf',
        },
      ]
    }),
}

/** Deletes expired codes every night. */
export const FORGET_CODES_JOB: JobDefinition = {
  name: 'contracts.forget_codes',
  every: '41 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools }) {
    const ended = after(tools.now(), -DAY_MS)
    await access.asSystem('forget ended signing codes', (db) =>
      db.deleteFrom('signing_codes').where('expires_at', '<', ended).execute(),
    )
  },
}
