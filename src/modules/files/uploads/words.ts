/** Why a file of a person without an account is not taken. */

export const TOO_LARGE = 'El archivo supera el máximo de 10 MiB.'
export const NOT_ACCEPTED =
  'El tipo del archivo no se acepta. Envíe un PDF, una imagen (PNG, JPEG, WebP, HEIC) o un documento de Word.'
