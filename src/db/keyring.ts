import { createVault, LASTING_KEYS, type Vault } from '#kernel/secrets.ts'
import { type Database, type Db, SYSTEM } from './database.ts'

/** The secrets do not open what this database holds. */
export class WrongSecret extends Error {}

const CHECK = { name: 'check', clear: 'resguardo' }
const PURPOSE = 'installation'

interface Secrets {
  appSecret: string
  appSecretPrevious: readonly string[]
}

/**
 * Opens the vault of this installation: its secrets, checked against a value in the database, and the keys that outlive
 * them. The first start creates both. When several processes start at once, the values of the first one count for all.
 */
export async function openVault(
  database: Database,
  { appSecret, appSecretPrevious }: Secrets,
  now: Date,
): Promise<Vault> {
  const vault = createVault(appSecret, appSecretPrevious)
  const kept = await database.transaction(SYSTEM, (db) => readOrLeave(db, vault, now))
  if (kept.get(CHECK.name) !== CHECK.clear) throw new WrongSecret()
  const lasting = LASTING_KEYS.map((use) => [use, Buffer.from(kept.get(use)!, 'base64url')] as const)
  return createVault(appSecret, appSecretPrevious, new Map(lasting))
}

async function readOrLeave(db: Db, vault: Vault, now: Date): Promise<Map<string, string>> {
  const known = await readKeys(db, vault)
  if (!known.has(CHECK.name) && !(await opensOldSeal(db, vault))) throw new WrongSecret()
  const missing = [
    { name: CHECK.name, clear: CHECK.clear },
    ...LASTING_KEYS.map((name) => ({ name, clear: vault.derive(name).toString('base64url') })),
  ].filter(({ name }) => !known.has(name))
  if (missing.length === 0) return known
  if (known.has(CHECK.name) && known.get(CHECK.name) !== CHECK.clear) return known
  await db
    .insertInto('installation_keys')
    .values(
      missing.map(({ name, clear }) => ({
        name,
        value_sealed: vault.seal(clear, PURPOSE, name),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return readKeys(db, vault)
}

/** The keys by name. A key that the secrets do not open is an empty text. */
async function readKeys(db: Db, vault: Vault): Promise<Map<string, string>> {
  const rows = await db.selectFrom('installation_keys').select(['name', 'value_sealed']).execute()
  return new Map(rows.map((row) => [row.name, vault.tryOpen(row.value_sealed, PURPOSE, row.name) ?? '']))
}

/** For a database without a check value: one of its seals has to open. */
async function opensOldSeal(db: Db, vault: Vault): Promise<boolean> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'siem_secret_sealed'])
    .where('siem_secret_sealed', 'like', 'v1.%')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return !tenant || vault.tryOpen(tenant.siem_secret_sealed, 'siem', tenant.id) !== null
}

/**
 * Accepts that a secret is lost for good. Values it sealed stay closed, and people enter them again. The lasting keys are
 * made from the current secret, so earlier pseudonyms no longer match later ones.
 */
export async function acceptLoss(
  database: Database,
  { appSecret, appSecretPrevious }: Secrets,
  now: Date,
): Promise<number> {
  const vault = createVault(appSecret, appSecretPrevious)
  return database.transaction(SYSTEM, async (db) => {
    const known = await readKeys(db, vault)
    const lost = [...known].filter(([, clear]) => clear === '').map(([name]) => name)
    for (const name of lost) {
      const clear = name === CHECK.name ? CHECK.clear : vault.derive(name).toString('base64url')
      const fields = { value_sealed: vault.seal(clear, PURPOSE, name), created_at: now }
      await db.updateTable('installation_keys').set(fields).where('name', '=', name).execute()
    }
    return lost.length
  })
}
