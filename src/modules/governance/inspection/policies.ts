import { policyPaper } from '#documents/print.ts'
import { findPublishedDocument as findCookiePolicy } from '#modules/cookie-policy/public.ts'
import { findPublishedDocument as findPrivacyPolicy } from '#modules/privacy-policy/public.ts'
import { drawn, type Entry, type Making, numbered } from './entries.ts'
import * as repo from './repo.ts'

type Published = Awaited<ReturnType<typeof findPrivacyPolicy>> | Awaited<ReturnType<typeof findCookiePolicy>>

/** The policies in force of all active entities and public sites, each once. */
export async function* policies({ read, draw }: Making): AsyncGenerator<Entry> {
  const { entities, domains } = await read(repo.listScopes)
  const seen = new Set<string>()
  function* once(found: Published): Generator<Entry> {
    if (!found || seen.has(found.row.id)) return
    const { row, document } = found
    const label = `${document.title}, versión ${row.version}`
    yield {
      name: numbered(seen.size, document.title, `version ${row.version}`),
      label,
      content: drawn(draw, () => policyPaper(row, document)),
    }
    seen.add(row.id)
  }
  for (const { id } of entities) {
    yield* once(await read((ctx) => findPrivacyPolicy(ctx, id)))
    yield* once(await read((ctx) => findCookiePolicy(ctx, { legalEntityId: id })))
  }
  for (const { id } of domains) yield* once(await read((ctx) => findCookiePolicy(ctx, { domainId: id })))
}
