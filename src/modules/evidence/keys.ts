import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { base64url } from '#kernel/evidence/bytes.ts'
import { type EvidenceKey, type Head, type HeadSignature, signedBytes } from '#kernel/evidence/entry.ts'
import type { Vault } from '#kernel/secrets.ts'

/** Signs heads. The key is random and independent of APP_SECRET, which only encrypts it at rest. */
export interface SigningKey {
  kid: string
  key: KeyObject
}

const PURPOSE = 'evidence'
export const EVIDENCE_SEALS = [
  { table: 'evidence_keys', column: 'private_sealed', purpose: PURPOSE, scope: 'kid' },
]

type KeyTools = Pick<Tools, 'vault' | 'now'>

/**
 * The key in use; the first call makes one. Signing stops if no secret opens the key: a wrong APP_SECRET must not silently
 * replace it.
 */
export async function signingKey(access: TenantAccess, tools: KeyTools): Promise<SigningKey> {
  const held = await access.lookUp('find the key of evidence', inUse)
  return held ? opened(tools, held) : replaceKey(access, tools, undefined)
}

/** From now on a new key signs. The public part of the old key stays, to check what it signed. */
export async function rotateKey(access: TenantAccess, tools: KeyTools): Promise<SigningKey> {
  const held = await access.lookUp('find the key of evidence', inUse)
  return replaceKey(access, tools, held?.kid)
}

/** If several processes do this at once, all use the key that the first one wrote. */
function replaceKey(access: TenantAccess, tools: KeyTools, known: string | undefined): Promise<SigningKey> {
  const { row, made } = makeKey(tools)
  return access.asSystem('replace the key of evidence', async (db) => {
    if (known)
      await db
        .updateTable('evidence_keys')
        .set({ retired_at: tools.now() })
        .where('kid', '=', known)
        .where('retired_at', 'is', null)
        .execute()
    const left = await db
      .insertInto('evidence_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('kid')
      .executeTakeFirst()
    if (left) return made
    return opened(tools, (await inUse(db))!)
  })
}

function inUse(db: Db) {
  return db
    .selectFrom('evidence_keys')
    .select(['kid', 'private_sealed'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

interface Held {
  kid: string
  private_sealed: string
}

function opened(tools: KeyTools, held: Held): SigningKey {
  const key = open(tools.vault, held)
  if (key) return key
  throw new Error(
    'No secret opens the key of evidence: start with the APP_SECRET that made it, or replace it with «evidence rotate-key».',
  )
}

function open(vault: Vault, { kid, private_sealed }: Held): SigningKey | undefined {
  const der = vault.tryOpen(private_sealed, PURPOSE, kid)
  if (der === null) return undefined
  return { kid, key: createPrivateKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'pkcs8' }) }
}

function publicPart(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x!
}

function makeKey({ vault, now }: KeyTools) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const x = publicPart(privateKey)
  const kid = thumbprint(x)
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const row = { kid, public_key: x, private_sealed: vault.seal(der, PURPOSE, kid), created_at: now() }
  return { row, made: { kid, key: privateKey } }
}

/** RFC 7638. */
function thumbprint(x: string): string {
  return hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
}

/**
 * Every key that ever signed here, newest first. The owner of the database can insert rows, but cannot seal a private key of
 * their own, so rows whose private part does not open are left out.
 */
export async function listKeys(
  access: TenantAccess,
  { vault }: Pick<Tools, 'vault'>,
): Promise<EvidenceKey[]> {
  const rows = await access.lookUp('read the keys of evidence', listHeld)
  return rows.flatMap((held) => {
    const signing = open(vault, held)
    if (!signing) return []
    const x = publicPart(signing.key)
    return thumbprint(x) === held.kid ? [{ kty: 'OKP', crv: 'Ed25519', x, kid: held.kid } as const] : []
  })
}

function listHeld(db: Db): Promise<Held[]> {
  return db
    .selectFrom('evidence_keys')
    .select(['kid', 'private_sealed'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

export function signHead({ kid, key }: SigningKey, head: Head): HeadSignature {
  return { kid, alg: 'EdDSA', value: base64url(sign(null, signedBytes(head), key)) }
}
