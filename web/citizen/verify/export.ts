import { exportBytes, type SealedManifest } from '../../../src/kernel/evidence/export.ts'
import { wrongSigner } from '../../../src/kernel/evidence/proof.ts'
import { startHashing } from '../../../src/kernel/evidence/sha256.ts'
import { type Advance, piecesOf, Stopped, Unreadable } from './files.ts'
import { entriesOfTar } from './tar.ts'
import type { Trust } from './trust.ts'
import { emptyVerdict, instant, STEPS, type Verdict } from './verdict.ts'

interface ExportManifest extends SealedManifest {
  format: string
  createdAt: string
  organisation: { id: string; name: string; slug: string }
  tables: { name: string; rows: number }[]
  entries: { name: string; bytes: number; sha256: string }[]
}

const MANIFEST = 'manifest.json'
const LARGEST_MANIFEST = 256 * 2 ** 20

/** An exported organisation: checks every entry against the manifest, which is the last entry. */
export async function checkExport(
  file: Blob,
  trust: () => Promise<Trust>,
  advance: Advance,
): Promise<Verdict> {
  const verdict = emptyVerdict('complete')
  const found = new Map<string, { sha256: string; bytes: number }>()
  const repeated = new Set<string>()
  let manifest: ExportManifest | undefined
  let at = ''
  try {
    // The progress counts packed bytes, because the unpacked size is unknown.
    const packed = counted(file, (bytes) => advance(bytes, at, file.size))
    const entries = entriesOfTar(piecesOf(packed.pipeThrough(new DecompressionStream('gzip') as never)))
    for await (const { name, size, content } of entries) {
      at = name
      const hashing = startHashing()
      const kept: Uint8Array<ArrayBuffer>[] = []
      if (name === MANIFEST && size > LARGEST_MANIFEST) throw new Unreadable('la lista es demasiado larga')
      for await (const piece of content) {
        hashing.update(piece)
        if (name === MANIFEST) kept.push(piece.slice() as Uint8Array<ArrayBuffer>)
      }
      // Programs disagree on which of two entries with one name they read.
      if (found.has(name) || (name === MANIFEST && manifest)) repeated.add(name)
      else if (name === MANIFEST) manifest = JSON.parse(await new Blob(kept).text())
      else found.set(name, { sha256: hashing.digest(), bytes: size })
    }
  } catch (error) {
    if (error instanceof Stopped) throw error
    return unreadable(verdict, found.size)
  }
  if (manifest?.format !== 'resguardo-organisation') return unreadable(verdict, found.size)
  for (const { name, sha256, bytes } of manifest.entries) {
    const entry = found.get(name)
    found.delete(name)
    if (!entry) verdict.faults.push({ what: name, why: 'Falta.' })
    else if (entry.sha256 !== sha256 || entry.bytes !== bytes)
      verdict.faults.push({ what: name, why: 'Su contenido cambió.' })
  }
  for (const name of repeated) verdict.faults.push({ what: name, why: 'Viene dos veces: alguien lo agregó.' })
  for (const name of found.keys())
    verdict.faults.push({ what: name, why: 'No estaba en la exportación: alguien lo agregó.' })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  verdict.facts.push(
    ['Qué es', 'Exportación de una organización'],
    ['De quién', manifest.organisation.name],
    ['Hecha el', instant(manifest.createdAt)],
    ['Contiene', `${rows.toLocaleString('es-CL')} filas de ${manifest.tables.length} tablas`],
  )
  if (verdict.faults.length > 0) {
    verdict.state = 'altered'
    verdict.text = 'La exportación no es como se hizo.'
    return verdict
  }
  await tellSeal(verdict, manifest, await trust())
  return verdict
}

/** Checks the seal of the manifest. Without it, anybody could change the files and the manifest alike. */
async function tellSeal(verdict: Verdict, manifest: ExportManifest, { keys }: Trust): Promise<void> {
  const { seal } = manifest
  const wrong = seal && keys ? await wrongSigner(await exportBytes(manifest), seal, keys) : undefined
  if (wrong === null) {
    verdict.state = 'whole'
    verdict.text = 'Está todo lo que la exportación contenía, sin cambios, y el servicio firmó su lista.'
    verdict.technical.push(['Clave de la firma', seal!.kid])
    return
  }
  if (wrong === 'signature') {
    verdict.state = 'altered'
    verdict.text = 'La lista de la exportación no es la que el servicio firmó.'
    verdict.faults.push({ what: MANIFEST, why: STEPS.signature })
    return
  }
  verdict.text = seal
    ? 'Está todo lo que la exportación dice contener, sin cambios. No se pudo comprobar quién firmó su lista.'
    : 'Está todo lo que la exportación dice contener, sin cambios. La lista no viene firmada.'
  verdict.notes.push({
    kind: 'warn',
    text:
      wrong === 'key'
        ? 'La firmó una clave que este servicio no publica: compruébela en la página del servicio del que salió.'
        : 'Así se sabe que no se dañó al copiarla, y no que nadie la cambió. Compruébela con conexión, en la página del servicio del que salió.',
  })
}

function unreadable(verdict: Verdict, entries: number): Verdict {
  if (entries === 0)
    return { ...verdict, state: 'foreign', text: 'El archivo no es una exportación de este servicio.' }
  return {
    ...verdict,
    state: 'altered',
    text: 'La exportación está cortada o dañada.',
    faults: [{ what: MANIFEST, why: 'Falta, o no se llega a él.' }],
  }
}

function counted(file: Blob, count: (bytes: number) => void): ReadableStream<Uint8Array> {
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, to) {
      count(piece.length)
      to.enqueue(piece)
    },
  })
  return file.stream().pipeThrough(counter as never)
}
