import { setTimeout as wait } from 'node:timers/promises'
import { type Connect, OutboundError } from '#outbound/outbound.ts'
import { LONGEST_MS, MOST_PAGES, PACE_MS, siteOf } from '../rules.ts'
import { visitPages } from './browser-visit.ts'
import { BrowserGone } from './chromium.ts'
import { fetchText } from './fetch.ts'
import { EVERYTHING, type Robots, readRobots } from './robots.ts'
import { createSeen, type Seen } from './seen.ts'
import { readPages } from './static-visit.ts'

export interface Visit {
  /** The address of the domain, with or without its scheme. */
  url: string
  connect: Connect
  /** Undefined: only the text of the pages is read. */
  browser: { path: string; sandbox: boolean } | undefined
  /** The address where a site's owner learns who visits. */
  contact: string
  onProgress: (percent: number) => Promise<void>
  signal: AbortSignal
  limits?: { totalMs?: number; paceMs?: number; pageMs?: number; pageBytes?: number }
}

/** The visitor's name for robots.txt. */
export const AGENT = 'ResguardoScanner'
const MOST_BYTES = 2 * 1024 * 1024
const MOST_ROBOTS_BYTES = 500 * 1024

/** Shared by both kinds of visit: pace, robots.txt, time limit. */
export interface Visitor {
  asking: { connect: Connect; userAgent: string; mostBytes: number; signal: AbortSignal }
  signal: AbortSignal
  pageMs: number
  /** Bytes that one page may load, with everything that belongs to it. */
  pageBytes: number
  /** Whether the host's robots.txt allows the address. */
  admits(url: URL): Promise<boolean>
  /** Waits until the next page may begin. */
  pace(): Promise<void>
  mayVisit(phase: 'before' | 'after'): Promise<boolean>
  tell(): Promise<void>
  reasonOf(error: unknown): string
  now(): number
}

export class Unreachable extends Error {}

/**
 * Visits a site as a stranger would. It ends within its time limit with the items found so far. Throws `Unreachable` with a
 * sentence if nothing can be read.
 */
export async function visitSite(visit: Visit): Promise<Seen> {
  const {
    totalMs = LONGEST_MS,
    paceMs = PACE_MS,
    pageMs = 15_000,
    pageBytes = 40 * 1024 * 1024,
  } = visit.limits ?? {}
  const began = performance.now()
  const over = AbortSignal.any([visit.signal, AbortSignal.timeout(totalMs)])
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 (compatible; ${AGENT}/1.0; +${visit.contact})`
  const asking = { connect: visit.connect, userAgent, mostBytes: MOST_BYTES, signal: over }
  const start = await findStart(visit.url, asking)
  const site = siteOf(start.hostname)
  const collector = createSeen(visit.browser ? 'browser' : 'static', site)
  const robots = new Map<string, Promise<Robots>>()
  const visits = { before: 0, after: 0 }
  let last = Number.NEGATIVE_INFINITY

  const visitor: Visitor = {
    asking,
    signal: over,
    pageMs,
    pageBytes,
    async admits(url) {
      if (robots.size > 20) return false
      const known = robots.get(url.origin) ?? readRobotsOf(url, asking)
      robots.set(url.origin, known)
      return (await known)(url.pathname + url.search)
    },
    async pace() {
      const due = last + paceMs - performance.now()
      if (due > 0) await wait(due, undefined, { signal: over })
      last = performance.now()
    },
    async mayVisit(phase) {
      // The first half of the time is for the pages before a decision.
      const share = phase === 'before' && visit.browser ? 0.45 : 0.85
      if (over.aborted || performance.now() - began > totalMs * share) {
        collector.note('El tiempo de la revisión se acabó antes de ver todas las páginas elegidas.')
        return false
      }
      return visits[phase]++ < MOST_PAGES
    },
    tell: () => {
      const done = (visits.before + visits.after) / ((visit.browser ? 2 : 1) * MOST_PAGES)
      return visit.onProgress(Math.min(95, Math.round(5 + 90 * done)))
    },
    reasonOf,
    now: () => Date.now(),
  }
  try {
    if (visit.browser) await visitPages(start, collector, visitor, visit.browser)
    else await readPages(start, collector, visitor)
  } catch (error) {
    if (visit.signal.aborted) throw error
    if (!over.aborted && !(error instanceof BrowserGone)) throw error
    collector.note(
      over.aborted
        ? 'La revisión llegó a su límite de tiempo y se cortó: el resultado es lo visto hasta entonces.'
        : 'El navegador se cerró antes de terminar, por lo general porque una página pidió demasiado: el resultado es lo visto hasta entonces.',
    )
  }
  const { seen } = collector
  if (seen.items.length === 0 && seen.pages.every(({ problem }) => problem !== null)) {
    throw new Unreachable(
      seen.pages[0]?.problem ?? seen.notes[0] ?? 'No pudimos ver ninguna página del sitio.',
    )
  }
  return seen
}

/** Tries https, and http if the domain says so or nothing else answers. */
export async function findStart(text: string, asking: Visitor['asking']): Promise<URL> {
  const named = /^http:\/\//i.test(text) ? ['http'] : ['https', 'http']
  const bare = text.trim().replace(/^(https?:)?\/\//i, '')
  let problem: unknown
  for (const scheme of named) {
    const url = URL.parse(`${scheme}://${bare}`)
    if (!url) continue
    const site = siteOf(url.hostname)
    try {
      const { url: end } = await fetchText(url, {
        ...asking,
        // The headers give the final address.
        mostBytes: 0,
        mayGo: (next) => siteOf(next.hostname) === site,
      })
      end.hash = ''
      return end
    } catch (error) {
      problem = error
    }
  }
  throw new Unreachable(reasonOf(problem))
}

async function readRobotsOf(url: URL, asking: Visitor['asking']): Promise<Robots> {
  const site = siteOf(url.hostname)
  try {
    const { status, text } = await fetchText(new URL('/robots.txt', url), {
      ...asking,
      mostBytes: MOST_ROBOTS_BYTES,
      mayGo: (next) => siteOf(next.hostname) === site,
    })
    if (status === 200) return readRobots(text, AGENT)
    // A failing server is left alone (RFC 9309, 2.3.1.4).
    return status >= 500 ? () => false : EVERYTHING
  } catch {
    return () => false
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundError) return error.message
  const name = (error as Error | undefined)?.name
  if (name === 'TimeoutError' || name === 'AbortError') return 'El sitio no respondió a tiempo.'
  return 'El sitio no respondió como se esperaba.'
}
