import { type FastifyInstance, type FastifySchema, fastify } from 'fastify'
import { singleFlight } from '#kernel/concurrency.ts'

/**
 * The page at /docs. Its script is a 4 MB text inside the package's code and takes 20 MB of memory, so it is loaded when
 * somebody opens the page. It gets an application of its own, because this one accepts no more routes by then.
 */
export function useReference(app: FastifyInstance): void {
  let pages: FastifyInstance | undefined
  const open = singleFlight(async () => (pages ??= await openPages()))
  for (const url of ['/docs/', '/docs/js/scalar.js'])
    app.get(
      url,
      { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema },
      async (_request, reply) => {
        const { statusCode, headers, rawPayload } = await (await open('')).inject(url)
        return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload)
      },
    )
}

async function openPages(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Resguardo · API',
      cdn: '/docs/js/scalar.js',
      url: '/api/v1/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
    },
    hooks: {},
  })
  return pages
}
