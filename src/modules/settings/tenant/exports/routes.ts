import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { readParts } from '#storage/parts.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { exportRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as exports from './service.ts'

export function routes(app: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const route = endpoints(app, 'settings')
  const storage = createStorage(config)

  route.get('/settings/tenant/exports', {
    id: 'listTenantExports',
    summary: 'Listar las exportaciones completas de la organización que aún se pueden descargar',
    role: 'OWNER',
    personOnly: true,
    ok: schemas.TenantExports,
    read: (ctx) => exports.listExports(ctx),
  })

  route.post('/settings/tenant/exports', {
    id: 'startTenantExport',
    summary: 'Exportar la organización completa en un archivo, en segundo plano',
    description:
      'De PENDING pasa a READY o FAILED. El archivo se elimina siete días después de pedirlo. No lleva contraseñas, segundos factores, secretos ni el texto de los correos enviados: quien opera el servicio puede llevarlos a otra instalación con «tenants export».',
    role: 'OWNER',
    personOnly: true,
    sudo: true,
    record: exportRecord,
    created: schemas.TenantExport,
    refusals: [409],
    act: (ctx) => exports.startExport(ctx),
  })

  route.get('/settings/tenant/exports/:id', {
    id: 'getTenantExport',
    summary: 'Ver el estado de una exportación completa',
    role: 'OWNER',
    personOnly: true,
    sudo: true,
    params: ById,
    record: exportRecord,
    ok: schemas.TenantExport,
    read: (ctx, { params }) => exports.getExport(ctx, params.id),
  })

  route.get('/settings/tenant/exports/:id/download', {
    id: 'downloadTenantExport',
    summary: 'Descargar una exportación completa',
    role: 'OWNER',
    personOnly: true,
    sudo: true,
    params: ById,
    trace: { action: 'download', entityType: 'tenant_export' },
    file: schemas.ARCHIVE_FILE,
    refusals: [409],
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => exports.openExport(ctx, req.params.id))
      const { tenant_id: tenantId, id, parts, size_bytes, sha256 } = data.row
      const content = await storedOrRefused(req, readParts(storage, { tenantId, id }, parts))
      return reply
        .type(schemas.ARCHIVE_TYPE)
        .headers({
          'content-disposition': `attachment; filename="${data.fileName}"`,
          'content-length': Number(size_bytes),
          digest: `sha-256=${Buffer.from(sha256!, 'hex').toString('base64')}`,
        })
        .send(content)
    },
  })

  route.delete('/settings/tenant/exports/:id', {
    id: 'deleteTenantExport',
    summary: 'Eliminar una exportación completa antes de que venza',
    role: 'OWNER',
    personOnly: true,
    sudo: true,
    params: ById,
    record: exportRecord,
    act: (ctx, { params }) => exports.deleteExport(ctx, params.id),
  })
}
