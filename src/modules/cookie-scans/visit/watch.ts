import { siteOf } from '../rules.ts'
import type { Message } from './chromium.ts'
import type { Collector } from './seen.ts'
import { cookieOf } from './static-visit.ts'

export type Phase = 'before' | 'after'

const MOST_NOTED = 5000
const LONGEST_NOTED = 2000

const BANNER = /\/w\/[^/]+\/banner\.js/

/** Chromium's maximum, whatever the site asks for. */
const LONGEST_KEPT_SECONDS = 400 * 86_400

function keptFor(seconds: number | null): number | null {
  return seconds === null ? null : Math.min(seconds, LONGEST_KEPT_SECONDS)
}

/** Our banner wraps network calls, so the caller behind it is the requester. */
function writerIn(frames: readonly { url: string }[]): string | undefined {
  return (frames.find(({ url }) => !BANNER.test(url)) ?? frames[0])?.url
}

/** Listens to a tab and its frames: requests, responses, and who writes what. */
export function createWatch(collector: Collector, binding: string, now: () => number) {
  const writers = new Map<string, { writer: 'response' | 'script'; source: string | null }>()
  /** For each request its addresses, redirects included, and the number of responses read. */
  const requests = new Map<string, { addresses: string[]; answered: number }>()
  let phase: Phase = 'before'
  let page = ''
  let status: number | null = null
  let lastRequest = 0
  let onLoad: (() => void) | undefined

  function noteWriter(
    kind: string,
    name: string,
    writer: 'response' | 'script',
    source: string | null,
  ): void {
    const key = `${kind} ${name}`
    if (writers.size < MOST_NOTED && key.length < LONGEST_NOTED && !writers.has(key))
      writers.set(key, { writer, source })
  }

  function noteRequest(id: string, address: string): void {
    const known = requests.get(id)
    if (known) known.addresses.push(address)
    else if (requests.size < MOST_NOTED) requests.set(id, { addresses: [address], answered: 0 })
  }

  /**
   * The browser may report a redirect before the headers of the response behind it. Responses come in the order of the
   * addresses.
   */
  function answerFrom(id: string): string | null {
    const known = requests.get(id)
    return known?.addresses[Math.min(known.answered++, known.addresses.length - 1)] ?? null
  }

  const HEARD: Record<string, (params: Message['params'], isMain: boolean) => void> = {
    'Network.requestWillBeSent'({
      requestId,
      request,
      type,
      initiator,
      redirectResponse,
      redirectHasExtraInfo,
    }) {
      lastRequest = performance.now()
      // The browser sends no further report of this response.
      if (redirectResponse && redirectHasExtraInfo === false) answerFrom(requestId)
      const url = URL.parse(request.url)
      if (!url || !/^(https?|wss?):$/.test(url.protocol)) return
      noteRequest(requestId, request.url.slice(0, LONGEST_NOTED))
      if (siteOf(url.hostname) === siteOf(URL.parse(page)?.hostname ?? '')) return
      const script = initiator?.url ?? writerIn(initiator?.stack?.callFrames ?? [])
      collector.add(phase, {
        kind: 'host',
        name: url.hostname,
        domain: url.hostname,
        page,
        writer: initiator?.type === 'script' ? 'script' : 'page',
        source: script || (type === 'Document' ? request.url : page),
      })
    },
    'Network.responseReceived'({ type, response }, isMain) {
      if (isMain && type === 'Document') status = response.status
    },
    // A cookie that our banner deletes again was set all the same, and was sent with the requests in between.
    'Network.responseReceivedExtraInfo'({ requestId, headers, blockedCookies = [] }) {
      const source = answerFrom(requestId)
      const lines = headers['set-cookie'] ?? headers['Set-Cookie']
      if (!lines) return
      const refused = new Set(
        blockedCookies.map(({ cookieLine }: { cookieLine: string }) => cookieLine.trim()),
      )
      for (const line of String(lines).split('\n').slice(0, 100)) {
        noteWriter('cookie', line.split('=', 1)[0]!.trim(), 'response', source)
        // The request is unknown, so the cookie's host is too. If it is kept, the browser's cookie list has it.
        const from = source === null ? null : URL.parse(source)
        const cookie = from && !refused.has(line.trim()) && cookieOf(line, from, new URL(page), now())
        if (cookie) collector.add(phase, { ...cookie, seconds: keptFor(cookie.seconds) })
      }
    },
    'Network.webSocketCreated'({ requestId, url }) {
      HEARD['Network.requestWillBeSent']!({ requestId, request: { url } }, false)
    },
    'Runtime.bindingCalled'({ name, payload }) {
      if (name !== binding || payload.length > 2000) return
      const [kind, key, source] = JSON.parse(payload) as [string, string, string]
      noteWriter(String(kind), String(key), 'script', source ? String(source) : null)
    },
    'Page.loadEventFired'(_params, isMain) {
      if (isMain) onLoad?.()
    },
  }

  return {
    get page() {
      return page
    },
    get status() {
      return status
    },
    begin(next: Phase, url: URL): void {
      phase = next
      page = url.href
      status = null
      requests.clear()
      lastRequest = performance.now()
    },
    loaded: () =>
      new Promise<void>((done) => {
        onLoad = done
      }),
    quietFor: () => performance.now() - lastRequest,
    hear({ method, params }: Message, isMain: boolean): void {
      try {
        HEARD[method ?? '']?.(params, isMain)
      } catch {
        // A page may call the binding with anything.
      }
    },
    writerOf: (kind: string, name: string) => writers.get(`${kind} ${name}`) ?? {},
  }
}
