import { buffer } from 'node:stream/consumers'
import type { FastifySchema } from 'fastify'
import { sql } from 'kysely'
import { assertShown } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { App } from '#http/types.ts'
import { notFound } from '#kernel/failure.ts'
import { isUnstorable } from '#kernel/text.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage, type Storage } from '#storage/storage.ts'

/** Pictures only, judged by their bytes. SVG can contain scripts: it counts as text and is not served here. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The logo of an organisation, for its public pages, its letters and the forms on its own site. */
export function pages(app: App, { config }: ModuleDeps): void {
  const storage = createStorage(config)

  app.get<{ Params: { slug: string } }>(
    '/p/:slug/logo',
    { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema },
    async (req, reply) => {
      const { slug } = req.params
      const found = isUnstorable(slug)
        ? undefined
        : await app.access.lookUp('find the logo of an organisation', (db) => findLogo(db, slug))
      if (!found) throw notFound('el logo')
      assertShown(found.suspended_at)
      const etag = `"${found.sha256}"`
      reply.headers({
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      })
      if (req.headers['if-none-match'] === etag) return reply.code(304).send()
      const stream = await storedOrRefused(req, storage.get(`${found.tenant_id}/${found.id}`))
      return reply.type(found.content_type).header('content-length', found.size_bytes).send(stream)
    },
  )
}

/** The file that the organisation's settings name (`branding.logoFileId`). */
function findLogo(db: Db, slug: string) {
  return (
    db
      .selectFrom('tenants as t')
      .innerJoin('files as f', (join) =>
        join
          .onRef('f.tenant_id', '=', 't.id')
          .on(sql<boolean>`f.id::text = lower(t.branding ->> 'logoFileId')`),
      )
      .select(['f.tenant_id', 'f.id', 'f.content_type', 'f.size_bytes', 'f.sha256', 't.suspended_at'])
      .where('t.slug', '=', slug)
      // Files from citizens and files of records are never public.
      .where('f.kind', 'is', null)
      .where('f.entity_type', 'is', null)
      .where('f.content_type', 'in', PICTURES)
      .executeTakeFirst()
  )
}

/** The formats that a PDF can hold, and the largest size. */
const DRAWN = ['image/png', 'image/jpeg']
const MOST_DRAWN_BYTES = 500_000

/** The pictures of an organisation that can go on a document: `logoFileId` and `preparedByLogoFileId`. */
export function findLogos({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants as t')
    .innerJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 't.id').on(NAMED))
    .select(['f.tenant_id', 'f.id', 'f.content_type'])
    .select(sql<boolean>`f.id::text = lower(t.branding ->> 'logoFileId')`.as('is_owner'))
    .where('t.id', '=', tenantId)
    .where('f.kind', 'is', null)
    .where('f.entity_type', 'is', null)
    .where('f.content_type', 'in', DRAWN)
    .where('f.size_bytes', '<=', MOST_DRAWN_BYTES)
    .execute()
}

const NAMED = sql<boolean>`f.id::text in (lower(t.branding ->> 'logoFileId'), lower(t.branding ->> 'preparedByLogoFileId'))`

/** The logos as data URLs. Reads from storage, so do not call it inside a transaction. */
export async function readLogos(
  storage: Pick<Storage, 'get'>,
  found: Awaited<ReturnType<typeof findLogos>>,
): Promise<{ owner?: string; maker?: string }> {
  const read = await Promise.all(
    found.map(async ({ tenant_id, id, content_type, is_owner }) => {
      const bytes = await buffer(await storage.get(`${tenant_id}/${id}`))
      if (content_type === 'image/png' && !isSmallPng(bytes)) return {}
      const url = `data:${content_type};base64,${bytes.toString('base64')}`
      return is_owner ? { owner: url } : { maker: url }
    }),
  )
  return Object.assign({}, ...read)
}

const MOST_SIDE = 4000
const MOST_POINTS = 4_000_000
const CHUNKS_BEGIN = 8

/** Checks the claimed size. The PDF library trusts it: a hundred bytes could claim gigabytes or chunks without end. */
export function isSmallPng(bytes: Buffer): boolean {
  if (bytes.length < 33) return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (Math.max(width, height) > MOST_SIDE || width * height > MOST_POINTS) return false
  for (let at = CHUNKS_BEGIN; at < bytes.length; ) {
    if (at + 12 > bytes.length) return false
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return false
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = end
  }
  return false
}

/** A file that pages and documents show as a logo cannot be deleted. */
export async function isLogo({ db, tenantId }: { db: Db; tenantId: string }, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where(sql`${key}`, 'in', [
      sql`lower(branding ->> 'logoFileId')`,
      sql`lower(branding ->> 'preparedByLogoFileId')`,
    ])
    .executeTakeFirst()
  return row !== undefined
}
