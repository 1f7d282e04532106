import { BOUNDS, refuse, type Sheet } from './bounds.ts'
import { readCsv } from './csv-reader.ts'
import { readDirectory } from './unzip.ts'
import { readWorkbook } from './workbook-reader.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')

/** The bytes decide on the format, not the file's name. */
export function readSheet(file: Buffer): Sheet {
  if (file.length === 0) refuse('empty')
  if (file.length > BOUNDS.fileBytes) refuse('tooLarge')
  if (file.subarray(0, COMPOUND.length).equals(COMPOUND))
    refuse(file.includes(ENCRYPTED_PART) ? 'encrypted' : 'old')
  const sheet = file.subarray(0, ZIP.length).equals(ZIP)
    ? readWorkbook(file, readDirectory(file))
    : readCsv(file)
  if (sheet.rows.length === 0) refuse('empty')
  return sheet
}
