/** Reasons for refusing a file from a person without an account. */

export const TOO_LARGE = 'El archivo supera el máximo de 10 MiB.'
const NOT_ACCEPTED =
  'El tipo del archivo no se acepta. Envíe un PDF, una imagen (PNG, JPEG, WebP, HEIC) o un documento de Word.'
const DATA_NOT_ACCEPTED =
  'El tipo del archivo no se acepta. Envíe una planilla de Excel, un CSV, JSON o texto, un PDF, una imagen o un documento de Word.'

export function notAcceptedWords(takesData: boolean): string {
  return takesData ? DATA_NOT_ACCEPTED : NOT_ACCEPTED
}
