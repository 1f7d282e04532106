import { FOLDER } from '#kernel/evidence/folder.ts'

/** The fingerprint of an inspection folder, and its files that differ from its manifest. */
export interface Checked {
  sha256?: string
  /** Empty if all files match. Undefined if the folder has no manifest. */
  changed?: string[] | undefined
  fault?: string
}

/** The manifest does not list itself, the sums and the seal. */
const UNLISTED: readonly string[] = [FOLDER.manifest, FOLDER.sums, FOLDER.seal]

const MOST_BYTES = 500 * 2 ** 20

export async function checkFolder(file: File): Promise<Checked> {
  // Browsers offer `crypto.subtle` only on secure pages.
  if (!globalThis.crypto?.subtle)
    return { fault: 'El navegador solo calcula huellas en páginas con https. Abra la consola con https.' }
  if (file.size > MOST_BYTES)
    return { fault: 'El archivo pasa de 500 MB: compruébelo con «sha256sum» en su equipo.' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { sha256: await digest(bytes), changed: await changedIn(bytes) }
}

async function changedIn(bytes: Uint8Array<ArrayBuffer>): Promise<string[] | undefined> {
  const { unzipSync, strFromU8 } = await import('fflate')
  try {
    const files = unzipSync(bytes)
    const manifest = files[FOLDER.sums]
    if (!manifest) return undefined
    const lines = strFromU8(manifest).trim().split('\n')
    const said = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
    const others = Object.keys(files).filter((name) => !UNLISTED.includes(name))
    const names = new Set([...said.keys(), ...others])
    const judged = [...names].map(async (name) => {
      const content = files[name]
      return content && (await digest(content as Uint8Array<ArrayBuffer>)) === said.get(name) ? [] : [name]
    })
    return (await Promise.all(judged)).flat()
  } catch {
    return undefined
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
