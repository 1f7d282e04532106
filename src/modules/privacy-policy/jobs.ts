import { SYSTEM } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { findEntity } from '#modules/org/public.ts'
import { changesSince } from './drift.ts'
import * as repo from './repo.ts'
import { sourcesNow } from './sources.ts'

const AT_ONCE = 200

/** Compares each published policy with the register once a day, before the digest. Announces a drift once per version. */
export const DRIFT_JOB: JobDefinition = {
  name: 'privacy-policy.drift',
  every: '23 7 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 3600,
  async run(env) {
    for (let last: repo.InForce | undefined; ; ) {
      const after = last
      const policies = await env.access.lookUp('find policies to compare with the register', (db) =>
        repo.listInForce(db, after, AT_ONCE),
      )
      for (const { tenant_id: tenantId, id } of policies) {
        await compare(env, tenantId, id).catch((error: Error) =>
          env.log.error({ policyId: id, reason: error.message }, 'policy not compared'),
        )
      }
      last = policies.at(-1)
      if (!last || policies.length < AT_ONCE) return
    }
  },
}

/** Reading a large register takes a while, so it happens before the writing transaction. */
async function compare({ access }: JobEnv, tenantId: string, id: string): Promise<void> {
  const changes = await access.readFor(tenantId, async (ctx) => {
    const row = await repo.policies.find(ctx, id)
    const entity = row && (await findEntity(ctx, row.legal_entity_id))
    return row && entity ? changesSince(row.sources, await sourcesNow(ctx, entity)) : []
  })
  const [firstChange] = changes
  if (firstChange === undefined) return
  await access.actFor(tenantId, SYSTEM, {}, async (ctx) => {
    const row = await repo.policies.lockFields(ctx, id)
    if (row?.status !== 'PUBLISHED' || row.drift_noticed_at !== null) return
    await together(
      repo.policies.update(ctx, id, { drift_noticed_at: ctx.now }),
      announce(ctx, {
        type: 'policy.drifted',
        entityId: id,
        title: row.entity_name,
        legalEntityId: row.legal_entity_id,
        data: { version: row.version, language: row.language, changes: changes.length, firstChange },
      }),
    )
  })
}
