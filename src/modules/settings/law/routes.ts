import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as law from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/law', {
    id: 'showLaw',
    summary: 'Ver lo que fija la ley: vigencia, plazos, multas, feriados, UTM y la Agencia',
    role: 'VIEWER',
    query: schemas.LawQuery,
    ok: schemas.LawInForce,
    read: (ctx, { query }) => law.showLaw(ctx, query),
  })
}
