import type { EvidenceKey } from '../../../src/kernel/evidence/entry.ts'
import {
  FOLDER,
  type FolderManifest,
  type FolderSeal,
  sumsOf,
  textOfSeal,
  wrongSeal,
} from '../../../src/kernel/evidence/folder.ts'
import { type Advance, bytesOf, hashOfFile, type Opened, Stopped } from './files.ts'
import { type Trust, tellKey, tellPublished, tellStamp } from './trust.ts'
import { emptyVerdict, instant, STEPS, size, UNSUPPORTED, type Verdict } from './verdict.ts'

const UNLISTED: readonly string[] = [FOLDER.manifest, FOLDER.sums, FOLDER.seal]

/** Files that operating systems add to unpacked folders. */
const LITTER = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$|^__MACOSX\//i

/** Checks each file against the manifest, the manifest against its seal, and the seal against the keys. */
export async function checkFolder(
  files: readonly Opened[],
  trust: Trust,
  advance: Advance,
  isPacked = false,
): Promise<Verdict> {
  const verdict = emptyVerdict('whole')
  const byPath = new Map(files.map((file) => [file.path, file]))
  const manifestBytes = await readOf(byPath, FOLDER.manifest)
  const manifest = manifestBytes && parsed<FolderManifest>(manifestBytes)
  if (!manifest || !Array.isArray(manifest.archivos)) return notOurs(byPath, verdict)
  const fault = (what: string, why: string) => verdict.faults.push({ what, why })

  const total = files.reduce((sum, one) => sum + one.size, 0)
  for (const { archivo, sha256, bytes } of manifest.archivos) {
    const file = byPath.get(archivo)
    if (!file) {
      fault(archivo, 'Falta.')
      continue
    }
    const found = await hashOfFile(file, advance, total).catch((error) => {
      if (error instanceof Stopped) throw error
      return undefined
    })
    if (!found) fault(archivo, 'No se puede leer: está dañado.')
    else if (found.sha256 !== sha256 || found.bytes !== bytes) fault(archivo, 'Su contenido cambió.')
  }
  const listed = new Set(manifest.archivos.map(({ archivo }) => archivo))
  for (const { path } of files)
    if (!listed.has(path) && !UNLISTED.includes(path) && (isPacked || !LITTER.test(path)))
      fault(path, 'No estaba en la carpeta: alguien lo agregó.')
  const sums = await readOf(byPath, FOLDER.sums)
  if (!sums || new TextDecoder().decode(sums) !== sumsOf(manifest))
    fault(FOLDER.sums, sums ? 'Su contenido cambió.' : 'Falta.')

  verdict.facts.push(
    ['Qué es', `Carpeta de fiscalización «${manifest.titulo}»`],
    ['De quién', [manifest.organizacion, manifest.rut].filter(Boolean).join(', RUT ')],
    ['Preparada el', instant(manifest.preparadaEl)],
    ['Archivos', `${manifest.archivos.length.toLocaleString('es-CL')}, ${size(total)}`],
  )
  await checkSeal(verdict, byPath, manifestBytes, trust)
  if (verdict.faults.length > 0) verdict.state = 'altered'
  verdict.text = TEXTS[verdict.state](verdict)
  return verdict
}

const TEXTS: Readonly<Record<Verdict['state'], (verdict: Verdict) => string>> = {
  whole: () => 'Están todos los archivos, cada uno como se entregó, y el servicio firmó su lista.',
  signed: ({ text }) => text,
  coherent: () =>
    'Están todos los archivos, cada uno como se entregó, y su lista está firmada con la clave que viene con ellos.',
  complete: () => 'Están todos los archivos, cada uno como dice su lista. La lista no viene firmada.',
  altered: ({ faults }) =>
    faults.length === 1
      ? 'Una parte de la carpeta no es como se entregó.'
      : `${faults.length.toLocaleString('es-CL')} partes de la carpeta no son como se entregaron.`,
  foreign: () => STEPS.key,
  unsure: ({ text }) => text,
}

async function checkSeal(
  verdict: Verdict,
  byPath: ReadonlyMap<string, Opened>,
  manifest: Uint8Array<ArrayBuffer>,
  trust: Trust,
): Promise<void> {
  const bytes = await readOf(byPath, FOLDER.seal)
  const seal = bytes && parsed<FolderSeal>(bytes)
  if (!bytes) {
    verdict.state = 'complete'
    verdict.notes.push({
      kind: 'warn',
      text: 'La carpeta no trae su sello: quien la cambió pudo cambiar también su lista.',
    })
    return
  }
  const fault = (what: string, why: string) => verdict.faults.push({ what, why })
  if (!seal || !isAsWritten(seal, bytes)) return void fault(FOLDER.seal, 'Su contenido cambió.')
  const keys = trust.keys ?? (await carriedKeys(byPath))
  const wrong = await wrongSeal(seal, manifest, keys)
  if (wrong === 'unsupported') {
    verdict.state = 'unsure'
    verdict.text = UNSUPPORTED
    return
  }
  if (wrong === 'key' && trust.keys) verdict.state = 'foreign'
  else if (wrong === 'key') fault(FOLDER.keys, 'No trae la clave que firmó la carpeta.')
  else if (wrong === 'manifest')
    fault(FOLDER.manifest, 'Su contenido cambió: no es la lista que el servicio firmó.')
  else if (wrong) fault(FOLDER.seal, STEPS[wrong])
  if (wrong) return
  const { head, organisation, stamps } = seal.statement
  tellKey(verdict, trust, seal.signature.kid)
  if (!head) return
  verdict.facts.push(['Cadena de evidencia', `Hasta la anotación ${head.seq.toLocaleString('es-CL')}`])
  await tellStamp(verdict, head, stamps[0])
  await tellPublished(verdict, trust, organisation.slug, head)
}

function isAsWritten(seal: FolderSeal, bytes: Uint8Array): boolean {
  try {
    return textOfSeal(seal) === new TextDecoder().decode(bytes)
  } catch {
    return false
  }
}

async function carriedKeys(byPath: ReadonlyMap<string, Opened>): Promise<EvidenceKey[]> {
  const bytes = await readOf(byPath, FOLDER.keys)
  return (bytes && parsed<{ keys: EvidenceKey[] }>(bytes)?.keys) || []
}

function notOurs(byPath: ReadonlyMap<string, Opened>, verdict: Verdict): Verdict {
  if (byPath.has(FOLDER.seal) || byPath.has(FOLDER.sums)) {
    const why = byPath.has(FOLDER.manifest) ? 'Está dañado.' : 'Falta.'
    return {
      ...verdict,
      state: 'altered',
      text: 'La lista de los archivos de la carpeta no se puede leer.',
      faults: [{ what: FOLDER.manifest, why }],
    }
  }
  return {
    ...verdict,
    state: 'foreign',
    text: 'El archivo no es una carpeta de fiscalización: no trae la lista de lo que contiene.',
  }
}

async function readOf(
  byPath: ReadonlyMap<string, Opened>,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = byPath.get(path)
  return file && bytesOf(file).catch(() => new Uint8Array(0))
}

function parsed<T>(bytes: Uint8Array): T | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as T
  } catch {
    return undefined
  }
}
