import type { ReadCtx } from '#db/context.ts'
import { plainText } from '#documents/plain-text.ts'
import { iso } from '#kernel/dates.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { type Block, cover, facts, heading, type PdfDocument, prose, subheading } from '#pdf/document.ts'
import type { ContractRow } from './repo.ts'
import { statusAt } from './rules.ts'
import { findOrFail } from './service.ts'

const STATUS_LABELS = {
  DRAFT: 'Borrador',
  SENT: 'Enviado a firma',
  SIGNED: 'Firmado',
  EXPIRED: 'Vencido',
  TERMINATED: 'Terminado',
} as const

const GREY = { fill: '#e5e7eb', ink: '#374151' }
const GREEN = { fill: '#d1fae5', ink: '#065f46' }

/** A contract as a document to keep: the text that was signed, and the proof of it. */
export async function contractDocument(ctx: ReadCtx, id: string): Promise<PdfDocument> {
  const row = await findOrFail(ctx, id)
  const [processor, tenant] = await Promise.all([
    findProcessor(ctx, row.processor_id),
    ctx.db.selectFrom('tenants').select('name').where('id', '=', ctx.tenantId).executeTakeFirstOrThrow(),
  ])
  const status = statusAt(row, ctx.now)
  const title = `Contrato ${row.type} con ${processor?.name ?? 'el encargado'}`
  return {
    title,
    organisation: tenant.name,
    footer: `${tenant.name} · ${title} · versión ${row.version}`,
    dated: row.updated_at,
    content: [
      cover({
        organisation: tenant.name,
        kind: 'Contrato con encargado',
        title,
        badge: { text: STATUS_LABELS[status], ...(status === 'SIGNED' ? GREEN : GREY) },
        facts: [
          ['Versión', String(row.version)],
          ['Firmante', row.signer_name],
          ['Firmado', iso(row.signed_at)],
          ['Vence', iso(row.expires_at)],
        ],
      }),
      ...blocksOf(row.content),
      ...proofOf(row),
    ],
  }
}

/** The markup our documents use, as blocks; anything else reads as plain paragraphs. */
function blocksOf(html: string): Block[] {
  const parts = html.split(/(?=<h[1-3][ >])|(?=<p[ >])|(?=<li[ >])|(?=<tr[ >])|<br\s*\/?>|\n{2,}/i)
  return parts.flatMap((part) => {
    const text = plainText(part)
    if (text === '') return []
    if (/^\s*<h1/i.test(part)) return [heading(text)]
    if (/^\s*<h[23]/i.test(part)) return [subheading(text)]
    return [prose(/^\s*<li/i.test(part) ? `• ${text}` : text, '')]
  })
}

function proofOf({ signature, signed_at }: ContractRow): Block[] {
  if (!signature) return []
  return [
    heading('Constancia de firma'),
    facts([
      ['Firmó', signature.name],
      ['RUT', signature.rut],
      ['Fecha y hora (UTC)', iso(signed_at)],
      ['Medio', signature.method === 'link' ? 'Enlace enviado por correo' : 'Registrada por la organización'],
      ['Red de origen', signature.address],
      ['SHA-256 del texto', signature.contentHash],
    ]),
  ]
}
