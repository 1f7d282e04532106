import { ById, data, done, faults, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { SIGNING_POLICY, signingPage } from './page.ts'
import { contractDocument } from './pdf.ts'
import * as schemas from './schemas.ts'
import * as contracts from './service.ts'
import { findToSign, signByLink, signerOf, toSignView } from './signing.ts'
import * as templates from './templates/service.ts'

const tags = ['contracts']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export const routes: Routes = (app) => {
  app.post(
    '/contracts/generate',
    {
      config: write,
      schema: {
        tags,
        operationId: 'generateContract',
        summary: 'Generar un contrato desde una plantilla',
        description:
          'Rellena la plantilla con la organización, el encargado y las actividades; customFields manda. El plan dice cuántos caben: 402 PLAN_LIMIT_REACHED.',
        body: schemas.Generation,
        response: { 201: data(schemas.Generated), ...faults(402) },
      },
    },
    (req) => req.act((ctx) => contracts.generateContract(ctx, req.body)),
  )

  app.get(
    '/contracts',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listContracts',
        summary: 'Listar los contratos',
        description: 'Uno firmado cuyo plazo pasó se muestra como EXPIRED.',
        querystring: schemas.ContractsQuery,
        response: { 200: listOf('contracts', schemas.ContractSummary) },
      },
    },
    (req) => req.read((ctx) => contracts.listContracts(ctx, req.query)),
  )

  app.get(
    '/contracts/templates',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listContractTemplates',
        summary: 'Listar las plantillas de contrato',
        querystring: MaybePage,
        response: { 200: listOf('templates', schemas.Template) },
      },
    },
    (req) => req.read((ctx) => templates.listTemplates(ctx, req.query)),
  )

  app.post(
    '/contracts/templates',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createContractTemplate',
        summary: 'Crear una plantilla de contrato',
        body: schemas.NewTemplate,
        response: { 201: data(schemas.Template) },
      },
    },
    (req) => req.act((ctx) => templates.createTemplate(ctx, req.body)),
  )

  app.get(
    '/contracts/templates/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getContractTemplate',
        summary: 'Ver una plantilla de contrato',
        params: ById,
        response: { 200: data(schemas.Template) },
      },
    },
    (req) => req.read((ctx) => templates.getTemplate(ctx, req.params.id)),
  )

  app.put(
    '/contracts/templates/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateContractTemplate',
        summary: 'Cambiar una plantilla de contrato',
        params: ById,
        body: schemas.TemplatePatch,
        response: { 200: data(schemas.Template), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => templates.updateTemplate(ctx, req.params.id, req.body)),
  )

  app.get(
    '/contracts/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getContract',
        summary: 'Ver un contrato',
        params: ById,
        response: { 200: data(schemas.Contract) },
      },
    },
    (req) => req.read((ctx) => contracts.getContract(ctx, req.params.id)),
  )

  app.put(
    '/contracts/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateContract',
        summary: 'Cambiar un contrato en borrador',
        description: 'Solo en DRAFT; si no, 409.',
        params: ById,
        body: schemas.ContractPatch,
        response: { 200: data(schemas.Contract), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => contracts.updateContract(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/contracts/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteContract',
        summary: 'Eliminar un contrato en borrador',
        description: 'Solo en DRAFT; si no, 409.',
        params: ById,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => contracts.deleteContract(ctx, req.params.id)),
  )

  app.post(
    '/contracts/:id/send',
    {
      config: write,
      schema: {
        tags,
        operationId: 'sendContract',
        summary: 'Enviar el contrato a quien lo firma',
        description: 'De DRAFT a SENT, con un correo a quien firma.',
        params: ById,
        body: schemas.Sending,
        response: { 200: data(schemas.Sent) },
      },
    },
    (req) => req.act((ctx) => contracts.sendContract(ctx, req.params.id, req.body)),
  )

  app.post(
    '/contracts/:id/sign',
    {
      config: write,
      schema: {
        tags,
        operationId: 'signContract',
        summary: 'Registrar la firma de un contrato enviado',
        description: 'De SENT a SIGNED; el encargado queda con contrato firmado.',
        params: ById,
        body: schemas.Signing,
        response: { 200: data(schemas.Signed) },
      },
    },
    (req) => req.act((ctx) => contracts.signContract(ctx, req.params.id, req.body)),
  )

  app.post(
    '/contracts/:id/renew',
    {
      config: write,
      schema: {
        tags,
        operationId: 'renewContract',
        summary: 'Renovar un contrato firmado o vencido con una versión nueva',
        description:
          'De uno SIGNED o EXPIRED nace otro en DRAFT, con la versión siguiente. Renovar dos veces el mismo es 409.',
        params: ById,
        response: { 201: data(schemas.Renewed) },
      },
    },
    (req) => req.act((ctx) => contracts.renewContract(ctx, req.params.id)),
  )

  app.post(
    '/contracts/:id/terminate',
    {
      config: write,
      schema: {
        tags,
        operationId: 'terminateContract',
        summary: 'Terminar un contrato firmado',
        description: 'De SIGNED a TERMINATED.',
        params: ById,
        response: { 200: data(schemas.Contract) },
      },
    },
    (req) => req.act((ctx) => contracts.terminateContract(ctx, req.params.id)),
  )

  app.get(
    '/contracts/:id/pdf',
    {
      config: read,
      schema: {
        tags,
        operationId: 'exportContractPdf',
        summary: 'Descargar un contrato como PDF',
        params: ById,
        response: { 200: PDF },
      },
    },
    async (req, reply) => {
      const { data: document } = await req.read((ctx) => contractDocument(ctx, req.params.id))
      const pdf = await renderPdf(document)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="contrato-${req.params.id}.pdf"`)
        .send(pdf as never)
    },
  )

  app.get(
    '/public/contracts/:token',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'readContractToSign',
        summary: 'Leer un contrato con el enlace de firma (JSON, o una página para el navegador)',
        params: schemas.ByToken,
        response: { 200: data(schemas.ToSign) },
      },
    },
    async (req, reply) => {
      const contract = toSignView(await findToSign(app.doors, req.params.token, app.tools.now()))
      if (!req.headers.accept?.includes('text/html')) return { success: true as const, data: contract }
      return reply
        .header('content-security-policy', SIGNING_POLICY)
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .serializer((page: string) => page)
        .send(signingPage(contract) as never)
    },
  )

  app.post(
    '/public/contracts/:token',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'signContractByLink',
        summary: 'Firmar un contrato con el enlace; sirve una sola vez',
        params: schemas.ByToken,
        body: schemas.PublicSigning,
        response: { 200: data(schemas.PublicSigned) },
      },
    },
    async (req) => {
      const found = await findToSign(app.doors, req.params.token, app.tools.now())
      return req.actFor(found.tenant_id, signerOf(req.body), (ctx) =>
        signByLink(ctx, found.id, req.body, req.ip),
      )
    },
  )
}

const PDF = {
  description: 'PDF',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
} as never
