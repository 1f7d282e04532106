import type { Command } from '#src/command.ts'
import { readConfig } from '#src/config.ts'
import type { Part } from './months.ts'

const load = () => import('./months.ts')

/** Commands on the months of the audit log and of consent records. */
export const MONTH_COMMANDS: readonly Command[] = [
  {
    name: 'db months',
    takes: [],
    about:
      'Lista los meses en que se guardan el registro de auditoría y los consentimientos: tabla, mes, filas (estimadas), bytes y estado.',
    async run() {
      const parts = await (await load()).listMonths(readConfig(process.env))
      process.stdout.write(`${parts.map(lineOf).join('\n')}\n`)
      return 0
    },
  },
  {
    name: 'db archive-month',
    takes: ['<tabla>', '<mes>', '--to <archivo>'],
    about:
      'Retira un mes antiguo (como 2024-03) de una tabla y lo deja en un archivo, que se comprueba antes de retirarlo. No retira los últimos 24 meses ni los meses con la última palabra de una persona sobre un aviso o formulario. La cadena de evidencia y los totales no cambian. Contiene datos personales: guarde el archivo cifrado.',
    async run([table = '', month = '', to = '']) {
      const { header, rows, sha256 } = await (await load()).archiveMonth(
        readConfig(process.env),
        table,
        month,
        to,
      )
      process.stdout.write(
        `${header.table} ${header.month}: ${rows} filas en ${to}\nSHA-256: ${sha256}\nContiene datos personales: guárdelo cifrado. Para devolverlo: db restore-month ${to}\n`,
      )
      return 0
    },
  },
  {
    name: 'db restore-month',
    takes: ['<archivo>'],
    about:
      'Devuelve a la base de datos un mes que «db archive-month» retiró. Todo o nada: comprueba el archivo y cada fila contra la cadena de evidencia. Mientras tanto, quien escribe en esa tabla espera.',
    async run([path = '']) {
      const { header, rows, left } = await (await load()).restoreMonth(readConfig(process.env), path)
      const gone =
        left > 0 ? `; ${left} filas de organizaciones eliminadas o vueltas a importar no volvieron` : ''
      process.stdout.write(`${header.table} ${header.month}: ${rows} filas de vuelta y comprobadas${gone}\n`)
      return 0
    },
  },
]

const STATES: Readonly<Record<Part['state'], string>> = { 'in use': 'en la base', archived: 'archivado' }

function lineOf({ table, month, isFirst, rows, bytes, state }: Part): string {
  const name = month === null ? 'sin mes' : isFirst ? `hasta ${month}` : month
  return [table, name, rows, bytes, STATES[state]].join('\t')
}
