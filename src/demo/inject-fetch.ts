import type { Service } from '../service.ts'

/** A `fetch` that reaches the app in this process: no port, no socket. */
export function injectFetch(app: Service['app']): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const reply = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
    })
    const headers = Object.entries(reply.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    )
    const bytes = new Uint8Array(reply.rawPayload)
    return new Response(bytes.length > 0 ? bytes : null, { status: reply.statusCode, headers })
  }
}
