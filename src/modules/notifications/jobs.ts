import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { sendMail } from '#jobs/mail.ts'
import { chileanDay, chileanHour } from '#kernel/dates.ts'
import { findMainEntity, findMember } from '#modules/org/public.ts'
import { digestLetter } from './letters.ts'
import * as repo from './repo.ts'
import { DIGEST_HOUR } from './rules.ts'

const AT_ONCE = 200

/**
 * Sends each member with news one letter a day, with the events until eight. The later runs of the day help if the service
 * was down at eight. Otherwise they find nothing, because sent notices are marked.
 */
export const DIGEST_JOB: JobDefinition = {
  name: 'notifications.digest',
  every: '0 8-20 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }) {
    const now = tools.now()
    const until = chileanHour(chileanDay(now), DIGEST_HOUR)
    if (now < until) return
    for (let last: repo.ForDigest | undefined; ; ) {
      const after = last
      const members = await access.lookUp('find members with something for the digest', (db) =>
        repo.listForDigest(db, until, after, AT_ONCE),
      )
      for (const { tenant_id: tenantId, user_id: userId } of members) {
        await access
          .actFor(tenantId, SYSTEM, {}, (ctx) => sendDigest(ctx, userId, until))
          .catch((error: Error) => log.error({ userId, reason: error.message }, 'no digest sent'))
      }
      last = members.at(-1)
      if (!last || members.length < AT_ONCE) break
    }
    await access.asSystem('forget old notices', (db) => repo.forgetOld(db, now))
  },
}

async function sendDigest(ctx: WriteCtx, userId: string, until: Date): Promise<void> {
  const [member, tenant, entity] = await Promise.all([
    findMember(ctx, userId),
    repo.findTenantOfNotices(ctx),
    findMainEntity(ctx),
  ])
  const rows = await repo.takeForDigest(ctx, userId, until)
  // Leaves out notices that the member has read on the screen.
  const news = rows.filter(({ read_at }) => read_at === null)
  if (!member || news.length === 0) return
  const head = { ...tenant, publicUrl: ctx.tools.publicUrl, replyTo: entity?.dpo_email?.trim() || null }
  await sendMail(ctx, digestLetter(news, member.email, head))
}
