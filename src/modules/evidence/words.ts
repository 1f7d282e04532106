import type { Labels } from '#kernel/moves.ts'

/** Reasons why a chain is broken at a place. */
export const BROKEN_REASONS = [
  'missing',
  'order',
  'entry',
  'dated',
  'changed',
  'deleted',
  'seal',
  'head',
  'signature',
  'stamp',
  'truncated',
  'gap',
  'published',
  'foreign',
  'unlisted',
  'start',
] as const
export type BrokenReason = (typeof BROKEN_REASONS)[number]

export const REASON_WORDS: Labels<BrokenReason> = {
  missing: 'Falta esta anotación de la cadena: alguien la borró.',
  order: 'Esta anotación no sigue a la anterior: se cambió el orden o se intercaló otra.',
  entry: 'Esta anotación de la cadena se cambió después de escrita.',
  dated: 'Esta anotación dice ser de un momento que su lugar en la cadena no permite.',
  changed: 'El registro no es el que entró a la cadena: se cambió después.',
  deleted: 'El registro se borró sin que conste un motivo legal.',
  seal: 'El sello no corresponde a las anotaciones que cierra.',
  head: 'Falta la cabeza firmada de este sello, o es otra.',
  signature: 'La firma de la cabeza no es de una clave de este servicio.',
  stamp: 'El sello de tiempo que se guarda de esta cabeza no es de ella, o se cambió.',
  truncated: 'La cadena termina antes de lo que dice su propia cabeza: le falta el final.',
  gap: 'Hay cabezas publicadas posteriores: desde aquí falta lo que vino después.',
  published: 'La cadena ya no contiene esta cabeza, que fue publicada: se reescribió.',
  foreign: 'La cabeza que se entregó para comparar no está firmada por este servicio.',
  unlisted: 'Este registro está en la base de datos y nunca entró a la cadena.',
  start: 'La revisión solo puede seguir después de un sello: use el valor de «next».',
}
