import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import { KINDS } from './kinds.ts'
import * as schemas from './schemas.ts'
import { search } from './service.ts'

export function routes(app: App): void {
  const route = endpoints(app, 'search')

  route.get('/search', {
    id: 'search',
    summary: 'Buscar en todo lo que usted puede ver',
    description: `Por grupos: ${KINDS.map(({ type }) => type).join(', ')}. Una clave de API busca con «q» en cada lista.`,
    role: 'VIEWER',
    personOnly: true,
    query: schemas.SearchQuery,
    ok: schemas.SearchResult,
    read: (ctx, { query }) => search(ctx, query),
  })
}
