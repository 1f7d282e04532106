import { createPrivateKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { base64url } from '#kernel/evidence/bytes.ts'
import { type EvidenceKey, type Head, type HeadSignature, signedBytes } from '#kernel/evidence/entry.ts'

/** What signs heads: random, and so apart from APP_SECRET, which only seals it where it is kept. */
export interface SigningKey {
  kid: string
  key: KeyObject
}

const PURPOSE = 'evidence'
export const EVIDENCE_SEALS = [
  { table: 'evidence_keys', column: 'private_sealed', purpose: PURPOSE, scope: 'kid' },
]

type KeyTools = Pick<Tools, 'vault' | 'now'>

/** The key in use; the first one is made here. One that no secret opens any more is retired, and another takes its place. */
export async function signingKey(access: TenantAccess, tools: KeyTools): Promise<SigningKey> {
  const held = await access.lookUp('find the key of evidence', inUse)
  const opened = held && open(tools, held)
  return opened ?? replaceKey(access, tools, held?.kid)
}

/** A new key signs from now on. The public part of the old one stays, for what it signed. */
export async function rotateKey(access: TenantAccess, tools: KeyTools): Promise<SigningKey> {
  const held = await access.lookUp('find the key of evidence', inUse)
  return replaceKey(access, tools, held?.kid)
}

/** Of several processes at once, all take the key that the first one left. */
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
    const other = await inUse(db)
    return (other && open(tools, other)) ?? made
  })
}

function inUse(db: Db) {
  return db
    .selectFrom('evidence_keys')
    .select(['kid', 'private_sealed'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

function open({ vault }: KeyTools, held: { kid: string; private_sealed: string }): SigningKey | undefined {
  const der = vault.tryOpen(held.private_sealed, PURPOSE, held.kid)
  if (der === null) return undefined
  const key = createPrivateKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'pkcs8' })
  return { kid: held.kid, key }
}

function makeKey({ vault, now }: KeyTools) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x!
  const kid = thumbprint(x)
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const row = { kid, public_key: x, private_sealed: vault.seal(der, PURPOSE, kid), created_at: now() }
  return { row, made: { kid, key: privateKey } }
}

/** RFC 7638. */
function thumbprint(x: string): string {
  return hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
}

/** Every key that ever signed here, the newest first. */
export async function listKeys(db: Db): Promise<EvidenceKey[]> {
  const rows = await db
    .selectFrom('evidence_keys')
    .select(['kid', 'public_key'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map(({ kid, public_key: x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid }))
}

export function signHead({ kid, key }: SigningKey, head: Head): HeadSignature {
  return { kid, alg: 'EdDSA', value: base64url(sign(null, signedBytes(head), key)) }
}
