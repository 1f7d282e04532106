import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as evidence from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'evidence')

  route.get('/evidence/:entityType/:id', {
    id: 'getProof',
    summary: 'Obtener la prueba de un registro, que se verifica sin este servicio',
    description:
      'De la anotación más nueva del registro en la cadena de evidencia. Responde 409 mientras espera su sello, menos de un minuto.',
    role: 'VIEWER',
    params: schemas.OfRecord,
    ok: schemas.EvidenceProof,
    refusals: [409],
    handle: (req) => req.read((ctx) => evidence.readProof(ctx, req.params, req.keyHolder)),
  })

  route.get('/public/evidence/keys', {
    id: 'listEvidenceKeys',
    summary: 'Ver las claves públicas que firman la evidencia (JWK)',
    role: 'PUBLIC',
    ok: schemas.EvidenceKeys,
    handle: async () => ({ success: true, data: await evidence.readKeys(app.access, app.tools) }),
  })

  route.get('/public/evidence/:tenantSlug/:entityType/:id', {
    id: 'getPublicProof',
    summary: 'Comprobar un comprobante: que su registro existe, desde cuándo, y que no ha cambiado',
    description:
      'Lo que muestra la página a la que lleva el código de un comprobante. Sin el registro ni su motivo de borrado: quien no lo tiene solo sabe que existe. Responde 409 mientras espera su sello, menos de un minuto.',
    role: 'PUBLIC',
    params: schemas.OfReceipt,
    ok: schemas.PublicProof,
    refusals: [409],
    handle: async (req) => ({ success: true, data: await evidence.readPublicProof(app.access, req.params) }),
  })

  route.get('/public/evidence/:tenantSlug/heads', {
    id: 'listEvidenceHeads',
    summary: 'Ver las cabezas firmadas de la cadena de una organización, de la más nueva a la más antigua',
    description: 'Guárdelas fuera del servicio: con ellas se descubre una cadena cortada o reescrita.',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    query: schemas.HeadsQuery,
    ok: listOf('items', schemas.PublishedHead),
    handle: async (req) => ({
      success: true,
      data: await evidence.readHeads(app.access, req.params.tenantSlug, req.query),
    }),
  })
}
