import { type Command, done, refuse } from '#src/command.ts'
import { readConfig } from '#src/config.ts'

/** Commands on the database as a whole. */
export const DATABASE_COMMANDS: readonly Command[] = [
  {
    name: 'db copy',
    takes: ['--to <url>'],
    about:
      'Copia la instalación incorporada de DATA_DIR a una base de datos PostgreSQL vacía. Todo o nada: compara cada tabla antes de confirmar. Detenga antes el servicio; el origen no cambia.',
    async run([to = '']) {
      // Moving sealed values needs no secret, and the command should not create one.
      const config = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
      if (!['postgres:', 'postgresql:'].includes(URL.parse(to)?.protocol ?? ''))
        return refuse('--to: debe ser una URL postgres://… o postgresql://….')
      const onTable = (name: string, rows: number) => {
        if (process.stderr.isTTY) process.stderr.write(`${name}: ${rows}\n`)
      }
      const tables = await (await import('./installation.ts')).copyToServer(config, to, onTable)
      return done(copyReport(config.dataDir, tables))
    },
  },
  {
    name: 'db snapshot',
    takes: ['--to <directorio>', '[--verify]'],
    about:
      'Copia la instalación incorporada de DATA_DIR, de un solo momento, mientras el servicio funciona: las escrituras esperan un instante. El directorio sirve como DATA_DIR. Con --verify abre la copia para comprobarla; necesita unos 350 MiB de memoria.',
    async run([to = '', verify]) {
      // Copying sealed values needs no secret, and the command should not create one.
      const { dataDir, databaseUrl } = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
      if (databaseUrl)
        return refuse('La base de datos es un servidor PostgreSQL: cópielo con pg_dump o pgBackRest.')
      const { openSnapshot, takeSnapshot } = await import('./snapshot.ts')
      const { files, bytes, waitedMs } = await takeSnapshot(dataDir, to)
      const lines = [
        `${to}: ${files} archivos, ${Math.ceil(bytes / 2 ** 20)} MiB`,
        waitedMs === undefined
          ? 'El servicio estaba detenido.'
          : `El servicio siguió funcionando; las escrituras esperaron ${waitedMs} ms.`,
      ]
      if (verify !== undefined) lines.push(`La copia abre: ${await openSnapshot(to)} organizaciones.`)
      lines.push(
        'Contiene datos personales y, si no eligió APP_SECRET, también el secreto: guárdela cifrada.',
      )
      return done(lines.join('\n'))
    },
  },
]

/** The proof of the copy, and the operator's next steps. */
function copyReport(dataDir: string, tables: { name: string; rows: number; checksum: string }[]): string {
  const width = Math.max(...tables.map(({ name }) => name.length)) + 2
  const line = (name: string, rows: string, checksum: string) =>
    `${name.padEnd(width)}${rows.padStart(10)}  ${checksum}`
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  return [
    line('Tabla', 'Filas', 'Suma de control (igual en ambos lados)'),
    ...tables.map(({ name, rows, checksum }) => line(name, String(rows), checksum)),
    line(`${tables.length} tablas`, String(total), ''),
    '',
    'La copia está completa. Para usarla:',
    '  1. DATABASE_URL: la dirección que dio en --to.',
    `  2. APP_SECRET: el mismo de hasta ahora. Si no lo eligió usted, está en ${dataDir}/app-secret.`,
    `  3. DATA_DIR: lleve ${dataDir}/files (los archivos subidos), o súbalos al balde de S3_URL.`,
    'No vuelva a iniciar el servicio sobre la base de datos antigua: enviaría otra vez lo que estaba pendiente.',
  ]
    .map((text) => text.trimEnd())
    .join('\n')
}
