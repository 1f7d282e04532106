import type { ReadCtx } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import { asMarkup } from '#documents/sanitise.ts'
import { chileanDay } from '#kernel/dates.ts'
import { canonicalRut, shownRut } from '#kernel/rut.ts'
import { type PrintedReceipt, receiptBlock, receiptOf } from '#modules/evidence/public.ts'
import { type EntityRow, findEntity } from '#modules/org/public.ts'
import { findProcessor, type ProcessorRow } from '#modules/processors/public.ts'
import {
  type Block,
  cover,
  type Fact,
  facts,
  HAIRLINE,
  heading,
  note,
  type Run,
  shortened,
  shortInstant,
  subheading,
} from '#pdf/document.ts'
import { blocksOf } from '#pdf/markup.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import type { ContractRow } from './repo.ts'
import { STATE_LABELS, statusAt } from './rules.ts'
import { findOrFail } from './service.ts'
import type { Signature } from './tables.ts'

const GREY = { fill: '#e5e7eb', ink: '#374151' }
const GREEN = { fill: '#d1fae5', ink: '#065f46' }

const day = (instant: Date | null) => instant && dayIn('es', chileanDay(instant))
const moment = (instant: Date | null) =>
  instant && `${shortInstant(instant, 'America/Santiago')} (hora de Chile)`

/** The output format. Only the PDF is the signed document, and the others say so. */
export type Drawn = 'pdf' | 'docx' | 'page'

/** A contract as a document to keep: the signed text, both parties, and the proof. A draft says that it is one. */
export async function contractDocument(ctx: ReadCtx, id: string, as: Drawn): Promise<PrintedReceipt> {
  const row = await findOrFail(ctx, id)
  const [processor, entity, receipt] = await Promise.all([
    findProcessor(ctx, row.processor_id),
    findEntity(ctx, row.legal_entity_id),
    row.signature && as !== 'docx' ? receiptOf(ctx, 'contract', row.id) : undefined,
  ])
  const status = statusAt(row, ctx.now)
  const { title, clauses, roles } = textOf(row)
  const isCopy = as === 'docx' && row.signature !== null
  const document = {
    title,
    organisation: entity!.name,
    footer: shortened(`${entity!.name} y ${processor!.name} · versión ${row.version} · ${title}`),
    lawVersion: row.law_version,
    dated: row.updated_at,
    ...(status === 'DRAFT' && { watermark: 'BORRADOR' }),
    content: [
      ...(isCopy ? [note(row.signature?.method === 'paper' ? PAPER_NOTE : COPY_NOTE)] : []),
      cover({
        organisation: entity!.name,
        kind: 'Contrato de protección de datos',
        title,
        badge: { text: STATE_LABELS[status], ...(status === 'SIGNED' ? GREEN : GREY) },
        facts: [
          [roles.organisation, named(entity!.name, entity!.tax_id)],
          [roles.counterpart, named(processor!.name, processor!.tax_id)],
          ['Versión', String(row.version)],
          ...(row.sent_at ? [['Enviado el', day(row.sent_at)] as const] : []),
          ...(row.signed_at ? [['Firmado el', day(row.signed_at)] as const] : []),
          ...(row.expires_at ? [['Vence el', day(row.expires_at)] as const] : []),
        ],
      }),
      ...clauses,
      heading('Firmas'),
      signatures(row, roles, entity!, processor!),
      ...proofOf(row, roles),
      ...(receipt ? receiptBlock(receipt) : []),
    ],
  }
  return { document, name: ['contrato', document.organisation, title, id.slice(-6)], receipt }
}

const COPY_NOTE =
  'Copia de trabajo en Word. La versión firmada de este contrato es el PDF, que lleva la constancia de firma y la huella del texto.'
const PAPER_NOTE =
  'Copia de trabajo en Word. Vale el ejemplar firmado fuera del servicio, que la organización guarda.'

function named(name: string, taxId: string | null): string {
  if (!taxId) return name
  return `${name}, ${canonicalRut(taxId) ? 'RUT' : 'identificación'} ${shownRut(taxId)}`
}

interface Roles {
  organisation: string
  counterpart: string
}

/**
 * The text without the parts that the document shows elsewhere: the title on the cover, and the names of the signers («Por
 * el Responsable: …») at the signatures.
 */
function textOf({ content, type }: ContractRow): { title: string; clauses: Block[]; roles: Roles } {
  const blocks = blocksOf(asMarkup(content))
  const [first] = blocks
  const own = first?.headlineLevel === 1 && 'text' in first ? wordsOf(first.text) : undefined
  const at = blocks.findLastIndex((block) => block.headlineLevel !== undefined && textIn(block) === 'Firmas')
  const signers = at < 0 ? [] : blocks.slice(at + 1).map((block) => SIGNER.exec(textIn(block))?.[1])
  const areOurs = signers.length === 2 && signers.every((role) => role !== undefined)
  return {
    title: own ?? TYPE_NAMES[type],
    clauses: blocks.slice(own === undefined ? 0 : 1, areOurs ? at : undefined),
    roles: areOurs ? { organisation: signers[0]!, counterpart: signers[1]! } : DEFAULT_ROLES,
  }
}

const SIGNER = /^Por (?:el|la) ([^:]{1,60}): /
const DEFAULT_ROLES: Roles = { organisation: 'Responsable', counterpart: 'Encargado' }

const textIn = (block: Block) => ('text' in block ? wordsOf(block.text) : '')

const wordsOf = (text: string | Run[]) =>
  typeof text === 'string' ? text : text.map((run) => run.text).join('')

const LINE = '______________________________'

interface Party {
  role: string
  person: string | null
  position: string | null
  organisation: string
  /** The RUT of the signer. */
  rut: string | null
  traces: (string | null | undefined | false)[]
}

