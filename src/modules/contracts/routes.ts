import { documentRoutes, sendFile, sendPrinted } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay } from '#http/scopes.ts'
import type { Routes } from '#http/types.ts'
import { wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import { recordSignedCopy, remindSigner } from './paper.ts'
import { contractDocument } from './pdf.ts'
import { contractRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as contracts from './service.ts'
import { drawContract } from './signed-pdf.ts'
import { findToSign, refuseWithLink, sendCodeByLink, signWithLink, toSignView } from './signing.ts'
import { templateRecord } from './templates/repo.ts'
import * as templates from './templates/service.ts'
import * as texts from './text-schemas.ts'
import { checkContract, compareContract, previewContract } from './texts.ts'

const _read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  const route = endpoints(app, 'contracts')

  route.post('/contracts/generate', {
    id: 'generateContract',
    summary: 'Generar un contrato desde una plantilla',
    description:
      'Rellena la plantilla con la organización, el encargado y las actividades; customFields manda. El plan dice cuántos caben: 402 PLAN_LIMIT_REACHED.',
    role: 'ANALYST',
    body: schemas.Generation,
    created: schemas.Generated,
    refusals: [402],
    act: (ctx, { body }) => contracts.generateContract(ctx, body),
  })

  route.post('/contracts/preview', {
    id: 'previewContractText',
    summary: 'Ver el texto que se generaría y lo que le falta, sin guardarlo',
    role: 'ANALYST',
    audit: false,
    body: schemas.Generation,
    ok: texts.ContractPreview,
    // The text contains data of the register, so the key must be allowed to read it.
    preValidation: async (req) => assertKeyMay(req.keyHolder, 'rat', 'read'),
    read: (ctx, { body }) => previewContract(ctx, body),
  })

  route.get('/contracts', {
    id: 'listContracts',
    summary: 'Listar los contratos',
    description: 'Uno firmado cuyo plazo pasó se muestra como EXPIRED.',
    role: 'VIEWER',
    query: schemas.ContractsQuery,
    ok: listOf('contracts', schemas.ContractSummary),
    read: (ctx, { query }) => contracts.listContracts(ctx, query),
  })

  route.get('/contracts/templates', {
    id: 'listContractTemplates',
    summary: 'Listar las plantillas de contrato',
    role: 'VIEWER',
    query: schemas.TemplatesQuery,
    ok: listOf('templates', schemas.Template),
    read: (ctx, { query }) => templates.listTemplates(ctx, query),
  })

  route.post('/contracts/templates', {
    id: 'createContractTemplate',
    summary: 'Crear una plantilla de contrato',
    role: 'ANALYST',
    record: templateRecord,
    body: schemas.NewTemplate,
    created: schemas.Template,
    act: (ctx, { body }) => templates.createTemplate(ctx, body),
  })

  route.get('/contracts/templates/:id', {
    id: 'getContractTemplate',
    summary: 'Ver una plantilla de contrato',
    role: 'VIEWER',
    params: ById,
    record: templateRecord,
    ok: schemas.Template,
    read: (ctx, { params }) => templates.getTemplate(ctx, params.id),
  })

  route.put('/contracts/templates/:id', {
    id: 'updateContractTemplate',
    summary: 'Cambiar una plantilla de contrato',
    role: 'ANALYST',
    params: ById,
    record: templateRecord,
    body: schemas.TemplatePatch,
    ok: schemas.Template,
    refusals: [422],
    act: (ctx, { params, body }) => templates.updateTemplate(ctx, params.id, body),
  })

  route.delete('/contracts/templates/:id', {
    id: 'deleteContractTemplate',
    summary: 'Eliminar una plantilla que ningún contrato usa',
    role: 'ANALYST',
    params: ById,
    record: templateRecord,
    refusals: [409],
    act: (ctx, { params }) => templates.deleteTemplate(ctx, params.id),
  })

  route.get('/contracts/:id', {
    id: 'getContract',
    summary: 'Ver un contrato',
    role: 'VIEWER',
    params: ById,
    record: contractRecord,
    ok: schemas.Contract,
    read: (ctx, { params }) => contracts.getContract(ctx, params.id),
  })

  route.put('/contracts/:id', {
    id: 'updateContract',
    summary: 'Cambiar un contrato en borrador',
    description: 'Solo en DRAFT; si no, 409.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    body: schemas.ContractPatch,
    ok: schemas.Contract,
    refusals: [409, 422],
    act: (ctx, { params, body }) => contracts.updateContract(ctx, params.id, body),
  })

  route.delete('/contracts/:id', {
    id: 'deleteContract',
    summary: 'Eliminar un contrato en borrador',
    description: 'Solo en DRAFT; si no, 409.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    refusals: [409],
    act: (ctx, { params }) => contracts.deleteContract(ctx, params.id),
  })

  route.get('/contracts/:id/checks', {
    id: 'checkContract',
    summary: 'Ver lo que piden los arts. 15 bis, 27 y 28 y falta en un contrato',
    description: 'De uno enviado o firmado, lo que faltaba al enviarlo.',
    role: 'VIEWER',
    params: ById,
    ok: texts.ContractChecks,
    read: (ctx, { params }) => checkContract(ctx, params.id),
  })

  route.get('/contracts/:id/differences', {
    id: 'compareContract',
    summary: 'Ver qué cambió en el texto, cláusula por cláusula y palabra por palabra',
    role: 'VIEWER',
    params: ById,
    query: texts.DifferencesQuery,
    ok: texts.ContractDifferences,
    read: (ctx, { params, query }) => compareContract(ctx, params.id, query),
  })

  route.post('/contracts/:id/remind', {
    id: 'remindContractSigner',
    summary: 'Recordar la firma a quien la debe, con un enlace nuevo',
    description: 'Solo en SENT y una vez por día; si no, 409. El enlace anterior deja de servir.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    ok: texts.Reminded,
    refusals: [402, 409],
    act: (ctx, { params }) => remindSigner(ctx, params.id),
  })

  route.post('/contracts/:id/signed-copy', {
    id: 'recordSignedCopy',
    summary: 'Registrar un contrato firmado fuera del servicio, con su ejemplar',
    description:
      'De DRAFT o SENT a SIGNED. «fileKey» es un PDF o una imagen que se subió a este contrato. La constancia dice que se firmó fuera del servicio, con la huella del ejemplar.',
    role: 'ANALYST',
    personOnly: true,
    params: ById,
    record: contractRecord,
    body: texts.SignedCopy,
    ok: schemas.SignedContract,
    official: true,
    refusals: [409, 422],
    act: (ctx, { params, body }) => recordSignedCopy(ctx, params.id, body),
  })

  route.post('/contracts/:id/send', {
    id: 'sendContract',
    summary: 'Enviar el contrato a quien lo firma',
    description:
      'De DRAFT a SENT, con un correo a quien firma. Enviarlo lo firma por la organización: «organizationSigner», o quien envía. El texto queda fijo: donde falta un dato se lee «dato no indicado». En «warnings» va lo que piden los arts. 15 bis, 27 y 28 y falta; «override» vale también para la firma.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    body: schemas.Sending,
    ok: schemas.SentContract,
    official: true,
    refusals: [402, 422],
    act: (ctx, { params, body }) => contracts.sendContract(ctx, params.id, body),
  })

  route.post('/contracts/:id/sign', {
    id: 'signContract',
    summary: 'Registrar la firma de un contrato enviado',
    description:
      'De SENT a SIGNED; el encargado queda con contrato firmado. Las dos partes reciben por correo el PDF firmado.',
    role: 'ANALYST',
    personOnly: true,
    params: ById,
    record: contractRecord,
    body: schemas.Signing,
    ok: schemas.SignedContract,
    official: true,
    refusals: [422],
    act: (ctx, { params, body }) => contracts.signContract(ctx, params.id, body),
  })

  route.post('/contracts/:id/renew', {
    id: 'renewContract',
    summary: 'Renovar un contrato firmado o vencido con una versión nueva',
    description:
      'De uno SIGNED o EXPIRED nace otro en DRAFT, con la versión siguiente. Renovar dos veces el mismo es 409.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    created: schemas.Renewed,
    act: (ctx, { params }) => contracts.renewContract(ctx, params.id),
  })

  route.post('/contracts/:id/terminate', {
    id: 'terminateContract',
    summary: 'Terminar un contrato firmado',
    description: 'De SIGNED a TERMINATED.',
    role: 'ANALYST',
    params: ById,
    record: contractRecord,
    ok: schemas.Contract,
    act: (ctx, { params }) => contracts.terminateContract(ctx, params.id),
  })

  documentRoutes(route, '/contracts/:id', {
    id: 'Contract',
    of: 'un contrato',
    params: ById,
    gather: (ctx, { id }, _query, format) => contractDocument(ctx, id, format),
    send: async (req, reply, format, printed) =>
      format === 'docx'
        ? sendPrinted(req, reply, format, printed)
        : sendFile(
            reply,
            format,
            printed.name,
            await drawContract(app.access, app.tools, req.tenantId, printed),
          ),
  })

  route.get('/contracts/:id/pdf', {
    id: 'exportContractPdf',
    summary: 'Descargar un contrato como PDF',
    role: 'VIEWER',
    params: ById,
    file: { description: 'PDF', types: ['application/pdf'] },
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => contractDocument(ctx, req.params.id, 'pdf'))
      const pdf = await drawContract(app.access, app.tools, req.tenantId, data)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="contrato-${req.params.id}.pdf"`)
        .send(pdf)
    },
  })

  route.get('/public/contracts/:token', {
    id: 'readContractToSign',
    summary: 'Leer un contrato con el enlace de firma',
    description: 'Un navegador sigue en la página de firma.',
    role: 'PUBLIC',
    redirects: 303,
    params: schemas.ByToken,
    ok: schemas.ToSign,
    handle: async (req, reply) => {
      if (wantsPage(req)) return toPage(reply, 'firma', req.params.token)
      const contract = await findToSign(app.access, req.params.token, app.tools.now())
      return { success: true as const, data: toSignView(contract) }
    },
  })

  route.post('/public/contracts/:token', {
    id: 'signContractByLink',
    summary: 'Firmar un contrato con el enlace; sirve una sola vez',
    description:
      'Con «code», el que llegó al correo de quien firma, la constancia dice además que ese correo se confirmó.',
    role: 'PUBLIC',
    params: schemas.ByToken,
    body: schemas.PublicSigning,
    ok: schemas.PublicSigned,
    handle: (req) => signWithLink(req, req.params.token, req.body),
  })

  route.post('/public/contracts/:token/code', {
    id: 'requestSigningCode',
    summary: 'Pedir el código que confirma el correo de quien firma',
    description: 'Dura 10 minutos y admite 5 intentos. A lo más 5 códigos en 15 minutos.',
    role: 'PUBLIC',
    audit: false,
    params: schemas.ByToken,
    ok: schemas.SigningCodeSent,
    handle: (req) => sendCodeByLink(req, req.params.token),
  })

  route.post('/public/contracts/:token/refuse', {
    id: 'refuseContractByLink',
    summary: 'No firmar un contrato, y decir por qué; vuelve a ser un borrador de quien lo envió',
    role: 'PUBLIC',
    params: schemas.ByToken,
    body: schemas.PublicRefusal,
    ok: schemas.PublicRefused,
    handle: (req) => refuseWithLink(req, req.params.token, req.body),
  })
}
