import { documentRoutes } from '#documents/download.ts'
import { Diff, DiffQuery, PolicyDrift, Publication } from '#documents/schemas.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay } from '#http/scopes.ts'
import type { Routes } from '#http/types.ts'
import { policyRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'cookie-policy')

  route.post('/cookie-policy/generate', {
    id: 'generateCookiePolicy',
    summary: 'Redactar una versión nueva desde los avisos de consentimiento publicados',
    role: 'APPROVER',
    record: policyRecord,
    body: schemas.Generation,
    created: schemas.Policy,
    act: (ctx, { body }) => policies.generatePolicy(ctx, body),
  })

  route.get('/cookie-policy/current', {
    id: 'getCurrentCookiePolicy',
    summary: 'Ver la política de cookies publicada o, si no hay, el último borrador',
    role: 'VIEWER',
    query: schemas.PoliciesQuery,
    ok: schemas.Policy,
    refusals: [404],
    read: (ctx, { query }) => policies.showCurrent(ctx, query),
  })

  route.get('/cookie-policy/versions', {
    id: 'listCookiePolicyVersions',
    summary: 'Listar las versiones de la política de cookies',
    role: 'VIEWER',
    query: schemas.VersionsQuery,
    ok: listOf('items', schemas.Version),
    read: (ctx, { query }) => policies.listVersions(ctx, query),
  })

  route.get('/cookie-policy/check-coverage', {
    id: 'checkCookiePolicyCoverage',
    summary: 'Comparar las cookies de los avisos publicados con la política',
    description: 'Compara la política con las cookies de los avisos publicados.',
    role: 'VIEWER',
    query: schemas.PoliciesQuery,
    ok: schemas.Coverage,
    refusals: [404],
    read: (ctx, { query }) => policies.checkCoverage(ctx, query),
  })

  route.get('/cookie-policy/:id', {
    id: 'getCookiePolicy',
    summary: 'Ver una versión completa de la política de cookies',
    role: 'VIEWER',
    params: ById,
    record: policyRecord,
    ok: schemas.PolicyDetail,
    read: (ctx, { params }) => policies.showPolicy(ctx, params.id),
  })

  documentRoutes(route, '/cookie-policy/:id', {
    id: 'CookiePolicy',
    of: 'una política de cookies',
    params: ById,
    gather: (ctx, { id }) => policies.printPolicy(ctx, id),
  })

  route.put('/cookie-policy/:id', {
    id: 'updateCookiePolicy',
    summary: 'Cambiar los textos o las cookies de un borrador',
    description: 'Solo en DRAFT; si no, 409.',
    role: 'APPROVER',
    params: ById,
    record: policyRecord,
    body: schemas.PolicyPatch,
    ok: schemas.Policy,
    refusals: [409, 422],
    act: (ctx, { params, body }) => policies.updatePolicy(ctx, params.id, body),
  })

  route.delete('/cookie-policy/:id', {
    id: 'deleteCookiePolicy',
    summary: 'Eliminar un borrador de la política de cookies',
    description: 'Solo en DRAFT; si no, 409.',
    role: 'APPROVER',
    params: ById,
    record: policyRecord,
    refusals: [409],
    act: (ctx, { params }) => policies.removePolicy(ctx, params.id),
  })

  route.post('/cookie-policy/:id/publish', {
    id: 'publishCookiePolicy',
    summary: 'Publicar un borrador, o pedir su aprobación si la organización tiene un flujo propio',
    description:
      'Si la organización no definió un flujo para COOKIE_POLICY, se publica enseguida. La anterior del mismo idioma queda ARCHIVED. En «warnings» va lo que falta; «override» vale también para la aprobación.',
    role: 'APPROVER',
    params: ById,
    record: policyRecord,
    body: Publication,
    ok: schemas.PublishedCookies,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => policies.requestPublication(ctx, params.id, body),
  })

  route.get('/cookie-policy/:id/diff', {
    id: 'compareCookiePolicies',
    summary: 'Comparar una versión de la política de cookies con otra, sección por sección',
    role: 'VIEWER',
    params: ById,
    query: DiffQuery,
    ok: Diff,
    read: (ctx, { params, query }) => policies.comparePolicies(ctx, params.id, query.against),
  })

  route.get('/cookie-policy/:id/drift', {
    id: 'getCookiePolicyDrift',
    summary: 'Comparar lo que dice una versión con los avisos y los sitios de hoy, sección por sección',
    role: 'VIEWER',
    params: ById,
    // The answer shows records of the consent module, so the key must be allowed to read it.
    preValidation: async (req) => assertKeyMay(req.keyHolder, 'consent', 'read'),
    ok: PolicyDrift,
    read: (ctx, { params }) => policies.showDrift(ctx, params.id),
  })
}
