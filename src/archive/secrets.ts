import { randomBytes, scrypt } from 'node:crypto'
import { mapSeals, type SealedColumn } from '#db/sealed.ts'
import { createVault, digest, type Vault } from '#kernel/secrets.ts'
import { ArchiveRefused, damaged, jsonOf, type Manifest } from './format.ts'
import type { Row } from './tables.ts'

/** Takes the place of an omitted secret. No vault opens it, so the person enters the value again. */
const OMITTED = 'v0.omitted'
const SHORTEST_PASSPHRASE = 16
/** 128 MiB of memory and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 2 ** 20 }
const PROOF = 'archive'

/** Password hashes are secrets in an archive too, although the database does not seal them. */
const PASSWORD = { table: 'users', column: 'password_hash', purpose: 'password-hash', scope: 'id' }

/** Converts a value from one installation to the other. Null when it cannot. */
type HandOver = (held: string, purpose: string, scope: string) => string | null

export interface Secrets {
  salt: string
  vault: Vault
}

export function newSecrets(passphrase: string): Promise<Secrets> {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new ArchiveRefused(`La frase de paso debe tener al menos ${SHORTEST_PASSPHRASE} caracteres.`)
  return derive(passphrase, randomBytes(24).toString('base64url'))
}

async function derive(passphrase: string, salt: string): Promise<Secrets> {
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
  return { salt, vault: createVault(key.toString('hex')) }
}

export function prove(manifest: Manifest, { salt, vault }: Secrets): NonNullable<Manifest['secrets']> {
  return { salt, proof: vault.seal(digestOf(manifest), PROOF, manifest.organisation.id) }
}

/** Opens the secrets of an archive once the passphrase is proven. Without a passphrase people enter them again. */
export async function openSecrets(
  manifest: Manifest,
  passphrase: string | undefined,
): Promise<Secrets | undefined> {
  const { secrets, organisation } = manifest
  if (passphrase === undefined) return undefined
  if (!secrets)
    throw new ArchiveRefused(
      'El archivo se exportó sin frase de paso y no contiene secretos. Impórtelo sin --passphrase-file.',
    )
  const opened = await derive(passphrase, secrets.salt)
  const proven = opened.vault.tryOpen(secrets.proof, PROOF, organisation.id)
  if (proven === null) throw new ArchiveRefused('La frase de paso no es la de este archivo.')
  if (proven !== digestOf(manifest)) throw damaged('alguien lo cambió después de exportarlo')
  return opened
}

function digestOf({ secrets: _, seal: __, ...rest }: Manifest): string {
  return digest(JSON.stringify(rest))
}

function assertList(table: string, held: string): void {
  const items = jsonOf(table, held)
  const isItem = (item: unknown) => typeof item === 'object' && item !== null
  if (!Array.isArray(items) || !items.every(isItem))
    throw damaged(`una fila de ${table} tiene un valor que no se entiende`)
}

/** Converts the secrets of one table, into an archive or out of it. */
export function createHandOver(
  seals: readonly SealedColumn[],
  from: Vault | undefined,
  to: Vault | undefined,
  direction: 'out' | 'in',
) {
  const again: HandOver = (held, purpose, scope) => {
    const clear = from?.tryOpen(held, purpose, scope) ?? null
    return clear === null || !to ? null : to.seal(clear, purpose, scope)
  }
  const passwordOut: HandOver = (held, purpose, scope) => to?.seal(held, purpose, scope) ?? null
  const passwordIn: HandOver = (held, purpose, scope) => from?.tryOpen(held, purpose, scope) ?? null
  const password = direction === 'out' ? passwordOut : passwordIn
  /** The number of omitted secrets, by column. */
  const omitted = new Map<string, number>()
  const omit = (column: string) => void omitted.set(column, (omitted.get(column) ?? 0) + 1)

  function handOver(table: string, row: Row): Row {
    const fresh = { ...row }
    for (const column of seals.filter((one) => one.table === table)) {
      const held = row[column.column]
      if (typeof held !== 'string') continue
      if (column.field) assertList(table, held)
      fresh[column.column] =
        mapSeals(column, held, (sealed) => {
          const value = again(sealed, column.purpose, row[column.scope]!)
          if (value === null) omit(`${table}.${column.column}`)
          return value ?? OMITTED
        }) ?? held
    }
    const hash = table === PASSWORD.table ? row[PASSWORD.column] : null
    if (typeof hash === 'string') {
      const value = password(hash, PASSWORD.purpose, row[PASSWORD.scope]!)
      if (value === null) omit(`${table}.${PASSWORD.column}`)
      fresh[PASSWORD.column] = value
    }
    return fresh
  }
  return { handOver, omitted }
}
