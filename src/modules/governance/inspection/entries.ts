import type { ReadCtx } from '#db/context.ts'
import type { PrintedReceipt } from '#modules/evidence/public.ts'
import { fileName, type PdfDocument } from '#pdf/document.ts'
import { csvText, type Row, type Rows, SEMICOLON } from '#sheets/csv.ts'
import type { Content } from '#sheets/zip.ts'
import type { Read } from '../exports/sheets.ts'

export interface Making {
  read: Read
  now: Date
  draw(document: PdfDocument): Promise<Buffer>
  /** This PDF is also sealed and signed by itself, because people hand it on without the folder. */
  drawContract(printed: PrintedReceipt): Promise<Buffer>
}

/** One file of a section. Its content is read only when the archive reaches it. */
export interface Entry {
  name: string
  /** Its name in the index. */
  label: string
  /** For tables: the number of rows, known after they were read. */
  rows?: () => number
  content: Content
}

/** A CSV for Excel in Spanish, which separates by semicolons. */
export function table(name: string, label: string, columns: readonly string[], rows: Rows): Entry {
  let count = 0
  async function* counting(): AsyncGenerator<Row> {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  return { name, label, rows: () => count, content: csvText(columns, counting(), SEMICOLON) }
}

/** Draws the document only when the archive reaches it. */
export async function* drawn(draw: Making['draw'], document: () => PdfDocument): AsyncGenerator<Uint8Array> {
  yield await draw(document())
}

/** «001-nube-andina.pdf». */
export function numbered(index: number, ...words: string[]): string {
  return `${String(index + 1).padStart(3, '0')}-${fileName(...words)}`
}

/** Reads a table page by page, so that no transaction is long. */
export async function* paged<T>(
  read: Read,
  next: (ctx: ReadCtx, after: string | undefined) => Promise<{ rows: T[]; last: string | undefined }>,
): AsyncGenerator<T> {
  for (let after: string | undefined; ; ) {
    const from = after
    const { rows, last } = await read((ctx) => next(ctx, from))
    yield* rows
    if (last === undefined) return
    after = last
  }
}
