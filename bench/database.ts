import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { createTokens } from '#http/tokens.ts'
import { newId } from '#kernel/ids.ts'
import { createVault } from '#kernel/secrets.ts'

export const BENCH_SECRET = 'the bench has a secret of its own, long enough'
export const BENCH_SIEM_SECRET = 'a SIEM secret of the bench'
const DATABASE = 'resguardo_bench'

export interface Member {
  tenantId: string
  userId: string
  token: string
}

export interface BenchDatabase {
  kind: 'PostgreSQL' | 'embedded'
  /** Environment of the measured servers. */
  env: Record<string, string>
  members: Member[]
  rowsPerTenant: number
  /** Runs SQL as the owner, for seeding. The embedded database is closed while a server uses it. */
  seed(work: (engine: Engine) => Promise<void>): Promise<void>
  /** Copies the database as it is now, on the same server. Returns the environment of a server over the copy. */
  copy(name: string): Promise<Record<string, string>>
  drop(): Promise<void>
}

/** Creates a database for the bench: on the server of DATABASE_URL, else embedded in a temporary directory. */
export async function openBenchDatabase(leastTenants = 0, rowsPerTenant = 1000): Promise<BenchDatabase> {
  const server = process.env['DATABASE_URL']
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'))
  const url = server ? await createOn(server) : undefined
  async function seed(work: (engine: Engine) => Promise<void>): Promise<void> {
    const engine = url ? openPostgres(url, 2) : await openEmbedded(dataDir)
    try {
      await migrate(engine)
      await work(engine)
      // Old rows of a real installation are sealed already, so the bench does not measure sealing them.
      await engine.asOwner('truncate evidence_waiting')
      await engine.asOwner('vacuum analyze')
    } finally {
      await engine.close()
    }
  }
  const copies: string[] = []
  const env = {
    APP_SECRET: BENCH_SECRET,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_RATE_LIMIT: '1000000',
    ...(url && { DATABASE_URL: url }),
  }
  const tenants = Math.max(leastTenants, url ? 200 : 20)
  const members = makeMembers(tenants)
  await seed((engine) => insertTenants(engine, members, rowsPerTenant))
  return {
    kind: url ? 'PostgreSQL' : 'embedded',
    env,
    members,
    rowsPerTenant,
    seed,
    async copy(name) {
      if (!server) throw new Error('only a server has copies')
      copies.push(`${DATABASE}_${name}`)
      const copied = await createOn(server, copies.at(-1)!, `template ${DATABASE}`)
      return { ...env, DATABASE_URL: copied }
    },
    drop: async () => {
      for (const name of server ? [...copies, DATABASE] : [])
        await onServer(server!, `drop database if exists ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function makeMembers(count: number): Member[] {
  return withNewTokens(Array.from({ length: count }, () => ({ tenantId: newId(), userId: newId() })))
}

/** Made again for each use: a token lasts for minutes, and seeding may take longer. */
export function withNewTokens(members: readonly Omit<Member, 'token'>[]): Member[] {
  const tokens = createTokens(createVault(BENCH_SECRET))
  // User and session share one id: only the bench sees them.
  return members.map(({ tenantId, userId }) => ({
    tenantId,
    userId,
    token: tokens.sign({ userId, tenantId, sessionId: userId, role: 'OWNER' }, new Date()),
  }))
}

async function insertTenants(engine: Engine, members: readonly Member[], rows: number): Promise<void> {
  const vault = createVault(BENCH_SECRET)
  for (const { tenantId, userId } of members) {
    const role = `'${userId}', '${tenantId}'`
    const sealed = vault.seal(BENCH_SIEM_SECRET, 'siem', tenantId)
    await engine.asOwner(`
      insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
        values ('${tenantId}', 'Bench', 'bench-${tenantId}', 'ENTERPRISE', '${sealed}', now(), now());
      insert into users (id, email, name, created_at, updated_at)
        values ('${userId}', '${userId}@ejemplo.cl', 'Bench', now(), now());
      insert into memberships (user_id, tenant_id, role, status, created_at, updated_at)
        values (${role}, 'OWNER', 'ACTIVE', now(), now());
      insert into sessions (id, user_id, tenant_id, created_at, expires_at)
        values ('${userId}', ${role}, now(), now() + interval '1 day');
      insert into workspaces (tenant_id, id, name, created_at, updated_at)
        values ('${tenantId}', '${tenantId}', 'Casa matriz', now(), now());
      insert into legal_entities (tenant_id, id, workspace_id, name, created_at, updated_at)
        values ('${tenantId}', '${tenantId}', '${tenantId}', 'Tienda Sur SpA', now(), now());
      insert into audit_log (tenant_id, id, actor_type, actor_id, actor_name, action, entity_type, entity_id, changes, created_at)
        select '${tenantId}', ${idAt("now() - n * interval '1 second'")}, 'user', '${userId}', 'Bench', 'update', 'legal_entity', gen_random_uuid()::text,
          '{"name":{"old":"Tienda","new":"Tienda Sur"}}', now() - n * interval '1 second'
        from generate_series(1, ${rows}) n`)
  }
}

/** SQL for an id as the service would have made it at an instant: the audit log is partitioned by it. */
export function idAt(instant: string, random = 'gen_random_uuid()::text'): string {
  return `(lpad(to_hex((extract(epoch from ${instant}) * 1000)::int8), 12, '0')
    || '7' || substr(md5(${random}), 1, 3) || '8' || substr(md5(${random}), 4, 15))::uuid`
}

async function createOn(server: string, name = DATABASE, as = ''): Promise<string> {
  await onServer(server, `drop database if exists ${name} with (force)`)
  await onServer(server, `create database ${name} ${as}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql)
  await client.end()
}
