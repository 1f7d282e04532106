import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { previewRoute } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { fileNameAs } from '#pdf/document.ts'
import { readParts } from '#storage/parts.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage, type Storage } from '#storage/storage.ts'
import { requestRecord } from '../requests/repo.ts'
import {
  countTaken,
  findDelivered,
  HOLDER,
  openAnswer,
  openedView,
  sendAnswerCode,
  wrongCode,
} from './answering.ts'
import type { Gathered } from './gathering.ts'
import { createPasses, needsPass } from './passes.ts'
import { columnsIn } from './rules.ts'
import * as schemas from './schemas.ts'
import * as service from './service.ts'
import { sourcesView } from './views.ts'

export function packageRoutes(app: App, { config }: Pick<ModuleDeps, 'config'>): void {
  const route = endpoints(app, 'dsar')
  const storage = createStorage(config)
  const passes = createPasses(config.publicUrl, app.tools)

  route.post('/dsar/requests/:id/package', {
    id: 'buildDsarPackage',
    summary: 'Preparar el paquete de respuesta, en segundo plano',
    description:
      'Reúne en un archivo ZIP un índice en español (art. 5, Ley 19.628), los datos en JSON y CSV (art. 9) y los archivos de las tareas terminadas. Una redacción tapa una columna, deja fuera un archivo o pone otro en su lugar, y el índice dice qué, por qué y quién. De a uno (409); con un enlace abierto, revóquelo antes (409).',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.NewPackage,
    accepted: schemas.AnswerPackage,
    refusals: [409, 422],
    preValidation: async (req) => {
      req.body ??= {}
    },
    handle: async (req, reply) =>
      reply.code(202).send(await req.act((ctx) => service.askPackage(ctx, req.params.id, req.body))),
  })

  route.get('/dsar/requests/:id/package', {
    id: 'getDsarPackage',
    summary: 'Ver el paquete de respuesta: su estado, lo que contiene y su entrega',
    role: 'VIEWER',
    params: ById,
    ok: schemas.AnswerPackage,
    read: (ctx, { params }) => service.getPackage(ctx, params.id),
  })

  route.get('/dsar/requests/:id/package/sources', {
    id: 'listDsarPackageSources',
    summary: 'Ver qué puede ir en el paquete: los archivos de cada sistema y los de la solicitud',
    role: 'VIEWER',
    params: ById,
    ok: schemas.PackageSources,
    handle: async (req) => {
      const { data } = await req.read((ctx) => service.readSources(ctx, req.params.id))
      const columns = await columnsOf(storage, req.tenantId!, data.gathered)
      return { success: true as const, data: sourcesView(data.gathered, columns, data.hasPackage) }
    },
  })

  route.get('/dsar/requests/:id/package/file', {
    id: 'downloadDsarPackage',
    summary: 'Descargar el paquete de respuesta',
    role: 'ANALYST',
    params: ById,
    trace: { action: 'download', entityType: 'dsar_request' },
    file: schemas.PACKAGE_FILE,
    refusals: [409],
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => service.openForStaff(ctx, req.params.id))
      const { tenant_id: tenantId, id, parts } = data.row
      const content = await storedOrRefused(req, readParts(storage, { tenantId, id }, parts))
      return sendArchive(reply, content, data.row, data.folioNumber)
    },
  })

  previewRoute(route, '/dsar/requests/:id/package', {
    id: 'DsarPackage',
    of: 'el índice del paquete de respuesta',
    params: ById,
    gather: (ctx, { id }) => service.readIndex(ctx, id),
  })

  route.post('/dsar/requests/:id/package/deliver', {
    id: 'deliverDsarPackage',
    summary: 'Entregar el paquete: se envía a la persona un enlace que abre con un código',
    description:
      'Al correo de la solicitud. El enlace dura 15 días y nunca más que el archivo; otra entrega reemplaza el enlace anterior. warnings dice lo que falta según la ley, por ejemplo comprobar la identidad (arts. 5 y 11, Ley 19.628). Si el paquete no está listo: 409.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.Delivery,
    created: schemas.DeliveredPackage,
    official: true,
    refusals: [409, 422],
    preValidation: async (req) => {
      req.body ??= {}
    },
    act: (ctx, { params }) => service.deliverPackage(ctx, params.id),
  })

  route.delete('/dsar/requests/:id/package', {
    id: 'removeDsarPackage',
    summary: 'Revocar el enlace y eliminar los archivos del paquete; queda la prueba de lo entregado',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    refusals: [409],
    act: (ctx, { params }) => service.removePackage(ctx, params.id),
  })

  // ── with the link ──

  route.post('/public/answers/:key/code', {
    id: 'requestAnswerCode',
    summary: 'Pedir el código que abre una respuesta; va al correo de la solicitud',
    description: 'Dura 10 minutos y admite 5 intentos.',
    role: 'PUBLIC',
    budget: 'signin',
    // Sending a code writes no audit row; opening with it does.
    audit: false,
    params: schemas.ByAnswerKey,
    ok: schemas.AnswerCodeSent,
    refusals: [404],
    handle: async (req) => {
      const row = await findDelivered(app.access, req.params.key, app.tools.now())
      return req.actFor(row.tenant_id, HOLDER, (ctx) => sendAnswerCode(ctx, row))
    },
  })

  route.post('/public/answers/:key', {
    id: 'openAnswer',
    summary: 'Abrir una respuesta con el código recibido',
    description:
      'Deja una cookie que no lee ningún script, con la que `downloadUrl` entrega el archivo durante 30 minutos.',
    role: 'PUBLIC',
    budget: 'signin',
    // Opening writes an event of the request instead.
    audit: false,
    params: schemas.ByAnswerKey,
    body: schemas.OpenAnswer,
    ok: schemas.OpenedAnswer,
    refusals: [401, 404],
    handle: async (req, reply) => {
      const { key } = req.params
      const row = await findDelivered(app.access, key, app.tools.now())
      const { data: isOpen } = await req.actFor(row.tenant_id, HOLDER, async (ctx) => ({
        isOpen: await openAnswer(ctx, row, req.body.code),
      }))
      if (!isOpen.isOpen) throw wrongCode()
      passes.give(reply, row)
      const downloadUrl = `/api/v1/public/answers/${encodeURIComponent(key)}/file`
      return { success: true as const, data: { ...openedView(row), downloadUrl } }
    },
  })

  route.get('/public/answers/:key/file', {
    id: 'downloadAnswer',
    summary: 'Descargar una respuesta que se abrió con su código',
    role: 'PUBLIC',
    params: schemas.ByAnswerKey,
    file: schemas.PACKAGE_FILE,
    refusals: [401, 404],
    writesBecause: 'counts the download, which proves that the answer was received',
    handle: async (req, reply) => {
      const row = await findDelivered(app.access, req.params.key, app.tools.now())
      if (!passes.has(req, row)) throw needsPass()
      const { tenant_id: tenantId, id, parts } = row
      const content = await storedOrRefused(req, readParts(storage, { tenantId, id }, parts))
      await req.actFor(tenantId, HOLDER, (ctx) => countTaken(ctx, row))
      return sendArchive(reply, content, row, row.folio_number)
    },
  })
}

