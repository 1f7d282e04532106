import {
  CARRIED,
  type CarriedProof,
  type DocumentFault,
  type SealedDocument,
  splitSealed,
  wrongDocument,
} from '../../../src/kernel/evidence/document.ts'
import { type PdfSignature, verifyPdfSignatures } from '../../../src/kernel/evidence/pdf-signature.ts'
import { type Advance, bytesOf, filesOfFolder, hashOfFile, piecesOf } from './files.ts'
import { checkProof, RECORD_NAMES } from './proof.ts'
import type { Trust } from './trust.ts'
import { tellKey } from './trust.ts'
import { emptyVerdict, type Fact, instant, STEPS, UNSUPPORTED, type Verdict } from './verdict.ts'

/** Documents of the service are far smaller. For a larger file the page shows only the hash. */
const LARGEST = 100 * 2 ** 20

/** Checks the seal of a PDF, and the proof of its record inside it. */
export async function checkPdf(file: File, trust: () => Promise<Trust>, advance: Advance): Promise<Verdict> {
  const [opened] = filesOfFolder([file])
  const { sha256 } = await hashOfFile(opened!, advance)
  const bytes = file.size <= LARGEST ? await bytesOf(opened!) : undefined
  const signed = bytes && (await lastSignature(bytes))
  const split = bytes && splitSealed(bytes)
  if (!split) return unsealed(sha256, signed)
  const carried = await carriedProof(split.sealed)
  const trusted = await trust()
  const verdict = emptyVerdict('whole')
  const wrong = await wrongDocument(split, trusted.keys ?? carried?.keys ?? [])
  if (wrong) return broken(verdict, wrong, trusted, sha256)
  const { statement, signature } = split.seal!
  const { record, organisation } = statement
  verdict.facts.push(
    ['Qué es', RECORD_NAMES[record.type] ?? 'Documento'],
    ['De quién', `${organisation.name} (${organisation.slug})`],
    ['Emitido', instant(statement.at)],
  )
  verdict.technical.push(['Registro', record.id], ['Huella SHA-256', sha256])
  verdict.text = 'El documento es el que emitió el servicio, y nada de él cambió desde entonces.'
  tellKey(verdict, trusted, signature.kid)
  if (split.after > 0) tellAdded(verdict, split, record.type, signed)
  if (carried) await tellProof(verdict, carried, record, organisation.id, trusted)
  else
    verdict.notes.push({
      kind: 'info',
      text: 'Se emitió antes de que su registro tuviera sello. Escanee el código del documento para ver su estado actual.',
    })
  return verdict
}

/**
 * A contract may have a certificate signature after its seal. Anybody can add one, and an addition can change what readers
 * see. So only the sealed part counts as whole, and the page offers that part as a file.
 */
function tellAdded(
  verdict: Verdict,
  { sealed, after: bytes }: SealedDocument,
  type: string,
  signed: PdfSignature | undefined,
): void {
  verdict.original = new Blob([sealed], { type: 'application/pdf' })
  if (type === 'contract' && signed?.valid && signed.coversFile) {
    if (verdict.state === 'whole') verdict.state = 'signed'
    verdict.text =
      'El servicio selló este documento, y después se le agregó una firma con certificado. El sello prueba el documento que puede descargar aquí abajo: si lo que ve en este archivo es distinto, vale aquel.'
    tellSigner(verdict, signed)
    return
  }
  verdict.state = 'altered'
  verdict.text = 'Al documento se le agregó algo después de emitido, que puede cambiar lo que se ve.'
  verdict.faults.push({
    what: 'Final del archivo',
    why: `${bytes.toLocaleString('es-CL')} bytes que el servicio no puso.`,
  })
}

/** The proof must belong to the record of the seal. A proof of another record says nothing about this document. */
async function tellProof(
  verdict: Verdict,
  carried: CarriedProof,
  record: { type: string; id: string },
  tenantId: string,
  trust: Trust,
): Promise<void> {
  const { entry } = carried.proof
  const isOfIt =
    entry?.entityType === record.type && entry.entityId === record.id && entry.tenantId === tenantId
  const { organisation, keys, proof } = carried
  const checked = isOfIt ? await checkProof({ ...proof, organisation, keys }, trust, undefined) : undefined
  if (!checked || checked.state === 'altered' || checked.state === 'foreign') {
    verdict.state = 'altered'
    verdict.text = 'El documento trae una prueba que no corresponde a su registro.'
    verdict.faults.push({ what: CARRIED, why: checked?.faults[0]?.why ?? 'Es de otro registro.' })
    return
  }
  const told = new Set(verdict.facts.map(([label]) => label))
  verdict.facts.push(...checked.facts.filter(([label]) => !told.has(label) && label !== NAMED))
  verdict.technical.push(...checked.technical.filter(([label]) => label !== 'Identificador'))
  const notes = new Set(verdict.notes.map(({ text }) => text))
  verdict.notes.push(
    ...checked.notes.filter(({ text }) => !notes.has(text) && !text.startsWith('La prueba no trae')),
  )
}

const NAMED = 'Nombre que da el archivo'

