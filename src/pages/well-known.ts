import type { FastifyInstance, FastifySchema } from 'fastify'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b57a4" d="M16 2 4 6v9c0 7.5 5 12.7 12 15 7-2.3 12-7.5 12-15V6z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m10.5 16 4 4 7-8"/></svg>
`

/** Search engines may list published policies. Other addresses carry folios and keys and must not be listed. */
const ROBOTS = `User-agent: *
Allow: /api/v1/public/policies/
Disallow: /api/
Disallow: /docs
`

/** The files that browsers and search engines request by themselves. */
export function useWellKnown(app: FastifyInstance): void {
  const files = {
    '/favicon.ico': ['image/svg+xml', ICON],
    '/robots.txt': ['text/plain; charset=utf-8', ROBOTS],
  } as const
  for (const [path, [type, content]] of Object.entries(files))
    app.get(
      path,
      {
        config: { role: 'PUBLIC', budget: 'none' },
        schema: { hide: true } as FastifySchema,
        logLevel: 'warn',
      },
      (_request, reply) => reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    )
}
