import { longDay } from '#kernel/dates.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { type PrintedReceipt, type Receipt, receiptBlock } from '#modules/evidence/public.ts'
import { note, shortened, shortInstant } from '#pdf/document.ts'
import { letterBlocks } from '#pdf/letter.ts'
import { LETTER_NAMES } from '../knowledge.ts'
import type { Responsible } from '../responsible.ts'
import type { RequestLetter } from './schemas.ts'

/** A stored letter with what its printed form needs: recipient, date and sender. */
export interface KeptLetter {
  letter: RequestLetter
  folioNumber: string
  by: Responsible
  receipt: Receipt
}

export function letterPaper({ letter, folioNumber, by, receipt }: KeptLetter): PrintedReceipt {
  const { paragraphs, recipient } = partsOf(letter, by)
  return {
    name: ['carta', folioNumber, LETTER_NAMES[letter.kind]],
    receipt,
    document: {
      title: letter.subject,
      organisation: by.name,
      footer: shortened(by.name, ` · ${folioNumber} · ${LETTER_NAMES[letter.kind]}`),
      lawVersion: letter.lawVersion,
      dated: new Date(letter.createdAt),
      content: [
        ...letterBlocks({
          from: { ...by, taxId: shownRut(by.taxId), email: by.contactEmail },
          day: longDay(new Date(letter.sentAt ?? letter.createdAt)),
          to: recipient,
          subject: letter.subject,
          text: paragraphs.join('\n\n'),
          signature: signatureOf(by),
        }),
        note(proofOf(letter)),
        ...receiptBlock(receipt),
      ],
    },
  }
}

/** The mail greets the recipient and ends with the organisation's name. On paper both have a place of their own. */
function partsOf({ text, to }: RequestLetter, by: Responsible) {
  const paragraphs = text.split('\n\n').filter((paragraph) => paragraph !== `— ${by.name}`)
  const [, named] = /^(?:Hola, |Señores |A la )(.+):$/.exec(paragraphs[0] ?? '') ?? []
  // The address of a printed letter is name and place in one line.
  const place = named && to.startsWith(`${named}, `) ? to.slice(named.length + 2) : to
  return { paragraphs, recipient: [...(named && named !== to ? [named] : []), place] }
}

function signatureOf({ name, dpoName, dpoEmail }: Responsible): string[] {
  if (!dpoName) return [name]
  return [dpoName, 'Delegado de protección de datos', name, ...(dpoEmail ? [dpoEmail] : [])]
}

function proofOf({ sentAt, onPaper }: RequestLetter): string {
  const when =
    sentAt === null
      ? onPaper
        ? 'Se entrega impresa: la persona no indicó un correo.'
        : 'En espera de envío.'
      : `Enviada el ${shortInstant(new Date(sentAt), 'America/Santiago')} (hora de Chile).`
  return `Copia fiel del texto (art. 11, ${LAW_NAME}). ${when}`
}
