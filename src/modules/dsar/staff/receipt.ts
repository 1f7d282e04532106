import { longDay } from '#kernel/dates.ts'
import { isInForce } from '#kernel/law/law.ts'
import { byLaw, LAW_NAME } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { stopAfter } from '#kernel/text.ts'
import { type PrintedReceipt, receiptBlock } from '#modules/evidence/public.ts'
import { facts, note, prose, shortened, subheading } from '#pdf/document.ts'
import { letterhead } from '#pdf/letter.ts'
import { heirWords, whose } from '../asking.ts'
import { appliedAlready, complaintWords } from '../complaint.ts'
import { ANSWER_ARTICLES, RIGHTS } from '../knowledge.ts'
import { isPast } from '../letters.ts'
import { channelOf, legalDueOn } from '../rules.ts'
import { CHANNEL_WORDS } from './rules.ts'
import type { readReceipt } from './service.ts'

/** One page for a person who came in or wrote a letter. */
export function receiptPaper({
  row,
  by,
  on,
  publicUrl,
  receipt,
}: Awaited<ReturnType<typeof readReceipt>>): PrintedReceipt {
  const channel = channelOf(row)
  const [right, dueOn] = [RIGHTS[row.right_type], legalDueOn(row)]
  const contact = [by.dpoName, by.contactEmail, by.address].filter(Boolean).join(', ')
  const complaint = complaintWords(on, dueOn, row.right_type)
  const isBinding = isInForce(on.law, on.day)
  const isOver = row.completed_at === null && isPast(row, on)
  return {
    name: ['comprobante', row.folio_number],
    receipt,
    document: {
      title: `Comprobante de recepción ${row.folio_number}`,
      organisation: by.name,
      footer: shortened(by.name, ` · ${row.folio_number}`),
      lawVersion: on.law.version,
      dated: row.created_at,
      content: [
        ...letterhead({ ...by, taxId: shownRut(by.taxId), email: by.contactEmail }),
        { text: 'Comprobante de recepción', style: 'title', fontSize: 20, margin: [0, 16, 0, 2] },
        { text: `Folio ${row.folio_number}`, bold: true, fontSize: 16, margin: [0, 0, 0, 12] },
        facts([
          ['Recibida', `${longDay(row.created_at)}${channel ? `, ${CHANNEL_WORDS[channel]}` : ''}`],
          ['De', row.heir_name ? `${heirWords(row)} de ${row.subject_name}` : row.subject_name],
          ...(row.is_representative ? [['Representada por', row.representative_name] as const] : []),
          ['Derecho', `${right.label} (${right.article})`],
          ['Último día para responder', `${longDay(dueOn)} (${ANSWER_ARTICLES[row.right_type]})`],
        ]),
        subheading('Lo que pidió'),
        prose(beginningOf(row.description ?? row.subtype_detail), right.description),
        subheading('Quién responde'),
        prose(contact ? `${by.name}${stopAfter(by.name)} ${contact}` : by.name, by.name),
        subheading('Cómo seguirla'),
        prose(
          `En ${publicUrl}/seguimiento, con el folio. ${
            row.subject_email === null
              ? 'Como no indicó un correo, la respuesta se le entrega por escrito.'
              : 'La respuesta llega por escrito a su correo.'
          }${row.right_type === 'BLOCKING' || isOver ? '' : ` ${extensionWords(row)}`}`,
          '',
        ),
        ...(isOver ? [] : appliedAlready(on, row.right_type)).map((text) => prose(text, '')),
        subheading('Si no le responden, o no está conforme'),
        prose(
          isOver
            ? `El último día para responder ya pasó. Si no quiere esperar más, ${complaint}`
            : isBinding
              ? `Si el último día para responder pasa sin respuesta, ${complaint} Si rechazan algo de lo que pidió, la respuesta le dirá por qué y hasta cuándo puede reclamar.`
              : `Si no le responden, o no está conforme, ${complaint}`,
          '',
        ),
        ...(row.right_type === 'BLOCKING'
          ? [
              prose(
                byLaw(
                  on,
                  `mientras no le respondan, ${whose(row).data} solo pueden conservarse: no pueden tratarse ni comunicarse (arts. 8 ter y 11, ${LAW_NAME}).`,
                ),
                '',
              ),
            ]
          : []),
        note(
          `Emitido el ${longDay(on.day)}. Ejercer estos derechos es gratis${isBinding ? `; solo un acceso o una portabilidad que se repite en el trimestre puede tener un costo (art. 10, ${LAW_NAME})` : ''}.`,
        ),
        ...receiptBlock(receipt),
      ],
    },
  }
}

/** A term is extended only once. */
const extensionWords = ({ extended_deadline_at }: { extended_deadline_at: Date | null }) =>
  extended_deadline_at === null
    ? 'Si hace falta más tiempo, se le avisa antes; el plazo se amplía una sola vez (art. 11).'
    : 'El plazo ya se amplió, y se amplía una sola vez (art. 11).'

/** Keeps the receipt to one page: a longer text is shortened to its beginning. */
const LONGEST = 700

function beginningOf(text: string | null): string | null {
  const plain = text?.trim().replace(/\s+/g, ' ')
  if (!plain) return null
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST).trimEnd()}…`
}
