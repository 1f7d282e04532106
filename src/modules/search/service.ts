import type { ReadCtx } from '#db/context.ts'
import { consolePath, hasConsolePath } from '#kernel/console-paths.ts'
import { iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { reaches } from '#kernel/roles.ts'
import { wordsIn } from '#kernel/words.ts'
import { type Holder, listHolders } from '#modules/files/public.ts'
import { KINDS, type Kind } from './kinds.ts'
import { findKinds, findRows, findSlug } from './repo.ts'
import type { SearchQuery, SearchResult } from './schemas.ts'
import { SUBTITLES } from './words.ts'

/**
 * Finds all records with the words that the person may list, in two batches: the kinds with a match, then their rows. Common
 * words that rarely meet take up to two more; found files take one more, for their records.
 */
export async function search(ctx: ReadCtx, { q = '', types, limit }: SearchQuery): Promise<SearchResult> {
  const asked = chosen(types)
  const words = wordsIn(q)
  if (words.length === 0) return { groups: [] }
  const [slug, led] = await Promise.all([findSlug(ctx), findKinds(ctx, asked, words)])
  const found = await Promise.all(led.map((one) => findRows(ctx, one, limit)))
  const holders = await listHolders(
    ctx,
    led.flatMap(({ kind }, at) => (kind.type === 'file' ? found[at]!.map(({ id }) => id) : [])),
  )
  const role = await ctx.role()
  const groups = led.flatMap(({ kind: { type, label, role: needed } }, at) => {
    const rows = found[at]!
    if (rows.length === 0 || role === undefined || !reaches(role, needed)) return []
    const said = SUBTITLES[type] ?? ((subtitle: string) => subtitle)
    const items = rows.map(({ id, title, subtitle, state, updated_at }) => ({
      entityType: type,
      entityId: id,
      title,
      subtitle: subtitle === null ? null : said(subtitle),
      state,
      url: type === 'file' ? placeOfFile(slug, holders.get(id)) : consolePath(slug, type, id),
      updatedAt: iso(updated_at),
    }))
    return [{ type, label, total: rows[0]!.total, items }]
  })
  return { groups }
}

/** The page of the file's record. */
function placeOfFile(slug: string, holder: Holder | undefined): string | null {
  if (!holder || !hasConsolePath(holder.entityType)) return null
  return consolePath(slug, holder.entityType, holder.entityId)
}

function chosen(types: string | undefined): readonly Kind[] {
  const names = types?.split(',').map((name) => name.trim()) ?? []
  const wanted = names.filter((name) => name !== '')
  if (wanted.length === 0) return KINDS
  const known = KINDS.map(({ type }): string => type)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const message = `No se busca en «${unknown}». Use una o más de estas clases: ${known.join(', ')}.`
    throw new Failure('malformed', message, { details: [{ path: 'types', message }] })
  }
  return KINDS.filter(({ type }) => wanted.includes(type))
}
