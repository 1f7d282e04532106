import type { Db } from '#db/database.ts'
import type { Doors } from '#db/doors.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import { sharing } from '../sharing.ts'
import type { NoticeContent } from './rules.ts'
import type { PublicConfig } from './schemas.ts'
import '../tables.ts'

/** A notice as the public sees it. */
export interface Published {
  tenantId: string
  noticeId: string
  version: number
  content: NoticeContent
  contentHash: string
  /** The whole answer, written once. */
  body: string
  etag: string
}

interface Pointer {
  tenant_id: string
  id: string
  version: number
  organization: string
}

/**
 * A published version never changes, so its answer is written once and kept. Which version a key leads to is read once
 * a second at most: what this process changes counts from the next call on, what another changes a second later. Calls
 * that come at once share one such read, which bounds what a popular site costs.
 */
const kept = new Map<string, Published>()
let keptCharacters = 0
const MOST_CHARACTERS = 32 * 1024 * 1024

const FRESH_MS = 1000
const MOST_KEYS = 10_000

interface Finder {
  find(widgetKey: string): Promise<Published | undefined>
  found: Map<string, { published: Published; readAt: number }>
}

const finders = new WeakMap<Doors, Finder>()

function finderOf(doors: Doors): Finder {
  const known = finders.get(doors)
  if (known) return known
  const find = sharing((key) => doors.lookUp('find the notice of a widget key', (db) => read(db, key)))
  const finder: Finder = { find, found: new Map() }
  finders.set(doors, finder)
  return finder
}

export async function getPublished(doors: Doors, widgetKey: string): Promise<Published> {
  const { find, found } = finderOf(doors)
  const now = performance.now()
  const last = found.get(widgetKey)
  if (last && now - last.readAt < FRESH_MS && last.readAt > doors.changedAt(last.published.tenantId)) {
    return last.published
  }
  const published = await find(widgetKey)
  found.delete(widgetKey)
  if (!published) throw notFound('el aviso de consentimiento')
  found.set(widgetKey, { published, readAt: now })
  if (found.size > MOST_KEYS) found.delete(found.keys().next().value!)
  return published
}

async function read(db: Db, widgetKey: string): Promise<Published | undefined> {
  const pointer = await db
    .selectFrom('consent_notices as n')
    .innerJoin('tenants as t', 't.id', 'n.tenant_id')
    .leftJoin('domains as d', (join) =>
      join.onRef('d.tenant_id', '=', 'n.tenant_id').onRef('d.id', '=', 'n.domain_id'),
    )
    .select(['n.tenant_id', 'n.id', 'n.version', 't.name as organization'])
    .where('n.widget_key', '=', widgetKey)
    .where('n.status', '=', 'PUBLISHED')
    .where((eb) => eb.or([eb('n.domain_id', 'is', null), eb('d.is_active', '=', true)]))
    .executeTakeFirst()
  if (!pointer) return undefined
  const name = `${pointer.id} ${pointer.version} ${pointer.organization}`
  const known = kept.get(name)
  if (known) return known
  const published = await write(db, widgetKey, pointer)
  keep(name, published)
  return published
}

async function write(
  db: Db,
  widgetKey: string,
  { tenant_id, id, version, organization }: Pointer,
): Promise<Published> {
  const { content, content_hash, published_at } = await db
    .selectFrom('consent_notice_versions')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('notice_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const data: PublicConfig = {
    widgetKey,
    version,
    ...content,
    organization: { name: organization },
    policyLinks: {
      privacyPolicy: linkOf(content.config['privacyPolicyUrl']),
      cookiePolicy: linkOf(content.config['cookiePolicyUrl']),
    },
    contentHash: content_hash,
    publishedAt: iso(published_at),
  }
  const body = JSON.stringify({ success: true, data })
  return {
    tenantId: tenant_id,
    noticeId: id,
    version,
    content,
    contentHash: content_hash,
    body,
    etag: `"${digest(body).slice(0, 32)}"`,
  }
}

function keep(name: string, published: Published): void {
  kept.set(name, published)
  keptCharacters += published.body.length
  for (const [oldest, { body }] of kept) {
    if (keptCharacters <= MOST_CHARACTERS) break
    kept.delete(oldest)
    keptCharacters -= body.length
  }
}

/** Anything but a web address would run as a script of the site that shows the notice. */
function linkOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '') ? value : null
}

/** Whether the caller already has this answer. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
