import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'

/** Without the texts, oldest first, so that a contract keeps its number when another is added. */
export function listContracts({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('contract_register as c')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .leftJoin('entity_register as e', (join) =>
      join.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.id', '=', 'c.legal_entity_id'),
    )
    .select([
      'c.id',
      'c.type',
      'c.status',
      'c.version',
      'c.signer_name',
      'c.signed_at',
      'c.expires_at',
      'c.terminated_at',
      'p.name as processor_name',
      'e.name as entity_name',
    ])
    .where('c.tenant_id', '=', tenantId)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
}

export async function listApproved({ db, tenantId }: ReadCtx): Promise<string[]> {
  const rows = await db
    .selectFrom('assessment_register')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_approved', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function listEntities({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('entity_register')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Active entities and public sites: the folder has their policies (contract 3.9 and 4.7). */
export async function listScopes({ db, tenantId }: ReadCtx) {
  const [entities, domains] = await Promise.all([
    db
      .selectFrom('entity_register')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('is_active', '=', true)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('domain_register')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('is_public', '=', true)
      .orderBy('created_at')
      .execute(),
  ])
  return { entities, domains }
}

export interface Period {
  from: Date | string
  to: Date | string
}

const DATED = {
  activities: sql`activity_register`,
  assessments: sql`assessment_register`,
  contracts: sql`contract_register`,
  entities: sql`entity_register`,
  audit: sql`audit_log`,
} as const

/** The dates of the first and the last record. */
export async function periodOf(
  { db, tenantId }: ReadCtx,
  of: keyof typeof DATED | 'breaches',
): Promise<Period | undefined> {
  const [table, column] =
    of === 'breaches' ? [sql`breach_register`, sql`detected_at`] : [DATED[of], sql`created_at`]
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select min(${column}) as "from", max(${column}) as "to" from ${table} where tenant_id = ${tenantId}`.execute(
    db,
  )
  const { from, to } = rows[0]!
  return from && to ? { from, to } : undefined
}

const BATCH = 100

/** Newest first, after the given row. */
export function pageOfAudit(
  { db, tenantId }: ReadCtx,
  until: Date,
  after: { created_at: Date; id: string } | undefined,
) {
  let rows = db
    .selectFrom('audit_log')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<=', until)
  if (after) {
    rows = rows.where((eb) =>
      eb.or([
        eb('created_at', '<', after.created_at),
        eb.and([eb('created_at', '=', after.created_at), eb('id', '<', after.id)]),
      ]),
    )
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(BATCH).execute()
}
