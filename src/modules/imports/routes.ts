import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay, mayRead } from '#http/scopes.ts'
import type { App } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { BOUNDS } from '#sheets/bounds.ts'
import { csvStream, SEMICOLON } from '#sheets/csv.ts'
import { readSheetFile } from '#sheets/reader.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { setDown, takeIn } from './arrival.ts'
import { placeOf } from './jobs.ts'
import { sheetShape, targetsOf } from './public.ts'
import { importRecord } from './repo.ts'
import type { TargetName } from './rules.ts'
import * as schemas from './schemas.ts'
import * as imports from './service.ts'

/** Room for the multipart frame and the other fields. */
const BODY_LIMIT = BOUNDS.fileBytes + 256 * 1024

export function routes(app: App, { config, modules }: ModuleDeps): void {
  const route = endpoints(app, 'imports')
  const storage = createStorage(config)
  const targets = targetsOf(modules)
  const named = (target: TargetName) => imports.targetOf(targets, { target })

  // One byte more than allowed, so that a file of that size is known to be too large.
  app.register(multipart, {
    limits: { files: 1, fields: 10, fileSize: BOUNDS.fileBytes + 1, fieldSize: 128 * 1024 },
    throwFileSizeLimit: false,
  })

  route.post('/imports', {
    id: 'startImport',
    summary: 'Traer registros desde una planilla (.xlsx o .csv, hasta 5.000 filas)',
    description:
      'Propone qué es cada columna y muestra qué pasaría con cada fila; con POST /imports/:id/confirm se guarda todo o nada. Se lee en segundo plano: vea GET /imports/:id. Los departamentos requieren el rol ADMIN.',
    role: 'ANALYST',
    bodyLimit: BODY_LIMIT,
    record: importRecord,
    // The parser reads the form as it arrives, so the validator never sees it.
    describe: { consumes: ['multipart/form-data'], 'x-form': schemas.ImportForm },
    accepted: schemas.Import,
    refusals: [413, 415, 422],
    handle: async (req, reply) => {
      // A caller without the right is refused before a byte is read.
      await req.read(async () => undefined)
      const form = await takeIn(req, (target) => named(target).columns.map(({ field }) => field))
      const target = named(form.target)
      // A key needs the scope to import and the scope to write these records.
      assertKeyMay(req.keyHolder, target.module, 'write')
      // An unreadable file is not kept.
      await readSheetFile(form.file, req.tenantId!)
      const { temporaryFile, ...stored } = await setDown(
        form.file,
        await storedOrRefused(req, storage.arrivals()),
      )
      const place = placeOf({ tenantId: req.tenantId!, id: stored.id })
      try {
        await storedOrRefused(req, storage.put(place, temporaryFile, 'application/octet-stream'))
        const { fileName, dryRun, chosen } = form
        const fingerprint = { sha256: stored.sha256, target: target.name, dryRun, chosen }
        const answer = await req.act(
          (ctx) => imports.startImport(ctx, { ...stored, fileName, target, dryRun, chosen }),
          { fingerprint },
        )
        // A repeated call: the first one counts.
        if (answer.data.id !== stored.id) await storage.remove(place)
        return reply.code(202).send(answer)
      } catch (error) {
        if (error instanceof Failure && error.kind !== 'unavailable')
          await storage.remove(place).catch(() => undefined)
        throw error
      } finally {
        await rm(temporaryFile, { force: true })
      }
    },
  })

  route.get('/imports', {
    id: 'listImports',
    summary: 'Listar las importaciones',
    role: 'ANALYST',
    query: schemas.ImportsQuery,
    ok: listOf('items', schemas.ImportSummary),
    handle: (req) => {
      const seen = targets.filter(({ module }) => mayRead(req.keyHolder, module))
      return req.read((ctx) => imports.listImports(ctx, req.query, seen))
    },
  })

  route.get('/imports/templates/:target', {
    id: 'getImportTemplate',
    summary: 'Descargar la planilla vacía, con sus listas',
    role: 'VIEWER',
    params: schemas.ByTarget,
    query: schemas.TemplateQuery,
    file: schemas.TEMPLATE_FILE,
    handle: async (req, reply) => {
      await req.read(async () => undefined)
      const { title, columns } = named(req.params.target)
      const shape = sheetShape(title, columns)
      const csv = req.query.format === 'csv'
      reply.header(
        'content-disposition',
        `attachment; filename="${req.params.target}.${csv ? 'csv' : 'xlsx'}"`,
      )
      if (!csv) return reply.type(schemas.XLSX).send(xlsxStream(shape, []))
      const headings = columns.map(({ heading }) => heading)
      return reply.type('text/csv; charset=utf-8').send(csvStream(headings, [], SEMICOLON))
    },
  })

  route.get('/imports/:id', {
    id: 'getImport',
    summary: 'Ver una importación: qué es cada columna y qué pasa con cada fila',
    role: 'ANALYST',
    params: ById,
    record: importRecord,
    query: schemas.ImportQuery,
    ok: schemas.Import,
    handle: (req) => {
      // A key that may not read the records cannot see their imports.
      const seen = targets.filter(({ module }) => mayRead(req.keyHolder, module))
      return req.read((ctx) => imports.getImport(ctx, req.params.id, seen, req.query))
    },
  })

  route.post('/imports/:id/confirm', {
    id: 'confirmImport',
    summary: 'Confirmar una importación: se guarda todo o nada, en segundo plano',
    description:
      'Las filas se juzgan de nuevo. Si algún registro cambió desde la revisión y el resultado sería otro, no se guarda nada y la importación vuelve a READY con lo que difiere.',
    role: 'ANALYST',
    params: ById,
    record: importRecord,
    accepted: schemas.Import,
    refusals: [409, 422],
    handle: async (req, reply) => {
      const { keyHolder } = req
      const answer = await req.act((ctx) =>
        imports.confirmImport(ctx, req.params.id, targets, ({ module }) =>
          assertKeyMay(keyHolder, module, 'write'),
        ),
      )
      return reply.code(202).send(answer)
    },
  })

  route.delete('/imports/:id', {
    id: 'deleteImport',
    summary: 'Eliminar una importación con su planilla; la que no se confirmó ya no se hará',
    description: 'La que se está guardando no se puede eliminar. Lo que una ya hecha guardó, queda.',
    role: 'ANALYST',
    params: ById,
    record: importRecord,
    refusals: [409],
    handle: async (req) => {
      const { keyHolder } = req
      const answer = await req.act((ctx) =>
        imports.deleteImport(ctx, req.params.id, targets, ({ module }) =>
          assertKeyMay(keyHolder, module, 'write'),
        ),
      )
      const place = placeOf({ tenantId: req.tenantId!, id: canonicalId(req.params.id) })
      await storage.remove(place).catch((error: Error) => {
        req.log.warn({ reason: error.message }, 'the file of a deleted import is still there')
      })
      return answer
    },
  })
}