/** The headers make every browser save the bytes and run nothing in them. */
export function sendArchive(
  reply: FastifyReply,
  content: Readable,
  { size_bytes, sha256 }: { size_bytes: number | null; sha256: string | null },
  folio: string,
): FastifyReply {
  return reply
    .type(schemas.PACKAGE_TYPE)
    .headers({
      'content-disposition': `attachment; filename="${fileNameAs('zip', 'respuesta', folio)}"`,
      'content-length': Number(size_bytes),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      digest: `sha-256=${Buffer.from(sha256!, 'hex').toString('base64')}`,
    })
    .send(content)
}

/** Enough of a set of rows to read its columns. */
const BEGINNING = 64 * 1024

/** An unreadable file shows no columns here; making the package reads it again. */
async function columnsOf(
  storage: Storage,
  tenantId: string,
  { tasks }: Gathered,
): Promise<Map<string, string[] | null>> {
  const found = new Map<string, string[] | null>()
  const sets = tasks.flatMap(({ files }) =>
    files.filter(({ content_type }) => content_type === 'application/json'),
  )
  for (const { id } of sets) {
    const beginning = await beginningOf(storage, `${tenantId}/${id}`).catch(() => '')
    found.set(id, columnsIn(beginning))
  }
  return found
}

async function beginningOf(storage: Storage, place: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await storage.get(place)) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    // Breaking out of the loop closes the stream.
    if (size >= BEGINNING) break
  }
  return Buffer.concat(chunks).subarray(0, BEGINNING).toString('utf8')
}
