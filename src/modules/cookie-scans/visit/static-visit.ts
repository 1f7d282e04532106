import { mayFollow, siteOf } from '../rules.ts'
import { fetchText } from './fetch.ts'
import type { Collector } from './seen.ts'
import type { Visitor } from './visit.ts'

/** Without a browser: the text and the headers of the pages. What scripts do is not seen. */
export async function readPages(start: URL, { seen, add, note }: Collector, visitor: Visitor): Promise<void> {
  const site = siteOf(start.hostname)
  note(
    'Esta revisión leyó el texto de las páginas, sin navegador: no ve lo que hacen los programas de cada página. Para una revisión completa, quien administra el servicio debe ponerle un navegador.',
  )
  const waiting = [start]
  const known = new Set([start.href])
  while (waiting.length > 0 && (await visitor.mayVisit('before'))) {
    const url = waiting.shift()!
    if (!(await visitor.admits(url))) {
      seen.pages.push({ url: shown(url), status: null, problem: 'robots.txt pide no visitarla.' })
      continue
    }
    await visitor.pace()
    try {
      const page = await fetchText(url, {
        ...visitor.asking,
        mayGo: (next) => siteOf(next.hostname) === site,
      })
      seen.pages.push({ url: shown(url), status: page.status, problem: null })
      for (const { line, url: from } of page.cookies) {
        const cookie = cookieOf(line, from, page.url, visitor.now())
        if (cookie) add('before', cookie)
      }
      if (!/html/.test(page.type)) continue
      if (/\/w\/[^/"']+\/banner\.js/.test(page.text)) seen.banner = true
      for (const host of hostsIn(page.text, page.url)) {
        if (siteOf(host) !== site)
          add('before', {
            kind: 'host',
            name: host,
            domain: host,
            page: page.url.href,
            writer: 'page',
            source: page.url.href,
          })
      }
      for (const link of linksIn(page.text, page.url)) {
        link.hash = ''
        link.search = ''
        if (!mayFollow(link, site) || known.has(link.href) || known.size > 200) continue
        known.add(link.href)
        waiting.push(link)
      }
    } catch (error) {
      seen.pages.push({ url: shown(url), status: null, problem: visitor.reasonOf(error) })
    }
    await visitor.tell()
  }
}

const shown = ({ origin, pathname }: URL) => `${origin}${pathname}`

/** Undefined for a line that deletes a cookie, and for a value without a name. */
export function cookieOf(line: string, from: URL, page: URL, now: number) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const value = (name: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const age = Number(value('max-age') || Number.NaN)
  const expires = Date.parse(value('expires') ?? '')
  const seconds = Number.isFinite(age)
    ? age
    : Number.isFinite(expires)
      ? Math.round((expires - now) / 1000)
      : null
  if (seconds !== null && seconds <= 0) return undefined
  // Without «=» browsers take the whole pair as the value.
  const name = pair.includes('=') ? pair.split('=', 1)[0]!.trim() : ''
  if (name === '') return undefined
  const has = (name: string) => attributes.some((one) => one.toLowerCase() === name)
  return {
    kind: 'cookie' as const,
    name,
    domain: (value('domain') || from.hostname).toLowerCase(),
    page: page.href,
    seconds,
    httpOnly: has('httponly'),
    secure: has('secure'),
    writer: 'response' as const,
    source: from.href,
  }
}

/** Foreign hosts that a browser would request to show the page. */
export function hostsIn(html: string, base: URL): Set<string> {
  const tags = html.matchAll(/<(?:script|iframe|img|embed|source|video|audio|link)\b[^<>]{0,2000}>/gi)
  const found = [...tags].flatMap(([tag]) => {
    const rel = /\brel\s{0,9}=\s{0,9}["']?([^"'>=]{0,100})/i.exec(tag)?.[1] ?? ''
    if (/^<link/i.test(tag) && !/stylesheet|preload|icon/i.test(rel)) return []
    const [, , address] = /\b(src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag) ?? []
    const url = address && URL.parse(address, base.href)
    return url && /^https?:$/.test(url.protocol) ? [url.hostname] : []
  })
  return new Set(found)
}

export function linksIn(html: string, base: URL): URL[] {
  return [...html.matchAll(/<a\b[^<>]{0,2000}?\bhref\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(
    ([, address]) => URL.parse(address!, base.href) ?? [],
  )
}
