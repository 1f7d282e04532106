import { checkExport } from './export.ts'
import { type Advance, filesOfFolder, Unreadable } from './files.ts'
import { checkFolder } from './folder.ts'
import { checkPdf } from './pdf.ts'
import { checkProof, proofIn } from './proof.ts'
import type { Trust } from './trust.ts'
import { emptyVerdict, type Verdict } from './verdict.ts'
import { filesOfZip } from './zip.ts'

export interface Asked {
  files: readonly File[]
  /** The published keys and heads, read only if a check needs them. */
  trust: () => Promise<Trust>
  advance: Advance
  /** The organisation of the address. */
  slug?: string | undefined
}

const LARGEST_JSON = 50 * 2 ** 20

/** Runs in the browser. The file does not leave it. */
export async function check(asked: Asked): Promise<Verdict> {
  const { files, trust, advance } = asked
  const [file] = files
  if (!file) throw new Unreadable('no hay ningún archivo')
  if (files.length > 1 || file.webkitRelativePath)
    return checkFolder(filesOfFolder(files), await trust(), advance)
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const magic = String.fromCharCode(...start)
  if (magic.startsWith('PK')) return checkZip(file, asked)
  if (start[0] === 0x1f && start[1] === 0x8b) return checkExport(file, trust, advance)
  if (magic === '%PDF') return checkPdf(file, trust, advance)
  return checkJson(file, asked)
}

async function checkZip(file: File, { trust, advance }: Asked): Promise<Verdict> {
  try {
    return await checkFolder(await filesOfZip(file), await trust(), advance, true)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const faults = [{ what: file.name, why: `No se puede leer: ${error.message}.` }]
    return { ...emptyVerdict('altered', 'El archivo está dañado.'), faults }
  }
}

async function checkJson(file: File, { trust, slug }: Asked): Promise<Verdict> {
  const proof = file.size <= LARGEST_JSON ? proofIn(await parsedJson(file)) : undefined
  if (proof) return checkProof(proof, await trust(), slug)
  return emptyVerdict(
    'foreign',
    'El archivo no es un comprobante, una prueba, una carpeta de fiscalización ni una exportación de Resguardo. Si lo es, está dañado y no se reconoce.',
  )
}

async function parsedJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}
