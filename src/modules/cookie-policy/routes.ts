import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Publication } from '#modules/privacy-policy/public.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

const tags = ['cookie-policy']
const read = { role: 'VIEWER' } as const
const write = { role: 'APPROVER' } as const

export const routes: Routes = (app) => {
  app.post(
    '/cookie-policy/generate',
    {
      config: write,
      schema: {
        tags,
        operationId: 'generateCookiePolicy',
        summary: 'Redactar una versión nueva desde los avisos de consentimiento publicados',
        body: schemas.Generation,
        response: { 201: data(schemas.Policy) },
      },
    },
    (req) => req.act((ctx) => policies.generatePolicy(ctx, req.body)),
  )

  app.get(
    '/cookie-policy/current',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getCurrentCookiePolicy',
        summary: 'Ver la política de cookies publicada o, si no hay, el último borrador',
        querystring: schemas.PoliciesQuery,
        response: { 200: data(schemas.Policy), ...faults(404) },
      },
    },
    (req) => req.read((ctx) => policies.showCurrent(ctx, req.query)),
  )

  app.get(
    '/cookie-policy/versions',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listCookiePolicyVersions',
        summary: 'Listar las versiones de la política de cookies',
        querystring: schemas.VersionsQuery,
        response: { 200: listOf('items', schemas.Version) },
      },
    },
    (req) => req.read((ctx) => policies.listVersions(ctx, req.query)),
  )

  app.get(
    '/cookie-policy/check-coverage',
    {
      config: read,
      schema: {
        tags,
        operationId: 'checkCookiePolicyCoverage',
        summary: 'Comparar las cookies de los avisos publicados con la política',
        description: 'Compara la política con las cookies de los avisos publicados.',
        querystring: schemas.PoliciesQuery,
        response: { 200: data(schemas.Coverage), ...faults(404) },
      },
    },
    (req) => req.read((ctx) => policies.checkCoverage(ctx, req.query)),
  )

  app.get(
    '/cookie-policy/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getCookiePolicy',
        summary: 'Ver una versión completa de la política de cookies',
        params: ById,
        response: { 200: data(schemas.Policy) },
      },
    },
    (req) => req.read((ctx) => policies.showPolicy(ctx, req.params.id)),
  )

  app.put(
    '/cookie-policy/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateCookiePolicy',
        summary: 'Cambiar los textos o las cookies de un borrador',
        description: 'Solo en DRAFT; si no, 409.',
        params: ById,
        body: schemas.PolicyPatch,
        response: { 200: data(schemas.Policy), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => policies.updatePolicy(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/cookie-policy/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteCookiePolicy',
        summary: 'Eliminar un borrador de la política de cookies',
        description: 'Solo en DRAFT; si no, 409.',
        params: ById,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => policies.removePolicy(ctx, req.params.id)),
  )

  app.post(
    '/cookie-policy/:id/publish',
    {
      config: write,
      schema: {
        tags,
        operationId: 'publishCookiePolicy',
        summary: 'Publicar un borrador, o pedir su aprobación si la organización tiene un flujo propio',
        description: 'Si la organización no definió un flujo para COOKIE_POLICY, se publica enseguida.',
        params: ById,
        body: Publication,
        response: { 200: data(schemas.Published), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => policies.requestPublication(ctx, req.params.id, req.body)),
  )
}
