import { iso } from '#kernel/dates.ts'
import { shownRut } from '#kernel/rut.ts'
import type { KeptFile } from '#modules/files/public.ts'
import { outcomeWords, type Told } from './index-document.ts'
import type { Rows, Source } from './rules.ts'

/** A set of rows from one system. */
export interface Set {
  source: Source
  file: KeptFile
  /** The path of its table in the archive. */
  path: string
  system: string
  covered: ReadonlySet<string>
}

/** The version of the file's shape, for programs that read it. */
const SCHEMA_VERSION = 1
const GATHERED = 64 * 1024

/** Everything in one structured document (art. 9), written in pieces: one set is in memory at a time. */
export async function* dataText(
  told: Told,
  sets: readonly Set[],
  readSet: (set: Set) => Promise<Rows>,
): AsyncGenerator<string> {
  const head = JSON.stringify(headOf(told), null, 2)
  yield `${head.slice(0, head.lastIndexOf('\n'))},\n  "conjuntos": [`
  for (const [index, set] of sets.entries()) {
    const { columns, rows } = await readSet(set)
    const names = once(columns)
    const about = { sistema: set.system, tabla: set.path, columnas: names }
    const opening = JSON.stringify(about, null, 2).replace(/\n/g, '\n    ')
    let text = `${index === 0 ? '' : ','}\n    ${opening.slice(0, opening.lastIndexOf('\n'))},\n      "filas": [`
    for (const [at, row] of rows.entries()) {
      const cells = Object.fromEntries(names.map((name, column) => [name, row[column] ?? null]))
      text += `${at === 0 ? '' : ','}\n        ${JSON.stringify(cells)}`
      if (text.length < GATHERED) continue
      yield text
      text = ''
    }
    yield `${text}${rows.length === 0 ? '' : '\n      '}]\n    }`
  }
  yield sets.length === 0 ? ']\n}\n' : '\n  ]\n}\n'
}

/**
 * Makes column names unique: two columns of one name would overwrite each other in an object. A new name avoids the existing
 * ones too.
 */
function once(columns: readonly string[]): string[] {
  const taken = new Set<string>()
  const own = new Set(columns)
  return columns.map((column) => {
    let name = column
    for (let count = 2; taken.has(name) || (name !== column && own.has(name)); count += 1)
      name = `${column} (${count})`
    taken.add(name)
    return name
  })
}

function headOf({ request, by, at, note, tasks, activities, redactions, contents }: Told) {
  return {
    schemaVersion: SCHEMA_VERSION,
    folio: request.folio_number,
    derecho: request.right_type,
    preparado: iso(at),
    responsable: { nombre: by.name, rut: shownRut(by.taxId), contacto: by.contactEmail },
    mensaje: note,
    solicitud: {
      nombre: request.subject_name,
      correo: request.subject_email,
      rut: shownRut(request.subject_rut),
      telefono: request.subject_phone,
      texto: request.description,
      recibida: iso(request.created_at),
    },
    busquedas: tasks.map((task) => ({
      sistema: task.system_name,
      encargado: task.processor_name,
      resultado: outcomeWords(task, request, contents),
      fecha: iso(task.done_at),
    })),
    actividades: activities.map(({ name, lines }) => ({
      nombre: name,
      ...Object.fromEntries(lines.map(([label, value]) => [label, value ?? null])),
    })),
    cubierto: redactions.map(({ what, where, reason, byName, at: when }) => ({
      que: what,
      donde: where,
      porQue: reason,
      quien: byName,
      cuando: when,
    })),
    archivos: contents.map(({ name, from, size, sha256 }) => ({
      archivo: name,
      sistema: from,
      bytes: size,
      sha256,
    })),
  }
}
