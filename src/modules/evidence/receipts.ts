import { createHash, sign } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { type DocumentFormat, type Printed, sendFile } from '#documents/download.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import {
  CARRIED,
  type CarriedProof,
  type DocumentStatement,
  documentBytes,
  sealLine,
} from '#kernel/evidence/document.ts'
import type { Proof } from '#kernel/evidence/entry.ts'
import { Failure } from '#kernel/failure.ts'
import { type Block, type PdfDocument, shortInstant, subheading } from '#pdf/document.ts'
import { type Render, renderPdf } from '#pdf/renderer.ts'
import { renderWord } from '#word/renderer.ts'
import { listKeys, signingKey } from './keys.ts'
import { findProof } from './proving.ts'

/** The address where anybody can check a record, and its proof once it is sealed. */
export interface Receipt {
  record: { type: string; id: string }
  organisation: { id: string; slug: string; name: string }
  /** The page that checks it. The QR code holds this address. */
  url: string
  /** Null while the record waits for its seal, for less than a minute. */
  proof: Proof | null
}

/** A document with the receipt of its record. Drafts have none. */
export interface PrintedReceipt extends Printed {
  receipt?: Receipt | undefined
}

export async function receiptOf(ctx: ReadCtx, type: string, id: string): Promise<Receipt> {
  const [{ name, slug }, proof] = await Promise.all([readOrganisation(ctx), sealedProof(ctx, type, id)])
  return {
    record: { type, id },
    organisation: { id: ctx.tenantId, slug, name },
    url: receiptUrl(ctx.tools.publicUrl, slug, type, id),
    proof,
  }
}

export function receiptUrl(publicUrl: string, slug: string, type: string, id: string): string {
  return `${publicUrl}/verificar?${new URLSearchParams({ organizacion: slug, registro: type, id })}`
}

async function sealedProof(ctx: ReadCtx, type: string, id: string): Promise<Proof | null> {
  try {
    return (await findProof(ctx, type, id)).proof
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

// ── on paper ──

const CHILE = 'America/Santiago'
const moment = (instant: string) => `${shortInstant(new Date(instant), CHILE)} (hora de Chile)`

/** The QR code of the page that checks the record, beside instructions. */
export function receiptBlock({ url, record, proof }: Receipt): Block[] {
  const lines = [
    'Escanee el código para ver que este registro existe, desde cuándo, y que no ha cambiado. Para comprobar el documento completo, abra el archivo PDF en la misma página: no sale de su equipo.',
    ...proofLines(record.id, proof),
  ]
  return [
    {
      stack: [
        subheading('Comprobar este documento'),
        {
          columns: [
            { qr: url, fit: 92, width: 96 },
            {
              stack: [
                ...lines.map((text): Block => ({ text, style: 'note', margin: [0, 0, 0, 3] })),
                { text: [{ text: 'Abrir la página de comprobación', link: url }], style: 'note' },
              ],
              width: '*',
            },
          ],
          columnGap: 12,
        },
      ],
      unbreakable: true,
    },
  ]
}

/** The place of the record in the chain, and the time stamps of other authorities. */
function proofLines(id: string, proof: Proof | null): string[] {
  if (!proof)
    return [
      `Registro ${id}.`,
      'Se anota en la cadena de evidencia en menos de un minuto; el código muestra el estado actual.',
    ]
  const { entry, head, stamp } = proof
  return [
    `Registro ${id}. Huella SHA-256: ${entry.payloadHash}.`,
    `Cadena de evidencia: anotación ${entry.seq}, del ${moment(entry.at)}; la firmó el servicio el ${moment(head.at)}.`,
    stamp
      ? `Sello de tiempo externo: ${moment(stamp.at)}, por ${stamp.authority}.`
      : 'Sin sello de tiempo externo: la fecha es la del servicio.',
  ]
}

/** A PDF is sealed and carries its proof. A Word file is for editing and proves nothing. */
export async function sendReceipt(
  req: FastifyRequest,
  reply: FastifyReply,
  format: DocumentFormat,
  printed: PrintedReceipt,
): Promise<FastifyReply> {
  const { access, tools } = req.server
  const file =
    format === 'docx'
      ? await renderWord(printed.document, req.tenantId)
      : await drawReceipt(access, tools, printed, req.tenantId)
  return sendFile(reply, format, printed.name, file)
}

/** Slow: do not call it inside a transaction. */
export async function drawReceipt(
  access: TenantAccess,
  tools: Pick<Tools, 'vault' | 'now'>,
  { document, receipt }: Pick<PrintedReceipt, 'document' | 'receipt'>,
  tenantId: string,
  render: Render = renderPdf,
): Promise<Buffer> {
  if (!receipt) return render(document, tenantId)
  const drawn = await render(await carrying(access, tools, document, receipt), tenantId)
  return seal(access, tools, receipt, drawn)
}

async function carrying(
  access: TenantAccess,
  tools: Pick<Tools, 'vault'>,
  document: PdfDocument,
  { organisation: { name, slug }, proof }: Receipt,
): Promise<PdfDocument> {
  if (!proof) return document
  const carried: CarriedProof = {
    organisation: { name, slug },
    proof,
    keys: await listKeys(access, tools),
  }
  const file = {
    name: CARRIED,
    description: 'Prueba del registro en la cadena de evidencia',
    type: 'application/json',
    text: JSON.stringify(carried),
  }
  return { ...document, files: [file] }
}

async function seal(
  access: TenantAccess,
  tools: Pick<Tools, 'vault' | 'now'>,
  { record, organisation }: Receipt,
  drawn: Buffer,
): Promise<Buffer> {
  const { kid, key } = await signingKey(access, tools)
  const place = [
    kid,
    JSON.stringify([organisation, record]),
    createHash('sha256').update(drawn).digest('hex'),
  ].join()
  const known = sealed.get(place)
  if (known) return known
  const file = drawn.at(-1) === NEWLINE ? drawn : Buffer.concat([drawn, Buffer.of(NEWLINE)])
  const statement: DocumentStatement = {
    kind: 'document',
    record,
    organisation,
    at: tools.now().toISOString(),
    sha256: createHash('sha256').update(file).digest('hex'),
  }
  const value = sign(null, documentBytes(statement), key).toString('base64url')
  const line = sealLine({ statement, signature: { kid, alg: 'EdDSA', value } })
  const whole = Buffer.concat([file, Buffer.from(line)])
  sealed.set(place, whole)
  return whole
}

/** People often download the same document again: the cache returns the same file. */
const sealed = new BoundedMap<string, Buffer>({ most: 16 * 2 ** 20, weigh: (file) => file.length })

const NEWLINE = 0x0a
