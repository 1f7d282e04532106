import type { IncomingMessage } from 'node:http'

const NOWHERE = '/-'

/**
 * An undecodable url names nothing. It is rewritten to an unknown path, so that it is counted, answered and signed like
 * any other unknown route. Otherwise the router alone would answer it.
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
