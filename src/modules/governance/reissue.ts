import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { iso } from '#kernel/dates.ts'
import { REISSUE, type ReissueItem, type ReissueKind, type ReissueQuery } from './schemas.ts'

/**
 * Documents issued under another version of the law that the organisation can issue again: published policies, sent or
 * signed contracts, approved assessments. Letters were already received and reports describe their day, so neither can be
 * issued again.
 */

const KINDS: Readonly<Record<ReissueKind, { label: string; path: string }>> = {
  privacy_policy: { label: 'Política de privacidad', path: '/privacy-policy' },
  cookie_policy: { label: 'Política de cookies', path: '/cookie-policy' },
  contract: { label: 'Contrato con encargado', path: '/contracts' },
  dpia_assessment: { label: 'Evaluación de impacto', path: '/dpia/assessments' },
}

/** The documents in force of every kind, with their version of the law. */
function issued({ db, tenantId, now }: ReadCtx) {
  const columns = ['id', 'name', 'law_version', 'issued_at'] as const
  const kind = (name: ReissueKind) => sql.lit(name).as('kind')
  return db
    .selectFrom('issued_privacy_policies')
    .select([kind('privacy_policy'), ...columns])
    .where('tenant_id', '=', tenantId)
    .unionAll(
      db
        .selectFrom('issued_cookie_policies')
        .select([kind('cookie_policy'), ...columns])
        .where('tenant_id', '=', tenantId),
    )
    .unionAll(
      db
        .selectFrom('issued_contracts as c')
        .innerJoin('processor_register as p', (on) =>
          on.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
        )
        .select([kind('contract'), 'c.id', 'p.name', 'c.law_version', 'c.issued_at'])
        .where('c.tenant_id', '=', tenantId)
        .where((eb) => eb.or([eb('c.expires_at', 'is', null), eb('c.expires_at', '>', now)])),
    )
    .unionAll(
      db
        .selectFrom('issued_assessments')
        .select([kind('dpia_assessment'), ...columns])
        .where('tenant_id', '=', tenantId),
    )
}

export async function listReissue(ctx: ReadCtx, query: ReissueQuery) {
  const { version } = ctx.tools.law
  const outdated = ctx.db.selectFrom(issued(ctx).as('d')).selectAll().where('law_version', '!=', version)
  const { rows, ...page } = await listPage(ctx, REISSUE, outdated, query)
  return {
    lawVersion: version,
    items: rows.map(({ kind, id, name, law_version, issued_at }): ReissueItem => {
      const { label, path } = KINDS[kind as ReissueKind]
      return {
        entityType: kind as ReissueKind,
        entityId: id,
        title: `${label}: ${name}`,
        lawVersion: law_version,
        issuedAt: iso(issued_at!),
        link: `${path}/${id}`,
      }
    }),
    ...page,
  }
}

export async function countIssued(ctx: ReadCtx): Promise<{ issued: number; outdated: number }> {
  return ctx.db
    .selectFrom(issued(ctx).as('d'))
    .select(({ fn }) => [
      fn.countAll<number>().as('issued'),
      fn.countAll<number>().filterWhere('law_version', '!=', ctx.tools.law.version).as('outdated'),
    ])
    .executeTakeFirstOrThrow()
}

const AT_ONCE = 200

/** Compares the documents of every organisation with the law, once for each version of the law. */
export const LAW_REVIEW_JOB: JobDefinition = {
  name: 'governance.law_review',
  every: '7 0 * * *',
  atStart: true,
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }) {
    const { version } = tools.law
    for (let last = ''; ; ) {
      const tenants = await access.lookUp('find organisations to compare with the law', (db) =>
        db
          .selectFrom('tenants as t')
          .select('t.id')
          .where(sql`t.id::text`, '>', last)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('law_reviews as r')
                  .select(sql`1`.as('one'))
                  .whereRef('r.tenant_id', '=', 't.id')
                  .where('r.law_version', '=', version),
              ),
            ),
          )
          .orderBy(sql`t.id::text`)
          .limit(AT_ONCE)
          .execute(),
      )
      for (const { id } of tenants) {
        await access
          .actFor(id, SYSTEM, {}, review)
          .catch((error: Error) => log.error({ tenantId: id, reason: error.message }, 'no review of the law'))
      }
      last = tenants.at(-1)?.id ?? ''
      if (tenants.length < AT_ONCE) return
    }
  },
}

/** If two processes start at once, the second one finds the row and does nothing. */
async function review(ctx: WriteCtx): Promise<void> {
  const { version } = ctx.tools.law
  const { outdated } = await countIssued(ctx)
  const written = await ctx.db
    .insertInto('law_reviews')
    .values({ tenant_id: ctx.tenantId, law_version: version, outdated, reviewed_at: ctx.now })
    .onConflict((conflict) => conflict.constraint('law_reviews_pkey').doNothing())
    .returning('law_version')
    .executeTakeFirst()
  if (!written) return
  await audit(ctx, {
    action: 'review_law',
    entityType: 'law',
    entityId: ctx.tenantId,
    after: { lawVersion: version, outdated },
  })
}
