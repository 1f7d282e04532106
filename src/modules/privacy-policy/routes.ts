import Type from 'typebox'
import { ById, data, done, faults } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Publication, Requested } from './document/schemas.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

const tags = ['privacy-policy']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export const routes: Routes = (app) => {
  app.post(
    '/privacy-policy/generate',
    {
      config: write,
      schema: {
        tags,
        operationId: 'generatePrivacyPolicy',
        summary: 'Redactar una versión nueva desde los registros de la organización',
        description: 'Redacta un borrador desde los registros; mientras más completos, mayor «completeness».',
        body: schemas.Generation,
        response: { 201: data(schemas.Policy) },
      },
    },
    (req) => req.act((ctx) => policies.generatePolicy(ctx, req.body)),
  )

  app.get(
    '/privacy-policy/current',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getCurrentPrivacyPolicy',
        summary: 'Ver la política publicada o, si no hay, el último borrador',
        description: 'La última publicada o, si no hay, el último borrador. Sin ninguna, 404.',
        querystring: schemas.OfEntity,
        response: { 200: data(schemas.CurrentPolicy), ...faults(404) },
      },
    },
    (req) => req.read((ctx) => policies.showCurrent(ctx, req.query.legalEntityId)),
  )

  app.get(
    '/privacy-policy/versions',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listPrivacyPolicyVersions',
        summary: 'Listar las últimas 50 versiones',
        description: 'Hasta 50, la más nueva primero.',
        querystring: schemas.OfEntity,
        response: { 200: data(Type.Array(schemas.Version)) },
      },
    },
    (req) => req.read((ctx) => policies.listVersions(ctx, req.query.legalEntityId)),
  )

  app.get(
    '/privacy-policy/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getPrivacyPolicy',
        summary: 'Ver una versión completa',
        params: ById,
        response: { 200: data(schemas.Policy) },
      },
    },
    (req) => req.read((ctx) => policies.showPolicy(ctx, req.params.id)),
  )

  app.patch(
    '/privacy-policy/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'customisePrivacyPolicy',
        summary: 'Adaptar el título, la introducción o las secciones de un borrador',
        description: 'Solo en DRAFT; si no, 409.',
        params: ById,
        body: schemas.PolicyPatch,
        response: { 200: done, ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => policies.customisePolicy(ctx, req.params.id, req.body)),
  )

  app.post(
    '/privacy-policy/:id/publish',
    {
      config: write,
      schema: {
        tags,
        operationId: 'publishPrivacyPolicy',
        summary: 'Pedir la aprobación que publica un borrador',
        description:
          'Inicia la aprobación y responde enseguida. Al aprobarse queda PUBLISHED, y la anterior ARCHIVED.',
        params: ById,
        body: Publication,
        response: { 200: data(Requested) },
      },
    },
    (req) => req.act((ctx) => policies.requestPublication(ctx, req.params.id, req.body)),
  )

  app.get(
    '/privacy-policy/:id/diff',
    {
      config: read,
      schema: {
        tags,
        operationId: 'comparePrivacyPolicies',
        summary: 'Comparar una versión con otra, sección por sección',
        params: ById,
        querystring: schemas.DiffQuery,
        response: { 200: data(schemas.Diff) },
      },
    },
    (req) => req.read((ctx) => policies.comparePolicies(ctx, req.params.id, req.query.against)),
  )
}
