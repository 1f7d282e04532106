import type { ReadCtx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import type { Row } from './exports/files.ts'
import type { Read } from './exports/sheets.ts'

/** All but the texts. */
export function listContracts({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('contract_register as c')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
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
    ])
    .where('c.tenant_id', '=', tenantId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

export async function readContract({ db, tenantId }: ReadCtx, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('contract_register')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content
}

/** Whose policies are in the folder: active entities and public sites (contract 3.9 and 4.7). */
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

export const AUDIT_COLUMNS = [
  'Fecha (UTC)',
  'Tipo de actor',
  'Actor',
  'ID del actor',
  'Acción',
  'Entidad',
  'ID de la entidad',
  'Cambios',
  'Solicitud',
]

const BATCH = 250

/** Newest first, a batch at a time; each begins where the last one ended. */
export async function* auditRows(read: Read, until: Date): AsyncGenerator<Row> {
  let last: { created_at: Date; id: string } | undefined
  for (;;) {
    const from = last
    const batch = await read(({ db, tenantId }) => {
      let rows = db
        .selectFrom('audit_log')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<=', until)
      if (from) {
        rows = rows.where((eb) =>
          eb.or([
            eb('created_at', '<', from.created_at),
            eb.and([eb('created_at', '=', from.created_at), eb('id', '<', from.id)]),
          ]),
        )
      }
      return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(BATCH).execute()
    })
    for (const row of batch) {
      yield [
        iso(row.created_at),
        row.actor_type,
        row.actor_name,
        row.actor_id,
        row.action,
        row.entity_type,
        row.entity_id,
        JSON.stringify(row.changes),
        row.request_id,
      ]
    }
    last = batch.at(-1)
    if (batch.length < BATCH) return
  }
}