function broken(verdict: Verdict, wrong: DocumentFault, trust: Trust, sha256: string): Verdict {
  verdict.technical.push(['Huella SHA-256', sha256])
  if (wrong === 'unsupported') return { ...verdict, state: 'unsure', text: UNSUPPORTED }
  if (wrong === 'key' && !trust.keys)
    return {
      ...verdict,
      state: 'unsure',
      text: 'No se pudieron obtener las claves públicas del servicio, y el documento no las trae. Compruebe su conexión e inténtelo de nuevo.',
    }
  if (wrong === 'key') return { ...verdict, state: 'foreign', text: STEPS.key }
  return {
    ...verdict,
    state: 'altered',
    text: 'El documento no es el que emitió el servicio.',
    faults: [{ what: wrong === 'content' ? 'Contenido' : 'Sello', why: FAULTS[wrong] }],
  }
}

const FAULTS: Readonly<Record<'shape' | 'content' | 'signature', string>> = {
  shape: 'El sello está dañado.',
  content: 'Cambió después de emitido.',
  signature: STEPS.signature,
}

/** A PDF without a seal proves nothing by itself. Its hash is in the list of the folder that it came in. */
function unsealed(sha256: string, signed: PdfSignature | undefined): Verdict {
  const verdict: Verdict = {
    ...emptyVerdict('unsure'),
    text: 'Este PDF no trae un sello de este servicio. Compruebe la carpeta de fiscalización en la que venía, o compare su huella con la que tiene quien se lo entregó.',
    facts: [
      ['Qué es', 'Documento PDF'],
      ['Huella SHA-256', sha256],
    ],
  }
  if (signed?.valid && signed.coversFile) tellSigner(verdict, signed)
  return verdict
}

async function lastSignature(bytes: Uint8Array<ArrayBuffer>): Promise<PdfSignature | undefined> {
  try {
    return (await verifyPdfSignatures(bytes)).signatures.at(-1)
  } catch {
    return undefined
  }
}

function tellSigner(verdict: Verdict, { signer, stamp, claimedAt, inTime }: PdfSignature): void {
  if (!signer) return
  const when = stamp?.valid ? `${instant(stamp.at)}, por ${stamp.authority}` : claimedAt && instant(claimedAt)
  verdict.facts.push(
    ['Certificado a nombre de', signer.subject],
    ['Emisor que declara', signer.issuer],
    ...(when ? [['Fecha que declara la firma', when] as Fact] : []),
  )
  verdict.technical.push(['Certificado', signer.fingerprint])
  verdict.notes.push({ kind: inTime === false ? 'warn' : 'info', text: SIGNED_WHEN[String(inTime)]! })
  verdict.notes.push({
    kind: 'warn',
    text: 'Esta página no comprueba que el certificado lo haya emitido quien dice: cualquiera puede hacer uno con cualquier nombre. Compruébelo en su lector de PDF, o con la organización.',
  })
}

const SIGNED_WHEN: Readonly<Record<string, string>> = {
  true: 'El archivo entero está firmado con ese certificado y no cambió desde entonces.',
  false: 'La firma corresponde al archivo, pero el certificado no estaba vigente en la fecha que declara.',
  null: 'La firma corresponde al archivo, pero no se sabe cuándo se hizo.',
}

const LARGEST_PROOF = 2 ** 20

/** The attached file, in the form that the service writes. A PDF rewritten by another program has lost its seal anyway. */
async function carriedProof(pdf: Uint8Array<ArrayBuffer>): Promise<CarriedProof | undefined> {
  const text = new TextDecoder('latin1').decode(pdf)
  for (let at = text.indexOf('/EmbeddedFile'); at >= 0; at = text.indexOf('/EmbeddedFile', at + 1)) {
    const near = text.slice(at, at + 1_000)
    const end = near.indexOf('stream\n')
    const begin = at + end + 'stream\n'.length
    const length = Number(/\/Length (\d{1,7})\b/.exec(near.slice(0, end))?.[1])
    if (end < 0 || !(length <= LARGEST_PROOF)) continue
    const isPacked = near.slice(0, end).includes('/FlateDecode')
    const found = await parsed(pdf.subarray(begin, begin + length), isPacked)
    if (found?.proof && Array.isArray(found.keys)) return found
  }
  return undefined
}

async function parsed(bytes: Uint8Array<ArrayBuffer>, isPacked: boolean): Promise<CarriedProof | undefined> {
  try {
    const stream = new Blob([bytes]).stream()
    const unpacked: ReadableStream<Uint8Array> = isPacked
      ? stream.pipeThrough(new DecompressionStream('deflate') as never)
      : stream
    const parts: Uint8Array<ArrayBuffer>[] = []
    let sum = 0
    for await (const piece of piecesOf(unpacked)) {
      sum += piece.length
      if (sum > LARGEST_PROOF) return undefined
      parts.push(piece.slice() as Uint8Array<ArrayBuffer>)
    }
    return JSON.parse(await new Blob(parts).text()) as CarriedProof
  } catch {
    return undefined
  }
}
