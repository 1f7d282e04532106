import assert from 'node:assert/strict'
import * as xlsx from '@e965/xlsx'
import type { Person, Reply, TestService } from './service.ts'

/** Workbooks as other spreadsheet programs read, edit and write them. */

export type Row = Record<string, string | number | boolean | Date | null>

export function readBook(file: Uint8Array): Row[] {
  const book = xlsx.read(file, { cellDates: true })
  return xlsx.utils.sheet_to_json<Row>(book.Sheets[book.SheetNames[0]!]!, { defval: null })
}

export function writeBook(rows: readonly Row[], sheet = 'Hoja1'): Buffer {
  const made = xlsx.utils.json_to_sheet(rows as Row[], { cellDates: true })
  return Buffer.from(xlsx.write(xlsx.utils.book_new(made, sheet), { type: 'buffer', compression: true }))
}

/** Edits the file with the other program, so that the rest of its content stays. */
export function editBook(file: Uint8Array, edit: (rows: Row[]) => Row[] | undefined): Buffer {
  const book = xlsx.read(file, { cellDates: true, cellStyles: true })
  const name = book.SheetNames[0]!
  const rows = xlsx.utils.sheet_to_json<Row>(book.Sheets[name]!, { defval: null })
  book.Sheets[name] = xlsx.utils.json_to_sheet(edit(rows) ?? rows, { cellDates: true })
  return Buffer.from(xlsx.write(book, { type: 'buffer', compression: true }))
}

export function upload(
  person: Person,
  file: Uint8Array | string,
  fields: Record<string, string>,
  name = 'planilla.xlsx',
): Promise<Reply> {
  const frame = 'frame-of-the-form'
  const head = (disposition: string) => `--${frame}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([key, value]) => Buffer.from(`${head(`name="${key}"`)}${value}\r\n`)),
    Buffer.from(head(`name="file"; filename="${name}"`)),
    Buffer.from(file),
    Buffer.from(`\r\n--${frame}--\r\n`),
  ])
  return person.post('/imports', undefined, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${frame}` },
  })
}

/** Uploads a file and waits for the preview of its rows. */
export async function judged(
  api: TestService,
  person: Person,
  file: Uint8Array | string,
  fields: Record<string, string>,
) {
  const reply = await upload(person, file, fields)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  assert.equal(reply.data.status, 'PENDING')
  await api.drain()
  return (await person.get(`/imports/${reply.data.id}`)).data
}

/** Uploads and confirms a file, and waits for the result. */
export async function brought(
  api: TestService,
  person: Person,
  file: Uint8Array | string,
  fields: Record<string, string>,
) {
  const { id, status, rows } = await judged(api, person, file, fields)
  assert.equal(status, 'READY', JSON.stringify(rows))
  const confirmed = await person.post(`/imports/${id}/confirm`)
  assert.equal(confirmed.status, 202, JSON.stringify(confirmed.body))
  await api.drain()
  return (await person.get(`/imports/${id}`)).data
}
