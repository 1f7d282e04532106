import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { shownRut } from '#kernel/rut.ts'
import {
  type Block,
  dataTable,
  facts,
  heading,
  note,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
} from '#pdf/document.ts'
import type { Period } from './repo.ts'

/** A file that is in the archive. */
export interface Packed {
  path: string
  label: string
  bytes: number
  sha256: string
  /** Only for tables. */
  rows: number | undefined
}

export interface Contents {
  folder: string
  title: string
  article: string
  note: string | undefined
  /** Null for records in force, of any date. */
  period: Period | null | undefined
  files: readonly Packed[]
}

export interface About {
  title: string
  organisation: string
  tenant: { id: string; slug: string; name: string }
  taxId: string | null
  madeBy: string | null
  at: Date
  id: string
  law: Law
}

/** Beyond this the index counts the files; the manifest still names each. */
const MOST_LISTED = 400

/** The first page to open: contents, articles, author, and how to check that the folder is complete. */
export function indexDocument(about: About, contents: readonly Contents[]): PdfDocument {
  const { title, organisation, at, law } = about
  const files = contents.reduce((sum, section) => sum + section.files.length, 0)
  return {
    title: `${title}: índice`,
    organisation,
    footer: shortened(`${organisation} · ${title}`),
    lawVersion: law.version,
    dated: at,
    content: [
      { text: organisation, style: 'organisation', margin: [0, 0, 0, 4] },
      { text: title, style: 'title', fontSize: 22, margin: [0, 0, 0, 12] },
      facts([
        ['Organización', organisation],
        ['RUT', shownRut(about.taxId)],
        ['Preparada el', `${shortInstant(at, 'America/Santiago')} (hora de Chile)`],
        ['Preparada por', about.madeBy],
        ['Archivos', `${count(files)}, más este índice y el manifiesto`],
        ['Norma', law.source],
        ['Identificador', about.id],
      ]),
      heading('Cómo leer esta carpeta'),
      prose(
        'Los archivos .csv se abren con Excel en español: el separador es el punto y coma y las fechas son día-mes-año, hora de Chile. Los artículos son de la Ley 19.628 (mod. Ley 21.719), salvo que se indique otra norma.\nEl archivo manifiesto.txt tiene la huella SHA-256 de cada archivo, también la de este índice. Para comprobar que la carpeta está completa y sin cambios: «sha256sum -c manifiesto.txt» en Linux o macOS, o «Get-FileHash» en Windows. manifiesto.json tiene lo mismo para sistemas.\nO abra verificador.html con un navegador, también sin conexión, y elija la carpeta: dirá si está completa, de cuándo y de quién. evidencia/sello.json es la firma del servicio sobre el manifiesto.',
        '',
      ),
      heading('Contenido'),
      dataTable(
        [
          { label: 'Carpeta', width: 118 },
          { label: 'Qué contiene', width: '*' },
          { label: 'Responde a', width: 92 },
          { label: 'Cuántos', width: 66 },
          { label: 'Período', width: 62 },
        ],
        contents.map((section) => [
          section.folder,
          described(section),
          section.article,
          amountsOf(section.files),
          periodWords(section.period),
        ]),
      ),
      heading('Archivos y huellas SHA-256'),
      ...(files <= MOST_LISTED
        ? [fileTable(contents.flatMap((section) => section.files))]
        : [
            fileTable(contents.flatMap((section) => section.files.filter(({ rows }) => rows !== undefined))),
            note(
              `La carpeta tiene ${count(files)} archivos: aquí se listan sus tablas; el manifiesto tiene la huella de todos.`,
            ),
          ]),
    ],
  }
}

function described({ title, note: remark }: Contents): Block {
  return {
    stack: [
      { text: title, style: 'cell', bold: true },
      ...(remark ? [{ text: remark, style: 'note' as const, fontSize: 8 }] : []),
    ],
  }
}

/** «12 registros, 3 documentos». A table that comes in two formats is one. */
function amountsOf(files: readonly Packed[]): string {
  const rows = files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  const documents = files.filter(({ path }) => path.endsWith('.pdf')).length
  const parts = [
    ...(files.some((file) => file.rows !== undefined) ? [plural(rows, 'registro', 'registros')] : []),
    ...(documents > 0 ? [plural(documents, 'documento', 'documentos')] : []),
  ]
  return parts.join(', ') || 'Ninguno'
}

function plural(amount: number, one: string, many: string): string {
  return `${count(amount)} ${amount === 1 ? one : many}`
}

function count(amount: number): string {
  return amount.toLocaleString('es-CL')
}

function periodWords(period: Contents['period']): string {
  if (period === null) return 'Vigentes'
  if (!period) return 'Sin registros'
  const [from, to] = [dayOf(period.from), dayOf(period.to)]
  return from === to ? from : `${from} a ${to}`
}

function dayOf(when: Date | string): string {
  return dayInDigits(typeof when === 'string' ? when : chileanDay(when))
}

function fileTable(files: readonly Packed[]): Block {
  return dataTable(
    [
      { label: 'Archivo', width: 190 },
      { label: 'SHA-256', width: '*' },
    ],
    files.map(({ path, label, sha256 }) => [
      {
        stack: [
          { text: label, style: 'cell', bold: true },
          { text: path, style: 'cell', fontSize: 7.5 },
        ],
      },
      { text: sha256, style: 'cell', fontSize: 7.5 },
    ]),
  )
}
