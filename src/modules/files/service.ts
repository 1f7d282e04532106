import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Selectable } from 'kysely'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { lockTenant, MOST_ROWS, together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import type { HoldsFiles } from './public.ts'
import { HEAD_BYTES, LARGEST_BYTES, tidyName, typeOf } from './rules.ts'
import { FILES, type FilesQuery, type ListedFile, type StoredFile } from './schemas.ts'
import type { FileKind } from './uploads/rules.ts'
import { fileView } from './views.ts'

export const files = tenantTable('files')
const FILE = 'el archivo'

/** A complete upload of an accepted type. It has no row yet. */
export interface Arrival {
  key: string
  name: string
  contentType: string
  size: number
  sha256: string
  temporaryFile: string
}

/** Writes the bytes to a temporary file; counts, hashes and identifies them. Call it before any transaction. */
export async function receive(
  stream: Readable,
  filename: string,
  directory: string,
  bound = { largest: LARGEST_BYTES, tooLarge },
): Promise<Arrival> {
  const key = newId()
  const name = tidyName(filename)
  const temporaryFile = join(directory, `resguardo-${key}`)
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > bound.largest) throw bound.tooLarge()
          if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(temporaryFile, { mode: 0o600, flags: 'wx' }),
    )
    const contentType = typeOf(head, name)
    if (contentType === undefined) throw unknownType(size)
    return { key, name, contentType, size, sha256: hash.digest('hex'), temporaryFile }
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

export function tooLarge(): Failure {
  return new Failure('tooLarge', 'El archivo supera el máximo de 20 MiB.')
}

function unknownType(size: number): Failure {
  const message =
    size === 0
      ? 'El archivo está vacío.'
      : 'El tipo del archivo no se acepta. Envíe PDF, imágenes, audio, video, texto, CSV, correo, ZIP o documentos de oficina.'
  return new Failure('impossible', message, { details: [{ path: 'file', message }] })
}

/** The record that a file belongs to. */
export interface Holder {
  entityType: string
  entityId: string
}

type Holders = ReadonlyMap<string, HoldsFiles>

/** Refuses one field without the other. */
export function holderOf({ entityType = '', entityId = '' }: Record<string, string>): Holder | undefined {
  if (entityType === '' && entityId === '') return undefined
  const message = 'Indique entityType y entityId juntos, o ninguno de los dos.'
  if (entityType === '') throw impossible('entityType', message)
  if (entityId === '') throw impossible('entityId', message)
  return { entityType, entityId }
}

/** A record of another organisation counts as missing. */
export async function assertHolds(
  ctx: ReadCtx,
  holders: Holders,
  { entityType, entityId }: Holder,
): Promise<Holder> {
  const holds = holders.get(entityType)
  if (!holds) {
    const known = [...holders.keys()].sort().join(', ')
    throw impossible('entityType', `Un archivo puede respaldar: ${known}.`)
  }
  if (!isId(entityId) || !(await holds(ctx, canonicalId(entityId))))
    throw impossible('entityId', 'El registro que el archivo respalda no existe.')
  return { entityType, entityId: canonicalId(entityId) }
}

export async function recordFile(
  ctx: WriteCtx,
  { key, name, contentType, size, sha256 }: Arrival,
  of?: Holder,
): Promise<StoredFile> {
  await assertFits(ctx, size)
  const file = {
    id: key,
    name,
    content_type: contentType,
    size_bytes: size,
    sha256,
    uploaded_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    ...(of && { entity_type: of.entityType, entity_id: of.entityId }),
  }
  await together(
    files.insert(ctx, file),
    audit(ctx, { action: 'upload', entityType: 'file', entityId: key, after: file }),
  )
  return { key, name, contentType, size, sha256, createdAt: iso(ctx.now) }
}

/** The plan limits each organisation, as all share the disk. The lock makes concurrent uploads count in turn. */
export async function assertFits(ctx: WriteCtx, size: number): Promise<void> {
  await lockTenant(ctx)
  const { storageBytes: limit } = PLANS[ctx.plan]
  if ((await storedBytes(ctx)) + size <= limit) return
  const message =
    'Su organización ya usa todo el espacio de su plan. Elimine archivos que no necesite o cambie de plan.'
  throw new Failure('planLimit', message, {
    details: [{ path: 'file', message, rule: 'storageBytes', limit }],
  })
}

