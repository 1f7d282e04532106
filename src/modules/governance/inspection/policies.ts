import { findPublishedDocument as findCookiePolicy } from '#modules/cookie-policy/public.ts'
import { findPublishedDocument as findPrivacyPolicy } from '#modules/privacy-policy/public.ts'
import { drawn, type Entry, type Making, numbered } from './entries.ts'
import { policyDocument } from './policy-document.ts'
import * as repo from './repo.ts'

type Published = Awaited<ReturnType<typeof findPrivacyPolicy>> | Awaited<ReturnType<typeof findCookiePolicy>>

/** Those in force of every active entity and public site, each once. */
export async function* policies({ read, draw }: Making): AsyncGenerator<Entry> {
  const { entities, domains } = await read(repo.listScopes)
  const seen = new Set<string>()
  function* once(found: Published, name: string): Generator<Entry> {
    if (!found || seen.has(found.row.id)) return
    const { row, document } = found
    const label = `${document.title}, versión ${row.version}`
    yield {
      name: numbered(seen.size, document.title, `version ${row.version}`),
      label,
      content: drawn(draw, () => policyDocument(document, row, name)),
    }
    seen.add(row.id)
  }
  for (const { id, name } of entities) {
    yield* once(await read((ctx) => findPrivacyPolicy(ctx, id)), name)
    yield* once(await read((ctx) => findCookiePolicy(ctx, { legalEntityId: id })), name)
  }
  for (const { id, url } of domains)
    yield* once(await read((ctx) => findCookiePolicy(ctx, { domainId: id })), url)
}
