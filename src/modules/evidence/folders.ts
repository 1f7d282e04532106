import { createHash, sign } from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { EvidenceKey } from '#kernel/evidence/entry.ts'
import { type FolderSeal, type FolderStatement, statementBytes } from '#kernel/evidence/folder.ts'
import { listKeys, signingKey } from './keys.ts'
import { stampOf } from './proving.ts'
import * as repo from './repo.ts'

export interface FolderToSeal {
  id: string
  organisation: FolderStatement['organisation']
  at: Date
  manifest: string
}

/** Signs the manifest of a folder together with the end of the chain at that moment. */
export async function sealFolder(
  access: TenantAccess,
  tools: Pick<Tools, 'vault' | 'now'>,
  { id, organisation, at, manifest }: FolderToSeal,
): Promise<FolderSeal> {
  const { kid, key } = await signingKey(access, tools)
  const tenantId = organisation.id
  const { last, stamps } = await access.lookUp('find where a chain of evidence ends', async (db) => {
    const found = await repo.findLastHead(db, tenantId)
    return {
      last: found,
      stamps: found ? await repo.listStamps(db, tenantId, [found.seq]) : [],
    }
  })
  const statement: FolderStatement = {
    kind: 'inspection-folder',
    id,
    organisation,
    at: at.toISOString(),
    manifest: createHash('sha256').update(manifest).digest('hex'),
    head: last ? repo.headOfRow(last).head : null,
    stamps: stamps.map(stampOf),
  }
  const value = sign(null, statementBytes(statement), key).toString('base64url')
  return { statement, signature: { kid, alg: 'EdDSA', value } }
}

/** The public keys in the folder. Makes the first key if there is none, because the folder is signed only later. */
export async function keysInUse(
  access: TenantAccess,
  tools: Pick<Tools, 'vault' | 'now'>,
): Promise<EvidenceKey[]> {
  await signingKey(access, tools)
  return listKeys(access, tools)
}