/** Bytes of files that members uploaded. */
export async function storedBytes(ctx: ReadCtx): Promise<number> {
  return (await bytesKept(ctx)).own
}

/** Bytes of files from outside. They have a quota of their own, as large as that of members. */
export async function citizenBytes(ctx: ReadCtx): Promise<number> {
  return (await bytesKept(ctx)).citizens
}

async function bytesKept(ctx: ReadCtx): Promise<{ own: number; citizens: number }> {
  const { own, citizens } = await files
    .select(ctx)
    .select((eb) => {
      const bytes = eb.fn.sum<number | null>('size_bytes')
      return [
        bytes.filterWhere('kind', 'is', null).as('own'),
        bytes.filterWhere('kind', 'is not', null).as('citizens'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { own: Number(own ?? 0), citizens: Number(citizens ?? 0) }
}

/**
 * The organisation's files, or those of one record: the files that came with it and those it names as evidence. `types`
 * limits the list to records of these kinds and files of no record.
 */
export async function listFiles(
  ctx: ReadCtx,
  query: FilesQuery,
  namedBy: (ctx: ReadCtx, entityType: string, entityId: string) => Promise<string[]>,
  types: readonly string[] | undefined,
) {
  const { entityType, entityId } = query
  let rows = files.select(ctx).selectAll()
  if (types)
    rows = rows.where((eb) =>
      eb.or([eb('entity_type', 'is', null), eb('entity_type', '=', eb.fn.any(eb.val(types)))]),
    )
  if (entityType !== undefined && entityId !== undefined) {
    const isShown = types === undefined || types.includes(entityType)
    const named = isShown ? await namedBy(ctx, entityType, entityId) : []
    rows = rows.where((eb) =>
      eb.or([
        eb.and([eb('entity_type', '=', entityType), eb('entity_id', '=', entityId)]),
        ...(named.length > 0 ? [eb('id', 'in', named)] : []),
      ]),
    )
  }
  const { rows: shown, ...page } = await listPage(ctx, FILES, rows, query)
  return { items: shown.map((row) => fileView(row)), ...page }
}

/** Files that came with a record from outside, oldest first. Files that members added are not included. */
export async function listSentWith(ctx: ReadCtx, entityType: string, entityId: string) {
  const rows = await files
    .select(ctx)
    .selectAll()
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .where('kind', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((row) => fileView(row))
}

export type KeptFile = Selectable<Tables['files']>

/** All files of these records, from outside or from members, oldest first. */
export function listKeptWith(
  ctx: ReadCtx,
  entityType: string,
  entityIds: readonly string[],
): Promise<KeptFile[]> {
  if (entityIds.length === 0) return Promise.resolve([])
  return files
    .select(ctx)
    .selectAll()
    .where('entity_type', '=', entityType)
    .where('entity_id', 'in', entityIds)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
}

/** Deletes the rows of expired copies. Returns the ids whose bytes must be removed afterwards. */
export async function forgetKept(
  ctx: WriteCtx,
  of: Pick<Holder, 'entityType'>,
  ids: readonly string[],
): Promise<string[]> {
  const gone: string[] = []
  for (const id of ids) {
    const before = await files.find(ctx, id)
    if (before?.entity_type !== of.entityType) continue
    const { content_type, size_bytes, sha256, kind, entity_id } = before
    await together(
      files.remove(ctx, id),
      audit(ctx, {
        action: 'delete',
        entityType: 'file',
        entityId: id,
        before: { content_type, size_bytes, sha256, kind, entityType: of.entityType, entityId: entity_id },
      }),
    )
    gone.push(id)
  }
  return gone
}

/** The same files by record, in the form that is shown. */
export async function groupKeptWith(
  ctx: ReadCtx,
  entityType: string,
  entityIds: readonly string[],
): Promise<Map<string, ListedFile[]>> {
  const rows = await listKeptWith(ctx, entityType, entityIds)
  const kept = Map.groupBy(rows, ({ entity_id }) => entity_id!)
  return new Map([...kept].map(([id, own]) => [id, own.map((row) => fileView(row))]))
}

/** Assigns stored files to this record. Skips files that already have one. */
export async function keepWith(
  { db, tenantId }: WriteCtx,
  keys: readonly string[],
  { entityType, entityId }: Holder,
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('files')
    .set({ entity_type: entityType, entity_id: entityId })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', keys)
    .where('entity_id', 'is', null)
    .execute()
}

/** The sender takes back a file while the record can still be changed. The bytes are removed afterwards. */
export async function removeSent(ctx: WriteCtx, of: Holder, key: string): Promise<void> {
  const before = await findKept(ctx, of, key)
  if (!before || before.kind === null) return
  const { content_type, size_bytes, sha256, kind } = before
  await together(
    files.remove(ctx, before.id),
    audit(ctx, {
      action: 'delete',
      entityType: 'file',
      entityId: before.id,
      before: { content_type, size_bytes, sha256, kind, ...of },
    }),
  )
}

/**
 * A file that a member uploaded becomes part of a record, like a paper that came with it. A file that is missing or belongs
 * to another record is refused (422).
 */
export async function attachKept(
  ctx: WriteCtx,
  of: Holder,
  { path, key, kind }: { path: string; key: string; kind: FileKind },
): Promise<string> {
  const before = isId(key) ? await files.lock(ctx, canonicalId(key)) : undefined
  if (!before) throw impossible(path, 'El archivo indicado no existe en su organización. Súbalo otra vez.')
  const isOwn = before.entity_type === of.entityType && before.entity_id === of.entityId
  if (before.entity_type !== null && !isOwn)
    throw impossible(path, `«${before.name}» ya respalda otro registro.`)
  if (before.kind !== null) return before.id
  const { content_type, size_bytes, sha256 } = before
  await together(
    files.update(ctx, before.id, { entity_type: of.entityType, entity_id: of.entityId, kind }),
    audit(ctx, {
      action: 'attach',
      entityType: 'file',
      entityId: before.id,
      after: { content_type, size_bytes, sha256, kind, ...of },
    }),
  )
  return before.id
}

/** Undefined if the file does not belong to this record. */
export async function findKept(ctx: ReadCtx, { entityType, entityId }: Holder, key: string) {
  const file = isId(key) ? await files.find(ctx, canonicalId(key)) : undefined
  return file?.entity_type === entityType && file.entity_id === entityId ? file : undefined
}

/** The record of each of these files, by the key of the file. */
export async function listHolders(ctx: ReadCtx, keys: readonly string[]): Promise<Map<string, Holder>> {
  if (keys.length === 0) return new Map()
  const rows = await files.select(ctx).selectAll().where('id', 'in', keys).execute()
  return new Map(
    rows.flatMap(({ id, entity_type: entityType, entity_id: entityId }) =>
      entityType === null || entityId === null ? [] : [[id, { entityType, entityId }]],
    ),
  )
}

export async function findFile(ctx: ReadCtx, key: string) {
  return found(await files.find(ctx, key), FILE)
}

/** A file that a record names as evidence cannot be deleted. */
export async function deleteFile(
  ctx: WriteCtx,
  key: string,
  isUsed: (ctx: ReadCtx, key: string) => Promise<boolean>,
  holders: Holders,
): Promise<void> {
  const before = found(await files.lock(ctx, key), FILE)
  // A file from outside is part of its record.
  if (before.kind !== null || (await isHeld(ctx, holders, before)) || (await isUsed(ctx, before.id))) {
    throw new Failure(
      'conflict',
      `«${before.name}» respalda un registro, o es el logo de su organización, y no se puede eliminar.`,
    )
  }
  await together(
    files.remove(ctx, before.id),
    audit(ctx, { action: 'delete', entityType: 'file', entityId: before.id, before }),
  )
}

/** True if its record still exists. */
async function isHeld(
  ctx: ReadCtx,
  holders: Holders,
  { entity_type, entity_id }: { entity_type: string | null; entity_id: string | null },
): Promise<boolean> {
  if (entity_type === null || entity_id === null) return false
  return (await holders.get(entity_type)?.(ctx, entity_id)) ?? false
}
