import type { BrokenStep } from '../../../src/kernel/evidence/proof.ts'
import type { StampFault } from '../../../src/kernel/evidence/stamp.ts'

/**
 * `signed`: whole, up to a certificate signature that was added later.
 * `coherent`: whole by the key in the file, which anybody could have made.
 * `complete`: all files match the file's own list, but the list has no signature.
 */
export type State = 'whole' | 'signed' | 'coherent' | 'altered' | 'complete' | 'foreign' | 'unsure'

export type Fact = [label: string, value: string]

export interface Verdict {
  state: State
  /** What the file is and the result, in one sentence. */
  text: string
  /** Replaces the title of the state. */
  title?: string
  facts: Fact[]
  /** For people who compare keys and certificates. */
  technical: Fact[]
  /** The record as it was hashed. */
  content: Fact[]
  /** Parts that changed, by name. */
  faults: { what: string; why: string }[]
  notes: { kind: 'info' | 'warn'; text: string }[]
  /** For a file with an added signature: the file before it. */
  original?: Blob
}

export const TITLES: Readonly<Record<State, string>> = {
  whole: 'Íntegro',
  signed: 'Sellado, y firmado después',
  coherent: 'Íntegro según la clave que trae',
  altered: 'Alterado',
  complete: 'Completo, sin firma',
  foreign: 'No es un documento de este servicio',
  unsure: 'No se pudo comprobar',
}

export const NO_STAMP = 'Sin sello de tiempo externo'

export const STEPS: Readonly<Record<Exclude<BrokenStep, 'unsupported'>, string>> = {
  shape: 'La prueba está incompleta o dañada.',
  payload: 'El contenido no es el que se registró: cambió después.',
  path: 'El registro no forma parte del lote que la prueba indica.',
  seal: 'El lote no corresponde a la cabeza firmada.',
  key: 'La firmó una clave que este servicio no publica.',
  signature: 'La firma no corresponde: lo firmado cambió, o no lo firmó este servicio.',
}

export const STAMP_FAULTS: Readonly<Record<Exclude<StampFault, 'algorithm'>, string>> = {
  shape: 'El sello de tiempo está dañado.',
  imprint: 'El sello de tiempo es de otra cosa.',
  nonce: 'El sello de tiempo es de otra cosa.',
  signature: 'La firma del sello de tiempo no corresponde.',
  purpose: 'El certificado del sello no es para sellos de tiempo.',
  certificate: 'Falta el certificado del sello de tiempo, o no es el que lo firmó.',
  time: 'El sello de tiempo es anterior a lo que sella.',
}

export const UNSUPPORTED =
  'Este navegador no puede comprobar firmas Ed25519. Actualícelo, o use otro: Chrome o Edge 137, Firefox 129, Safari 17, o posteriores.'

const INSTANT = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'long',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})

export function instant(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : `${INSTANT.format(at)} (hora de Chile)`
}

export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  const power = Math.min(3, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const digits = power === 0 ? 0 : 1
  return `${(bytes / 1000 ** power).toLocaleString('es-CL', { maximumFractionDigits: digits })} ${units[power]}`
}

export function emptyVerdict(state: State, text = ''): Verdict {
  return { state, text, facts: [], technical: [], content: [], faults: [], notes: [] }
}
