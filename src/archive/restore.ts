import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { SealedColumn } from '#db/sealed.ts'
import { NO_TIMEOUTS, SAME_TEXT } from '#db/text-rows.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Storage } from '#storage/storage.ts'
import { ArchiveRefused, damaged, JOBS, jsonOf, type Manifest } from './format.ts'
import { noPeople, type People, replaceIds, takePeople, withPeople } from './people.ts'
import { assertSameSchema, inspect, provenEntries, rowsOf } from './read.ts'
import { createRowWriter } from './rows.ts'
import { createHandOver, openSecrets, type Secrets } from './secrets.ts'
import { type ArchiveTable, archiveTables, isOfPeople, type Query, queryOver, type Row } from './tables.ts'

export interface Target {
  access: TenantAccess
  storage: Storage
  tools: Tools
  seals: readonly SealedColumn[]
  /** The actor that the audit log names. */
  actor: Actor
}

export interface Restored {
  organisation: Manifest['organisation']
  suspended: boolean
  rows: number
  files: number
  /** Accounts that existed here, by their addresses. */
  merged: number
  /** Merged accounts whose mailbox nobody proved here. */
  unproven: number
  /** The number of secrets to be entered again, by column. */
  omitted: ReadonlyMap<string, number>
  faulty: readonly string[]
}

/** Further conditions of the import. Every exception undoes it. */
export interface Arrival {
  /** Runs once every row is written and compared with the archive. Returns extra details for the audit log. */
  prove(written: {
    db: Db
    query: Query
    tables: readonly ArchiveTable[]
    people: People
  }): Promise<Record<string, unknown>>
  /** The last step before the commit. */
  handOver(): Promise<void>
}

/**
 * Takes an archive in as an organisation of this installation, whole or not at all. The archive is read twice: nothing is
 * written before the whole of it is known to be as exported. Files are stored while the transaction is open, under the id
 * of an organisation that nobody can enter before the commit.
 */
export async function restoreArchive(
  target: Target,
  path: string,
  {
    slug,
    passphrase,
    arrival,
  }: { slug: string | undefined; passphrase: string | undefined; arrival?: Arrival },
): Promise<Restored> {
  const manifest = await inspect(path)
  assertSameSchema(manifest)
  const secrets = await openSecrets(manifest, passphrase)
  const organisation = { ...manifest.organisation, slug: slug ?? manifest.organisation.slug }
  const { access, storage } = target
  const tables = await archiveTables(access, { withFactors: true })
  let ours = false
  try {
    return await access.asSystem('take in an organisation', async (db, enter) => {
      const query = queryOver(db)
      await query(SAME_TEXT)
      await query(NO_TIMEOUTS)
      await query(IN_A_NEW_CHAIN)
      await assertFree(query, organisation)
      const claim = () => {
        ours = true
      }
      const done = await restoreAll({
        target,
        query,
        db,
        tables,
        manifest,
        path,
        organisation,
        secrets,
        claim,
      })
      await query(`select set_config('app.evidence_imported', '', true)`)
      const { people, restored } = done
      const proven = await arrival?.prove({ db, query, tables, people })
      const ctx = await enter({ id: organisation.id, plan: done.plan }, target.actor)
      const { rows, files } = restored
      const after = { rows, files, exportedAt: manifest.createdAt, ...proven }
      await audit(ctx, { action: 'import', entityType: 'tenant', entityId: organisation.id, after })
      // Runs the deferred checks now, so nothing of ours can fail after the last step.
      await query('set constraints all immediate')
      await arrival?.handOver()
      return restored
    })
  } catch (error) {
    // A commit without an answer may have counted: then the files belong to an organisation that exists here.
    if (ours && (await isHere(access, organisation.id)) === false) await storage.removeAll(organisation.id)
    throw refusalOf(error)
  }
}

/** Undefined when the database does not answer. */
export async function isHere(access: TenantAccess, id: string): Promise<boolean | undefined> {
  const find = (db: Db) => db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()
  try {
    return (await access.lookUp('find an organisation that may have arrived', find)) !== undefined
  } catch {
    return undefined
  }
}

export async function assertFree(query: Query, { id, slug }: Manifest['organisation']): Promise<void> {
  const { rows } = await query(
    `select (select count(*) from tenants where id = $1::uuid)::int as same,
      (select count(*) from tenants where slug = $2)::int as named,
      (select count(*) from erasures where tenant_ref = $1::uuid)::int as erased`,
    [id, slug],
  )
  const { same, named, erased } = rows[0]!
  if (same !== 0) throw new ArchiveRefused('Esta organización ya está en esta instalación. Nada cambió.')
  if (erased !== 0)
    throw new ArchiveRefused(
      'Esta organización se eliminó de esta instalación y hay un certificado de ello. Impórtela en otra.',
    )
  if (named !== 0)
    throw new ArchiveRefused(`Ya hay una organización «${slug}». Elija otro nombre corto con --slug.`)
}

