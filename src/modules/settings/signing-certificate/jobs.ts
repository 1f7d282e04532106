import { SYSTEM } from '#db/context.ts'
import { oneByOne } from '#db/moving.ts'
import { dayIn } from '#documents/languages.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { listAdministrators } from '../members/repo.ts'
import * as repo from './repo.ts'
import { REMINDER_DAYS } from './rules.ts'

/** One letter, thirty days before the certificate ends, to people who can replace it. */
export const SIGNING_REMINDER_JOB: JobDefinition = {
  name: 'settings.remind_signing_certificate',
  every: '10 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  async run({ access, tools }) {
    const until = after(tools.now(), REMINDER_DAYS * DAY_MS)
    const ending = await access.lookUp('find signing certificates about to end', (db) =>
      repo.listEnding(db, until),
    )
    await oneByOne(ending, ({ tenant_id }) =>
      access.actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        const row = await repo.noteReminder(ctx, until)
        if (!row) return
        const end = dayIn('es', chileanDay(row.not_after))
        const verb = row.not_after <= ctx.now ? 'venció' : 'vence'
        for (const to of await listAdministrators(ctx))
          await sendMail(ctx, {
            to,
            subject: `El certificado para firmar documentos ${verb} el ${end}`,
            paragraphs: [
              `El certificado con que su organización firma los documentos ${verb} el ${end}. Desde ese día salen sin esa firma.`,
              'Renuévelo con su certificador y suba el nuevo en Configuración, en «Certificado para firmar documentos».',
            ],
          })
      }),
    )
  },
}
