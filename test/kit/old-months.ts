import { join } from 'node:path'
import { sql } from 'kysely'
import { newId } from '#kernel/ids.ts'
import { archiveMonth, type OnStep, restoreMonth } from '#src/operator/month-archiving.ts'
import { fillEvidence, seal } from './evidence.ts'
import { idAt, monthFrom } from './months.ts'
import { openService, type TestService } from './service.ts'

const AGO = -30

/** A service whose organisation has rows of a month that is old enough to archive. */
export async function openOldMonth() {
  const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })
  return oldMonthOf(api, await fillEvidence(api))
}

/** Writes rows of an old month into an organisation with evidence, and archives them. */
export function oldMonthOf(api: TestService, { ana, records }: Awaited<ReturnType<typeof fillEvidence>>) {
  const { access } = api
  const { engine } = access.database
  const { tools } = api.service.jobEnv
  const first = monthFrom(AGO)
  const month = first.toISOString().slice(0, 7)
  const rows = async (statement: string) => (await engine.asOwner(statement)).rows
  let files = 0
  const newFile = () => {
    files += 1
    return join(api.dataDir, `mes-${files}.gz`)
  }
  const archive = (table: string, to = newFile(), onStep?: OnStep, of = month, now = tools.now) =>
    archiveMonth(access, { ...tools, now }, { table, month: of, to }, onStep).then((done) => ({
      ...done,
      to,
    }))
  const restore = (path: string) => restoreMonth(access, tools, path)

  /** Copies a record as if it had been written in that month. */
  async function copyOf(
    table: string,
    from: string,
    changes: Record<string, unknown> & { id?: string } = {},
  ): Promise<string> {
    const id = changes.id ?? idAt(new Date(first.getTime() + 1000 + Math.floor(Math.random() * 1e9)))
    const given = JSON.stringify({ created_at: first.toISOString(), receipt: `r-${id}`, ...changes, id })
    await access.asSystem('a test writes an old row', (db) =>
      sql`insert into ${sql.table(table)} select (jsonb_populate_record(r, ${given}::jsonb)).*
        from ${sql.table(table)} r where r.id = ${from}`.execute(db),
    )
    return id
  }
  const laterOf = (table: string, from: string, changes: object = {}) =>
    copyOf(table, from, {
      created_at: new Date(),
      occurred_at: new Date(),
      client_key: null,
      ...changes,
      id: newId(),
    })
  const makeMonths = () =>
    access.asSystem('a test makes months', (db) => sql`select make_months()`.execute(db))
  const settle = async () => {
    await seal(api)
    await makeMonths()
  }
  const verdict = async () => (await ana.get('/settings/audit-log/verify')).data
  const proofOf = async (type: string, id: string, slug = ana.slug) =>
    (await api.anyone.get(`/public/evidence/${slug}/${type}/${id}`)).data.content
  return {
    ...{ api, access, tools, ana, records, first, month, rows, newFile },
    ...{ archive, restore, copyOf, laterOf, makeMonths, settle, verdict, proofOf },
  }
}