/** Marks imported rows in the chain of evidence that begins here. */
const IN_A_NEW_CHAIN = `select set_config('app.evidence_imported', 'on', true)`

/** The origin's pending deletion and move do not apply here. */
const NEW_HERE = {
  deletion_due_at: null,
  erasing_since: null,
  moving_until: null,
  moved_at: null,
  moved_to: null,
}

interface Work {
  target: Target
  query: Query
  db: Db
  tables: readonly ArchiveTable[]
  manifest: Manifest
  path: string
  organisation: Manifest['organisation']
  secrets: Secrets | undefined
  /** From this call on, all files stored under the id are ours. */
  claim(): void
}

async function restoreAll(work: Work): Promise<{ plan: Plan; restored: Restored; people: People }> {
  const { target, query, manifest, organisation } = work
  const { id } = organisation
  const { handOver, omitted } = createHandOver(target.seals, work.secrets?.vault, target.tools.vault, 'in')
  const writer = createRowWriter(query, id)
  const people = noPeople()
  const read = new Map<string, number>()
  let tenant: Row | undefined
  let files = 0

  /** The rows of the archive that are inserted here. */
  async function chosen(table: ArchiveTable, rows: Row[]): Promise<Row[]> {
    if (table.plain === 'tenants') {
      tenant = { ...rows[0], slug: organisation.slug, ...NEW_HERE }
      if (rows.length !== 1 || tenant['id'] !== id) throw damaged('no contiene la organización que anuncia')
      return [tenant]
    }
    if (table.plain === 'users') return takePeople(query, people, rows)
    if (table.plain === 'preferences') return rows.filter((row) => people.added.has(row['user_id']!))
    if (isOfPeople(table.plain))
      return work.secrets ? rows.filter((row) => people.added.has(row['user_id']!)) : []
    if (rows.some((row) => row['tenant_id'] !== id)) throw damaged('contiene filas de otra organización')
    return rows
  }

  for await (const entry of provenEntries(work.path, manifest)) {
    if (entry.file) {
      if (!tenant) throw damaged('sus archivos están antes de la organización')
      await putFile(target.storage, `${id}/${entry.file}`, entry.content)
      files += 1
    }
    if (!entry.table) continue
    const rows = [...rowsOf(entry)]
    read.set(entry.table, (read.get(entry.table) ?? 0) + rows.length)
    if (entry.table === JOBS) {
      await writeJobs(work, rows, people)
      continue
    }
    const table = work.tables.find(({ plain }) => plain === entry.table)
    if (!table) throw damaged(`esta versión no conoce la tabla «${entry.table}»`)
    const given = (await chosen(table, rows)).map((row) =>
      withPeople(table, handOver(table.plain, row), people),
    )
    await writer.write(table, given)
    if (table.plain === 'tenants') work.claim()
  }
  if (!tenant) throw damaged('no contiene la organización que anuncia')
  for (const { name, rows } of manifest.tables)
    if ((read.get(name) ?? 0) !== rows) throw damaged(`no contiene todas las filas de ${name}`)
  await writer.finish(people)
  const restored = {
    organisation,
    suspended: tenant['suspended_at'] !== null,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files,
    merged: people.merged,
    unproven: people.unproven.size,
    omitted,
    faulty: manifest.faulty,
  }
  return { plan: tenant['plan'] as Plan, restored, people }
}

async function putFile(storage: Storage, place: string, content: Buffer): Promise<void> {
  const temporaryFile = join(await storage.arrivals(), `resguardo-${newId()}`)
  try {
    await writeFile(temporaryFile, content, { mode: 0o600, flag: 'wx' })
    await storage.put(place, temporaryFile, 'application/octet-stream')
  } finally {
    await rm(temporaryFile, { force: true })
  }
}

/** Jobs that waited at the origin run from here. */
async function writeJobs({ db, target, organisation }: Work, rows: Row[], { ids }: People): Promise<void> {
  for (const row of rows) {
    const { name, data, priority, singleton_key, group_id, start_after } = row
    const content = jsonOf(JOBS, replaceIds(data ?? '{}', ids)) as { tenantId?: unknown } | null
    if (content?.tenantId !== organisation.id) throw damaged('contiene tareas de otra organización')
    await target.tools.queue.send(db, name!, content, {
      ...(start_after && { startAfter: new Date(start_after) }),
      ...(singleton_key && { singletonKey: singleton_key }),
      ...(group_id && { group: group_id }),
      priority: Number(priority),
    })
  }
}

const [TAKEN, BAD_ROW] = ['23505', /^2[23]/]

/** Turns a database error about a row into words for the operator. */
function refusalOf(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === TAKEN)
    return new ArchiveRefused(
      `Algo de esta organización ya está en esta instalación (${constraint}). ¿La importa alguien más en este momento?`,
      { cause: error },
    )
  if (code !== undefined && BAD_ROW.test(code))
    return damaged(`la base de datos no acepta una de sus filas (${constraint ?? code})`, error)
  return error
}
