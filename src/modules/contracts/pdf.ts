import type { ReadCtx } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import { chileanDay } from '#kernel/dates.ts'
import { shownRut } from '#kernel/rut.ts'
import { type EntityRow, findEntity } from '#modules/org/public.ts'
import { findProcessor, type ProcessorRow } from '#modules/processors/public.ts'
import { type Block, cover, facts, heading, note, type PdfDocument, shortInstant } from '#pdf/document.ts'
import { blocksOf } from './drawing.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import type { ContractRow } from './repo.ts'
import { statusAt } from './rules.ts'
import { findOrFail } from './service.ts'

/** As people read them. */
export const STATUS_LABELS = {
  DRAFT: 'Borrador',
  SENT: 'Enviado a firma',
  SIGNED: 'Firmado',
  EXPIRED: 'Vencido',
  TERMINATED: 'Terminado',
} as const

const GREY = { fill: '#e5e7eb', ink: '#374151' }
const GREEN = { fill: '#d1fae5', ink: '#065f46' }

const day = (instant: Date | null) => instant && dayIn('es', chileanDay(instant))
const moment = (instant: Date | null) =>
  instant && `${shortInstant(instant, 'America/Santiago')} (hora de Chile)`

/** A contract as a document to keep: the text that was signed, both parties, and the proof. A draft says that it is one. */
export async function contractDocument(ctx: ReadCtx, id: string): Promise<PdfDocument> {
  const row = await findOrFail(ctx, id)
  const [processor, entity] = await Promise.all([
    findProcessor(ctx, row.processor_id),
    findEntity(ctx, row.legal_entity_id),
  ])
  const status = statusAt(row, ctx.now)
  const title = TYPE_NAMES[row.type]
  return {
    title,
    organisation: entity!.name,
    footer: `${entity!.name} · ${title} · versión ${row.version}`,
    lawVersion: row.law_version,
    dated: row.updated_at,
    ...(status === 'DRAFT' && { watermark: 'BORRADOR' }),
    content: [
      cover({
        organisation: entity!.name,
        kind: 'Contrato con encargado',
        title,
        badge: { text: STATUS_LABELS[status], ...(status === 'SIGNED' ? GREEN : GREY) },
        facts: [
          ['Responsable', entity!.name],
          ['Encargado', processor!.name],
          ['Versión', String(row.version)],
          ['Firma por el encargado', row.signer_name],
          ['Firmado el', day(row.signed_at)],
          ['Vence el', day(row.expires_at)],
        ],
      }),
      ...blocksOf(row.content),
      signatures(row, entity!, processor!),
      ...proofOf(row),
    ],
  }
}

const LINE = '______________________________'

/** One column for each party. The organisation issues the text; the other party signs it here or on paper. */
function signatures(row: ContractRow, entity: EntityRow, processor: ProcessorRow): Block {
  const signed = row.signature
  const issued = row.sent_at && `Emitido y enviado a firma el ${day(row.sent_at)}`
  const accepted =
    signed &&
    `${signed.method === 'link' ? 'Firma electrónica' : 'Firma registrada'} del ${day(row.signed_at)}`
  return {
    columns: [
      party('Por el Responsable', entity.legal_rep_name, entity.name, shownRut(entity.tax_id), issued),
      party(
        'Por el Encargado',
        signed?.name ?? row.signer_name ?? processor.contact_name,
        processor.name,
        shownRut(signed?.rut ?? row.signer_rut),
        accepted,
      ),
    ],
    columnGap: 24,
    margin: [0, 36, 0, 12],
    unbreakable: true,
  }
}

function party(
  role: string,
  person: string | null,
  organisation: string,
  number: string | null,
  trace: string | null,
): Block {
  return {
    stack: [
      { text: LINE, margin: [0, 0, 0, 4] },
      { text: role, style: 'label' },
      ...(person ? [{ text: person, bold: true }] : []),
      { text: organisation },
      ...(number ? [{ text: `RUT ${number}`, style: 'cell' as const }] : []),
      ...(trace ? [{ text: trace, style: 'label' as const }] : []),
    ],
  }
}

function proofOf({ signature, signed_at }: ContractRow): Block[] {
  if (!signature) return []
  const { name, method, address, contentHash, declaredAuthority } = signature
  return [
    heading('Constancia de firma'),
    facts([
      ['Firmó', name],
      ['RUT', shownRut(signature.rut)],
      ['Fecha y hora', moment(signed_at)],
      ['Medio', method === 'link' ? 'Enlace enviado por correo' : 'Registrada por la organización'],
      ...(declaredAuthority
        ? [['Facultades', 'Declaró tenerlas para firmar por el encargado'] as const]
        : []),
      ['Red de origen', address],
      ['SHA-256 del texto', contentHash],
    ]),
    note(
      method === 'link'
        ? 'Firma electrónica simple (Ley 19.799). La huella SHA-256 identifica el texto exacto que se firmó.'
        : 'La organización registró una firma puesta en otro medio. La huella SHA-256 identifica el texto que consta aquí.',
    ),
  ]
}
