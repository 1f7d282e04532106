import type { ReadCtx } from '#db/context.ts'
import { allowedOrigin } from '#http/origins.ts'
import { impossible } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { listPublishedKeys } from '#modules/consent/public.ts'
import { findDomain } from '#modules/domains/public.ts'
import { type Connect, OutboundError } from '#outbound/outbound.ts'
import { judgeBanner, tagsIn } from './banner-rules.ts'
import { siteOf } from './rules.ts'
import type { BannerCheck } from './schemas.ts'
import { fetchText } from './visit/fetch.ts'
import { AGENT, findStart, Unreachable } from './visit/visit.ts'

/** Checks on one page whether a site has the banner in the right place. It is not a scan. */

export interface Looked {
  domainId: string
  url: string
  /** The notices that the site may show: their keys, and the pages that they allow. */
  notices: { widgetKey: string; name: string; allowedOrigins: unknown }[]
  contact: string
}

export async function readSite(ctx: ReadCtx, domainId: string): Promise<Looked> {
  const domain = isId(domainId) ? await findDomain(ctx, domainId) : undefined
  if (!domain) throw impossible('domainId', 'El dominio indicado no existe en su organización.')
  return {
    domainId: domain.id,
    url: domain.url,
    notices: await listPublishedKeys(ctx, domain.id),
    contact: ctx.tools.publicUrl,
  }
}

const MOST_BYTES = 1024 * 1024
const LONGEST_MS = 15_000

/** Takes seconds: call it outside of a transaction. */
export async function lookForBanner(connect: Connect, site: Looked, now: Date): Promise<BannerCheck> {
  const { domainId, notices, contact } = site
  const base = { domainId, checkedAt: now.toISOString() }
  try {
    const asking = {
      connect,
      userAgent: `Mozilla/5.0 (compatible; ${AGENT}/1.0; +${contact})`,
      mostBytes: MOST_BYTES,
      signal: AbortSignal.timeout(LONGEST_MS),
    }
    const start = await findStart(site.url, asking)
    const page = await fetchText(start, {
      ...asking,
      mayGo: (next) => siteOf(next.hostname) === siteOf(start.hostname),
    })
    const admitted = notices.filter(
      ({ allowedOrigins }) => allowedOrigin(allowedOrigins, page.url.origin) !== undefined,
    )
    const { works, findings } = judgeBanner({
      status: page.status,
      isHtml: /html/.test(page.type),
      tags: tagsIn(page.text),
      keys: notices.map(({ widgetKey }) => widgetKey),
      admittedKeys: admitted.map(({ widgetKey }) => widgetKey),
    })
    return { ...base, url: `${page.url.origin}${page.url.pathname}`, works, findings }
  } catch (error) {
    const why =
      error instanceof OutboundError || error instanceof Unreachable
        ? error.message
        : 'El sitio no respondió a tiempo.'
    const finding = {
      ok: false,
      message: `No pudimos leer ${site.url}. ${why}`,
      action: 'Revise que el sitio esté en línea y que su dirección esté bien escrita en Dominios.',
    }
    return { ...base, url: site.url, works: false, findings: [finding] }
  }
}
