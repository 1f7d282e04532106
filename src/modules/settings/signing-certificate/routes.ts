import { settingsRecord } from '#db/records.ts'
import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import * as schemas from './schemas.ts'
import { readCertificate, removeCertificate, saveCertificate, showCertificate } from './service.ts'

const certificateRecord = settingsRecord('signing_certificates', 'signing_certificate')

export function routes(app: App): void {
  const route = endpoints(app, 'settings')

  route.get('/settings/signing-certificate', {
    id: 'getSigningCertificate',
    summary: 'Ver el certificado con que la organización firma sus documentos',
    description: 'La clave privada no se muestra. Con «usable» en falso, los documentos salen sin firma.',
    role: 'DPO',
    record: certificateRecord,
    ok: schemas.SigningCertificate,
    read: (ctx) => showCertificate(ctx),
  })

  route.put('/settings/signing-certificate', {
    id: 'setSigningCertificate',
    summary: 'Guardar el certificado con que la organización firma sus documentos',
    description:
      'Un archivo PKCS#12 con su clave RSA (2048 bits o más) o de curva P-256. Reemplaza al anterior. La clave se guarda sellada; la contraseña no se guarda. «rule» en el detalle del error dice qué falta.',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    record: certificateRecord,
    body: schemas.NewSigningCertificate,
    ok: schemas.SigningCertificate,
    handle: async (req) => {
      // A caller without the right cannot make the service open the file.
      await req.read((ctx) => showCertificate(ctx))
      const read = await readCertificate(req.tenantId, req.body, app.tools.now())
      return req.act((ctx) => saveCertificate(ctx, read))
    },
  })

  route.delete('/settings/signing-certificate', {
    id: 'deleteSigningCertificate',
    summary: 'Quitar el certificado; los documentos salen desde entonces sin firma',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    record: certificateRecord,
    refusals: [404],
    act: (ctx) => removeCertificate(ctx),
  })
}
