import type { IncomingMessage } from 'node:http'

const NOWHERE = '/-'

/**
 * A url that cannot be decoded names nothing. Sent where nothing is, it is counted, answered and signed like any other
 * unknown route, instead of by the router alone.
 */
export function routableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url === '/docs') return '/docs/'
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return url
  } catch {
    return NOWHERE
  }
}
