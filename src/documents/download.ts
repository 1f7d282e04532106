import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { ReadCtx } from '#db/context.ts'
import type { endpoints } from '#http/endpoints.ts'
import { oneOf } from '#http/schema-kit.ts'
import { sendPage } from '#pages/page.ts'
import { previewPage } from '#pages/preview.ts'
import { fileNameAs, type PdfDocument } from '#pdf/document.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { renderWord } from '#word/renderer.ts'

/** Documents to download: PDF for the files, Word for further editing, and a page as a preview. */

const TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

export const DOCUMENT_FORMATS = ['pdf', 'docx'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

export const DOCUMENT_TYPES = Object.values(TYPES)

export interface Printed {
  document: PdfDocument
  /** The words of the file name. */
  name: readonly string[]
}

interface DocumentEndpoints<P extends TObject, Q extends TProperties, T extends Printed> {
  /** The operations' suffix: `Contract` gives `downloadContract` and `previewContract`. */
  id: string
  /** Its name in the summary, with the Spanish article. */
  of: string
  params: P
  query?: Q
  gather(ctx: ReadCtx, params: Static<P>, query: Static<TObject<Q>>, format: Format): Promise<T>
  /** Sends it in another way. By default the document is drawn as it was read. */
  send?(req: FastifyRequest, reply: FastifyReply, format: DocumentFormat, printed: T): Promise<FastifyReply>
}

/** The target of the document. Some documents begin with a line about the binding version. */
export type Format = DocumentFormat | 'page'

/** `GET …/document` and `GET …/preview` beside the record that they show, for its readers. */
export function documentRoutes<
  P extends TObject,
  Q extends TProperties = Record<never, never>,
  T extends Printed = Printed,
>(route: ReturnType<typeof endpoints>, path: string, endpoint: DocumentEndpoints<P, Q, T>): void {
  const { id, of, params, query, gather, send = sendPrinted } = endpoint
  const asked = (query ?? {}) as Q
  const format = Type.Optional(oneOf(DOCUMENT_FORMATS, { description: 'Por defecto, pdf' }))

  route.get(`${path}/document`, {
    role: 'VIEWER',
    params,
    id: `download${id}`,
    summary: `Descargar ${of} en PDF o en Word`,
    query: Type.Object({ ...asked, format }),
    file: { description: 'El documento, para entregar', types: DOCUMENT_TYPES },
    handle: async (req, reply) => {
      const wanted = req.query as Static<TObject<Q>> & { format?: DocumentFormat }
      const { format: kind = 'pdf' } = wanted
      const { data } = await req.read(
        (ctx) => gather(ctx, req.params as Static<P>, wanted, kind) as Promise<Printed>,
      )
      return send(req, reply, kind, data as T)
    },
  })
  previewRoute(route, path, endpoint)
}

/** Only `GET …/preview`, for a record with its own file. */
export function previewRoute<
  P extends TObject,
  Q extends TProperties = Record<never, never>,
  T extends Printed = Printed,
>(
  route: ReturnType<typeof endpoints>,
  path: string,
  { id, of, params, query, gather }: DocumentEndpoints<P, Q, T>,
): void {
  route.get(`${path}/preview`, {
    role: 'VIEWER',
    params,
    id: `preview${id}`,
    summary: `Ver ${of} como página, tal como se entrega`,
    description: 'Una página sin scripts, que solo se muestra dentro de páginas de este mismo origen.',
    ...(query && { query: Type.Object(query) }),
    file: { description: 'La página', types: ['text/html'] },
    handle: async (req, reply) => {
      const wanted = (req.query ?? {}) as Static<TObject<Q>>
      const { data } = await req.read(
        (ctx) => gather(ctx, req.params as Static<P>, wanted, 'page') as Promise<Printed>,
      )
      return sendPage(reply, previewPage(data.document))
    },
  })
}

/** Draws the document after the transaction has ended. */
export async function sendPrinted(
  req: FastifyRequest,
  reply: FastifyReply,
  format: DocumentFormat,
  { document, name }: Printed,
): Promise<FastifyReply> {
  const render = format === 'docx' ? renderWord : renderPdf
  return sendFile(reply, format, name, await render(document, req.tenantId))
}

export function sendFile(
  reply: FastifyReply,
  format: DocumentFormat,
  name: readonly string[],
  file: Buffer,
): FastifyReply {
  return reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${fileNameAs(format, ...name)}"`)
    .send(file)
}
