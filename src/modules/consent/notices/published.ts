import { sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { EventType } from '#events/catalogue.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { createLoader } from '#kernel/concurrency.ts'
import { notFound } from '#kernel/failure.ts'
import { etagOf } from '#pages/negotiate.ts'
import { homeOf, publicConfigOf } from './public-config.ts'
import type { NoticeContent } from './rules.ts'
import type { PublicConfig } from './schemas.ts'

/** A notice as the public sees it. */
export interface Published {
  tenantId: string
  noticeId: string
  name: string
  version: number
  content: NoticeContent
  contentHash: string
  data: PublicConfig
  /** The whole answer, serialised once: the same bytes each time, so that its compressed form can be cached. */
  body: Buffer
  etag: string
  suspendedAt: Date | null
  /** The events about decisions that have a subscriber. */
  interests: readonly EventType[]
  subjectSecretNumber: number
  /** A proven person has decided here. An unproven decision must not override theirs. */
  hasProvenSubjects: boolean
}

interface Pointer {
  widget_key: string
  tenant_id: string
  id: string
  version: number
  organization: string
  slug: string
  suspended_at: Date | null
  name: string
  interests: EventType[]
  subject_secret_number: number
  has_proven_subjects: boolean
}

const MOST_CHARACTERS = 32 * 1024 * 1024
const FRESH_MS = 1000
const MOST_KEYS = 10_000

export interface GetPublished {
  (widgetKey: string): Published | Promise<Published>
  /** Makes the next call read the notice again. */
  forget(widgetKey: string): void
}

interface Found {
  published: Published
  readAt: number
  usedAt: number
}

/**
 * A published version never changes, so its answer is serialised once and cached. The version of a key is read at most once
 * a second: a change by this process counts from the next call on, a change by another process a second later. One statement
 * reads the keys of all waiting calls and of all notices shown since the last read, so the cost does not grow with the
 * number of sites. For a key in memory no promise is made.
 */
export function createPublished(access: TenantAccess, tools: Pick<Tools, 'publicUrl'>): GetPublished {
  const answers = new BoundedMap<string, Published>({
    most: MOST_CHARACTERS,
    weigh: ({ body }) => body.length,
  })
  const found = new BoundedMap<string, Found>({ most: MOST_KEYS })
  let sweptAt = Number.NEGATIVE_INFINITY
  const load = createLoader((keys) =>
    access.lookUp('find the notices of widget keys', (db) => read(db, [...keys, ...inUse()])),
  )

  /** Keys in use whose next call would otherwise wait for a read. */
  function inUse(): string[] {
    const halfAgo = performance.now() - FRESH_MS / 2
    if (sweptAt > halfAgo) return []
    sweptAt = performance.now()
    return [...found].filter(([, one]) => one.readAt < halfAgo && one.usedAt > one.readAt).map(([key]) => key)
  }

  async function read(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, Published>> {
    const readAt = performance.now()
    const pointers = await findPointers(db, keys)
    const published = new Map<string, Published>()
    await Promise.all(
      pointers.map(async (pointer) => published.set(pointer.widget_key, await answerOf(db, pointer))),
    )
    for (const key of keys) {
      const one = published.get(key)
      if (one) found.set(key, { published: one, readAt, usedAt: found.get(key)?.usedAt ?? readAt })
      else found.delete(key)
    }
    return published
  }

  async function answerOf(db: Db, pointer: Pointer): Promise<Published> {
    const { id, version, slug, organization, suspended_at: suspendedAt, interests } = pointer
    const subjects = `${pointer.subject_secret_number} ${pointer.has_proven_subjects}`
    const name = `${id} ${version} ${subjects} ${slug} ${organization}`
    const known = answers.get(name)
    if (known)
      return suspendedAt === null && interests.length === 0 ? known : { ...known, suspendedAt, interests }
    const published = await write(db, pointer, tools)
    answers.set(name, { ...published, suspendedAt: null, interests: [] })
    return published
  }

  async function wait(widgetKey: string): Promise<Published> {
    const published = await load(widgetKey)
    if (!published) throw notFound('el aviso de consentimiento')
    return published
  }

  const get = (widgetKey: string) => {
    const now = performance.now()
    const last = found.get(widgetKey)
    if (!last) return wait(widgetKey)
    last.usedAt = now
    const fresh = now - last.readAt < FRESH_MS && last.readAt > access.changedAt(last.published.tenantId)
    return fresh ? last.published : wait(widgetKey)
  }
  return Object.assign(get, { forget: (widgetKey: string) => void found.delete(widgetKey) })
}

function findPointers(db: Db, widgetKeys: readonly string[]): Promise<Pointer[]> {
  return db
    .selectFrom('consent_notices as n')
    .innerJoin('tenants as t', 't.id', 'n.tenant_id')
    .leftJoin('domain_register as d', (join) =>
      join.onRef('d.tenant_id', '=', 'n.tenant_id').onRef('d.id', '=', 'n.domain_id'),
    )
    .select(['n.widget_key', 'n.tenant_id', 'n.id', 'n.version', 't.name as organization', 't.slug'])
    .select(['t.suspended_at', 'n.name', 'n.subject_secret_number', 'n.has_proven_subjects'])
    .select(
      sql<EventType[]>`array(select i.type from event_interests i where i.tenant_id = n.tenant_id)`.as(
        'interests',
      ),
    )
    .where('n.widget_key', '=', sql<string>`any(${widgetKeys}::text[])`)
    .where('n.status', '=', 'PUBLISHED')
    .where((eb) => eb.or([eb('n.domain_id', 'is', null), eb('d.is_active', '=', true)]))
    .$narrowType<{ widget_key: string }>()
    .execute()
}

async function write(db: Db, pointer: Pointer, tools: Pick<Tools, 'publicUrl'>): Promise<Published> {
  const { widget_key: widgetKey, tenant_id, id, version, organization, name, interests } = pointer
  const { content, content_hash, published_at } = await db
    .selectFrom('consent_notice_versions')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('notice_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const data = publicConfigOf({
    widgetKey,
    version,
    content,
    contentHash: content_hash,
    organization,
    home: homeOf(tools, pointer.slug),
    publishedAt: published_at,
  })
  const text = JSON.stringify({ success: true, data })
  return {
    suspendedAt: pointer.suspended_at,
    interests,
    subjectSecretNumber: pointer.subject_secret_number,
    hasProvenSubjects: pointer.has_proven_subjects,
    tenantId: tenant_id,
    noticeId: id,
    name,
    version,
    content,
    contentHash: content_hash,
    data,
    body: Buffer.from(text),
    etag: etagOf(text),
  }
}
