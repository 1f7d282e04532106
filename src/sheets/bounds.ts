/** The bounds of an uploaded file. Each has a message for the person who sent it. */
export const BOUNDS = {
  /** The size of the file as sent. */
  fileBytes: 10 * 2 ** 20,
  /** The size of the parts that are read: as declared, and as counted while unpacking. */
  unpackedBytes: 64 * 2 ** 20,
  entries: 2000,
  /** Rows with content, including the headings and a few lines above them. */
  rows: 5050,
  columns: 200,
  cellCharacters: 32_767,
  characters: 20_000_000,
  /** Texts shared by the cells of a workbook. */
  sharedTexts: 500_000,
} as const

/** The most rows that one file may import. */
export const MOST_ROWS = 5000

/** The file cannot be read. The message is for the person who sent it. */
export class Unreadable extends Error {}

const thousands = (count: number) => count.toLocaleString('es-CL')

export const REFUSALS = {
  tooLarge: `El archivo supera el máximo de ${BOUNDS.fileBytes / 2 ** 20} MiB. Divídalo en varios.`,
  empty: 'El archivo está vacío. Envíe una planilla con títulos en la primera fila y los datos debajo.',
  unknown:
    'El archivo no es una planilla que podamos leer. Envíe un libro de Excel (.xlsx) o un texto separado por comas o punto y coma (.csv).',
  damaged: 'El libro está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como .xlsx y envíelo.',
  old: 'Es un libro del formato antiguo de Excel (.xls). Ábralo en Excel, guárdelo como .xlsx y envíelo.',
  binary: 'Es un libro binario de Excel (.xlsb). Guárdelo como .xlsx y envíelo.',
  openDocument: 'Es una planilla de OpenDocument (.ods). Guárdela como .xlsx o .csv y envíela.',
  encrypted: 'El libro está protegido con contraseña. Quítele la contraseña, guárdelo y envíelo.',
  macros: 'El libro contiene macros y no lo abrimos. Guárdelo como .xlsx, sin macros, y envíelo.',
  links:
    'El libro tiene vínculos a otros archivos o a datos externos. En Excel, use Datos → Editar vínculos → Romper vínculo, guárdelo y envíelo.',
  bomb: `El libro ocupa más de ${BOUNDS.unpackedBytes / 2 ** 20} MiB al descomprimirse. Deje solo la hoja con los datos y envíelo de nuevo.`,
  rows: `La planilla tiene más de ${thousands(MOST_ROWS)} filas con datos. Divídala en varios archivos.`,
  columns: `La planilla tiene más de ${BOUNDS.columns} columnas con datos. Deje solo las que quiere traer.`,
  cell: `Una celda tiene más de ${thousands(BOUNDS.cellCharacters)} caracteres. Acórtela y envíe el archivo de nuevo.`,
  text: `Los textos de la planilla suman más de ${thousands(BOUNDS.characters)} caracteres. Divídala en varios archivos.`,
  time: 'El archivo tardó demasiado en leerse. Deje solo la hoja con los datos, guárdelo de nuevo y envíelo.',
  memory: 'El archivo necesita demasiada memoria. Deje solo la hoja con los datos y envíelo de nuevo.',
} as const

export type Refusal = keyof typeof REFUSALS

export function refuse(refusal: Refusal): never {
  throw new Unreadable(REFUSALS[refusal])
}

/** A row with content. */
export interface SheetRow {
  /** The row number in the spreadsheet. */
  number: number
  /** Every cell as text: a date as `2026-12-31` or `2026-12-31 09:30`, a flag as «Sí» or «No». */
  cells: string[]
  /** Cells without a value: the result of a broken formula, or of one that was never calculated. */
  faults: { column: number; message: string }[]
}

export interface Sheet {
  /** The name of the sheet in its workbook; empty for a text file. */
  name: string
  rows: SheetRow[]
}

/** Collects cells in file order, and throws at the first bound that is exceeded. */
export class SheetBuilder {
  readonly rows: SheetRow[] = []
  #characters = 0

  row(number: number, cells: string[], faults: SheetRow['faults'] = []): void {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    if (last === -1 && faults.length === 0) return
    if (last >= BOUNDS.columns || faults.some(({ column }) => column >= BOUNDS.columns)) refuse('columns')
    for (const cell of cells) this.#count(cell)
    this.rows.push({ number, cells: cells.slice(0, last + 1).map(storable), faults })
    if (this.rows.length > BOUNDS.rows) refuse('rows')
  }

  #count(cell: string): void {
    if (cell.length > BOUNDS.cellCharacters) refuse('cell')
    this.#characters += cell.length
    if (this.#characters > BOUNDS.characters) refuse('text')
  }
}

/** Removes characters that PostgreSQL cannot store. */
function storable(cell: string): string {
  return cell.replaceAll('\u0000', '').toWellFormed()
}
