import Type from 'typebox'
import { documentRoutes } from '#documents/download.ts'
import { Diff, DiffQuery, PolicyDrift, Publication, PublicationRequested } from '#documents/schemas.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import { assertKeyMay } from '#http/scopes.ts'
import type { Routes } from '#http/types.ts'
import { policyRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'privacy-policy')

  route.post('/privacy-policy/generate', {
    id: 'generatePrivacyPolicy',
    summary: 'Redactar una versión nueva desde los registros de la organización',
    description: 'Redacta un borrador desde los registros; mientras más completos, mayor «completeness».',
    role: 'ANALYST',
    record: policyRecord,
    body: schemas.Generation,
    created: schemas.Policy,
    act: (ctx, { body }) => policies.generatePolicy(ctx, body),
  })

  route.get('/privacy-policy/current', {
    id: 'getCurrentPrivacyPolicy',
    summary: 'Ver la política publicada o, si no hay, el último borrador',
    description:
      'La última publicada, en cualquier idioma salvo que se pida uno; si no hay, el último borrador. Sin ninguna, 404.',
    role: 'VIEWER',
    query: schemas.CurrentQuery,
    ok: schemas.CurrentPolicy,
    refusals: [404],
    read: (ctx, { query }) => policies.showCurrent(ctx, query),
  })

  route.get('/privacy-policy/versions', {
    id: 'listPrivacyPolicyVersions',
    summary: 'Listar las últimas 50 versiones',
    description: 'Hasta 50, la más nueva primero.',
    role: 'VIEWER',
    query: schemas.OfEntity,
    ok: Type.Array(schemas.Version),
    read: (ctx, { query }) => policies.listVersions(ctx, query.legalEntityId),
  })

  route.get('/privacy-policy/:id', {
    id: 'getPrivacyPolicy',
    summary: 'Ver una versión completa',
    role: 'VIEWER',
    params: ById,
    record: policyRecord,
    ok: schemas.PolicyDetail,
    read: (ctx, { params }) => policies.showPolicy(ctx, params.id),
  })

  documentRoutes(route, '/privacy-policy/:id', {
    id: 'PrivacyPolicy',
    of: 'una política de privacidad',
    params: ById,
    gather: (ctx, { id }) => policies.printPolicy(ctx, id),
  })

  route.patch('/privacy-policy/:id', {
    id: 'customisePrivacyPolicy',
    summary: 'Adaptar el título, la introducción o las secciones de un borrador',
    description: 'Solo en DRAFT; si no, 409.',
    role: 'ANALYST',
    params: ById,
    record: policyRecord,
    body: schemas.PolicyPatch,
    refusals: [409, 422],
    act: (ctx, { params, body }) => policies.customisePolicy(ctx, params.id, body),
  })

  route.post('/privacy-policy/:id/publish', {
    id: 'publishPrivacyPolicy',
    summary: 'Pedir la aprobación que publica un borrador',
    description:
      'Inicia la aprobación y responde enseguida. Al aprobarse queda PUBLISHED, y la anterior del mismo idioma ARCHIVED. En «warnings» va lo que pide el art. 14 ter y falta; «override» vale también para la aprobación.',
    role: 'ANALYST',
    params: ById,
    record: policyRecord,
    body: Publication,
    ok: PublicationRequested,
    official: true,
    refusals: [422],
    act: (ctx, { params, body }) => policies.requestPublication(ctx, params.id, body),
  })

  route.get('/privacy-policy/:id/diff', {
    id: 'comparePrivacyPolicies',
    summary: 'Comparar una versión con otra, sección por sección',
    role: 'VIEWER',
    params: ById,
    query: DiffQuery,
    ok: Diff,
    read: (ctx, { params, query }) => policies.comparePolicies(ctx, params.id, query.against),
  })

  route.get('/privacy-policy/:id/drift', {
    id: 'getPrivacyPolicyDrift',
    summary: 'Comparar lo que dice una versión con lo que los registros dicen hoy, sección por sección',
    role: 'VIEWER',
    params: ById,
    // The view shows records of another module.
    preValidation: async (req) => assertKeyMay(req.keyHolder, 'rat', 'read'),
    ok: PolicyDrift,
    read: (ctx, { params }) => policies.showDrift(ctx, params.id),
  })
}