/** One column for each party. Sending the text signs it for the organisation. The other party signs here or on paper. */
function signatures(row: ContractRow, roles: Roles, entity: EntityRow, processor: ProcessorRow): Block {
  const { signature: other, organisation_signature: own, sent_at, signed_at } = row
  const isPaper = other?.method === 'paper'
  return {
    columns: [
      partyBlock({
        role: `Por el ${roles.organisation}`,
        person: own?.name ?? entity.legal_rep_name,
        position: own?.position ?? null,
        organisation: entity.name,
        rut: null,
        traces: [
          own &&
            (isPaper
              ? `Firma fuera del servicio del ${day(signed_at)}`
              : `Firma electrónica simple del ${day(sent_at)}`),
          own?.declaredAuthority && AUTHORITY,
          !own && sent_at && `Emitido y enviado a firma el ${day(sent_at)}`,
        ],
      }),
      partyBlock({
        role: `Por el ${roles.counterpart}`,
        person: other?.name ?? row.signer_name ?? processor.contact_name,
        position: null,
        organisation: processor.name,
        rut: other ? other.rut : row.signer_rut,
        traces: [
          other && `${SIGNED_BY[other.method]} del ${day(signed_at)}`,
          other?.declaredAuthority && AUTHORITY,
        ],
      }),
    ],
    columnGap: 24,
    margin: [0, 30, 0, 12],
    unbreakable: true,
  }
}

const AUTHORITY = 'Declaró tener facultades para firmar'
const SIGNED_BY = {
  link: 'Firma electrónica simple',
  internal: 'Firma registrada',
  paper: 'Firma fuera del servicio',
} as const

function partyBlock({ role, person, position, organisation, rut, traces }: Party): Block {
  const lines = [position, organisation, rut && `RUT ${shownRut(rut)}`].filter((line) => line)
  return {
    stack: [
      { text: LINE, color: HAIRLINE, margin: [0, 0, 0, 4] },
      { text: role, style: 'label' },
      ...(person ? [{ text: person, bold: true }] : []),
      ...lines.map((line) => ({ text: line! })),
      ...traces.filter((trace) => trace).map((trace) => ({ text: trace as string, style: 'label' as const })),
    ],
  }
}

const CONFIRMED = 'Confirmado con un código enviado al firmar'
const UNCONFIRMED =
  'Sin confirmar el correo: quien firmó tenía el enlace, y no escribió un código enviado al firmar'

/** The proof of the signatures has a page of its own. */
const LAST_PAGE: Block = { ...heading('Constancia de firma'), pageBreak: 'before' }

function proofOf(row: ContractRow, roles: Roles): Block[] {
  const { signature, signed_at, organisation_signature: own, sent_at } = row
  if (!signature) return []
  if (signature.method === 'paper') return paperProof(row, signature, roles)
  const { name, method, address, contentHash, declaredAuthority, mailboxProven } = signature
  const declared = (has: boolean | undefined, whom: string): Fact[] =>
    has ? [['Facultades', `Declaró tenerlas para firmar por ${whom}`]] : []
  return [
    LAST_PAGE,
    ...(own
      ? [
          subheading(`Por el ${roles.organisation}`),
          facts([
            ['Firmó', own.position ? `${own.name}, ${own.position}` : own.name],
            ['Fecha y hora', moment(sent_at)],
            ['Medio', 'Envío del contrato desde la cuenta de la organización'],
            ...declared(own.declaredAuthority, 'la organización'),
            ['SHA-256 del texto', own.contentHash],
          ]),
        ]
      : []),
    subheading(`Por el ${roles.counterpart}`),
    facts([
      ['Firmó', name],
      ...(signature.rut ? [['RUT', shownRut(signature.rut)] as const] : []),
      ['Fecha y hora', moment(signed_at)],
      ['Medio', method === 'link' ? 'Enlace enviado por correo' : 'Registrada por la organización'],
      ...(method === 'link' ? [['Correo', mailboxProven ? CONFIRMED : UNCONFIRMED] as const] : []),
      ...declared(declaredAuthority, `el ${roles.counterpart}`),
      ...(address ? [['Red de origen', address] as const] : []),
      ['SHA-256 del texto', contentHash],
    ]),
    note(
      method === 'link'
        ? 'Firma electrónica simple (Ley 19.799). La huella SHA-256 identifica el texto exacto que se firmó.'
        : 'La organización registró una firma puesta en otro medio. La huella SHA-256 identifica el texto que consta aquí.',
    ),
  ]
}

/** For a copy signed elsewhere: the copy is binding, and this text accompanies it. */
function paperProof(
  { signed_at, organisation_signature: own }: ContractRow,
  signature: Signature,
  roles: Roles,
): Block[] {
  return [
    LAST_PAGE,
    facts([
      ...(own
        ? [
            [
              `Firmó por el ${roles.organisation}`,
              own.position ? `${own.name}, ${own.position}` : own.name,
            ] as const,
          ]
        : []),
      [`Firmó por el ${roles.counterpart}`, signature.name],
      ...(signature.rut ? [['RUT', shownRut(signature.rut)] as const] : []),
      ['Fecha', day(signed_at)],
      ['Medio', 'Firmado fuera del servicio'],
      ['Ejemplar', signature.file?.name ?? null],
      ['SHA-256 del ejemplar', signature.file?.sha256 ?? null],
      ['SHA-256 de este texto', signature.contentHash],
    ]),
    note(
      'Este contrato se firmó fuera del servicio. Vale el ejemplar firmado, que la organización guarda con la huella indicada; este documento es el texto que consta en su registro.',
    ),
  ]
}
