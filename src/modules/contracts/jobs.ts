import { type ReadCtx, SYSTEM } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import * as repo from './repo.ts'
import { dueReminder, REMINDER_DAYS } from './rules.ts'

/** Sixty, thirty and seven days before a signed contract ends, once each, to the DPO of its entity, the legal representative, the contact or the owner. */
export const REMINDER_JOB: JobDefinition = {
  name: 'contracts.remind',
  every: '0 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  async run({ access, tools }) {
    const now = tools.now()
    const expiring = await access.lookUp('find contracts about to end', (db) =>
      repo.listExpiring(db, now, after(now, Math.max(...REMINDER_DAYS) * DAY_MS)),
    )
    for (const { tenant_id, id, expires_at } of expiring) {
      const days = dueReminder(expires_at!, now)
      if (days === undefined) continue
      await access.actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        if (!(await repo.insertReminder(ctx, id, days))) return
        const contract = await repo.contracts.find(ctx, id)
        if (!contract) return
        const [entity, processor, tenant] = await Promise.all([
          findEntity(ctx, contract.legal_entity_id),
          findProcessor(ctx, contract.processor_id),
          ctx.db
            .selectFrom('tenants')
            .select('contact_email')
            .where('id', '=', ctx.tenantId)
            .executeTakeFirst(),
        ])
        const to =
          entity?.dpo_email ?? entity?.legal_rep_email ?? tenant?.contact_email ?? (await ownerEmail(ctx))
        if (!processor || !to) return
        const end = dayIn('es', chileanDay(expires_at!))
        await sendMail(ctx, {
          to,
          subject: `El contrato con ${processor.name} vence el ${end}`,
          paragraphs: [
            `El documento «${TYPE_NAMES[contract.type]}» entre ${entity!.name} y ${processor.name} (versión ${contract.version}) vence el ${end}.`,
            'Desde ese instante el encargado queda sin contrato vigente (art. 15 bis, Ley 19.628, mod. Ley 21.719). Renuévelo o pida la supresión o devolución de los datos.',
          ],
        })
      })
    }
  },
}

async function ownerEmail(ctx: ReadCtx): Promise<string | undefined> {
  const owner = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.tenant_id', '=', ctx.tenantId)
    .where('m.role', '=', 'OWNER')
    .where('m.status', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .limit(1)
    .executeTakeFirst()
  return owner?.email
}
