import { readFile } from 'node:fs/promises'
import type { EvidenceKey, Proof } from '#kernel/evidence/entry.ts'
import { type BrokenStep, verifyProof } from '#kernel/evidence/proof.ts'

const STEP_WORDS: Readonly<Record<BrokenStep, string>> = {
  shape: 'no es una prueba de este servicio',
  payload: 'el registro no es el que entró a la cadena',
  path: 'la anotación no está en su grupo',
  seal: 'el sello no está bajo la cabeza firmada',
  key: 'no está la clave que la firmó',
  signature: 'la firma no es de esa clave',
  unsupported: 'este equipo no puede comprobar firmas Ed25519',
}

/** Checks a proof with the two files alone. */
export async function checkProof(path: string, keysPath: string): Promise<{ whole: boolean; text: string }> {
  const [proof, set] = await Promise.all([
    readAnswer<Proof>(path),
    readAnswer<{ keys: EvidenceKey[] }>(keysPath),
  ])
  if (!set || !Array.isArray(set.keys))
    return { whole: false, text: `--keys: «${keysPath}» no es un conjunto de claves.` }
  if (!proof)
    return {
      whole: false,
      text: `«${path}» no está o no es una prueba guardada (.json): un PDF o una carpeta se comprueban en la página /verificar.`,
    }
  const result = await verifyProof(proof, set.keys)
  if (!result.whole) return { whole: false, text: `ROTA: ${STEP_WORDS[result.step]}.` }
  const { entry, head, payloadChecked } = result
  const record = payloadChecked ? 'con el registro' : 'sin el registro, que la prueba no trae'
  return {
    whole: true,
    text: `Entera (${record}): ${entry.entityType} ${entry.entityId}, anotado el ${entry.at}, sellado el ${head.at}.`,
  }
}

/** A whole answer of the API, or its data alone. */
async function readAnswer<T>(path: string): Promise<T | undefined> {
  try {
    const parsed = JSON.parse(await readFile(path, 'utf8'))
    return parsed.data ?? parsed
  } catch {
    return undefined
  }
}
