import { PLAN_NAMES } from '#kernel/plans.ts'
import { readConfig } from './config.ts'

interface Command {
  name: string
  /** Words after the name; `--option <value>` as one of them has to be given by its name. */
  takes: string[]
  about: string
  /** Answers the exit code. Loads what it needs and no more: help should not wait for a database driver. */
  run(args: string[]): Promise<number>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    takes: [],
    about:
      'Inicia el servicio. La configuración viene de variables de entorno; sin ninguna funciona en esta máquina.',
    async run() {
      const config = readConfig(process.env)
      await (await import('./main.ts')).start(config)
      return 0
    },
  },
  {
    name: 'demo',
    takes: [],
    about:
      'Llena una organización de demostración y muestra cómo entrar y qué probar. Usa la base de datos configurada; con la incorporada, el servicio debe estar detenido.',
    async run() {
      const config = readConfig(process.env)
      process.stdout.write('Preparando la organización de demostración: tarda menos de un minuto…\n')
      return done(await (await import('./demo/demo.ts')).fillDemo(config))
    },
  },
  {
    name: 'migrate',
    takes: [],
    about: 'Pone al día el esquema de la base de datos y termina. El inicio también lo hace.',
    async run() {
      const config = readConfig(process.env)
      const applied = await (await import('./operator.ts')).migrateDatabase(config)
      if (applied.length === 0) return done('El esquema ya está al día.')
      return done(applied.map((name) => `Aplicada ${name}`).join('\n'))
    },
  },
  {
    name: 'db copy',
    takes: ['--to <url>'],
    about:
      'Copia la instalación incorporada de DATA_DIR a una base de datos PostgreSQL vacía. Todo o nada: compara cada tabla antes de confirmar. Detenga antes el servicio; el origen no cambia.',
    async run([to = '']) {
      // No secret is needed to move what is sealed with it, and none should be made on the way.
      const config = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
      if (!['postgres:', 'postgresql:'].includes(URL.parse(to)?.protocol ?? ''))
        return refuse('--to: debe ser una URL postgres://… o postgresql://….')
      const onTable = (name: string, rows: number) => {
        if (process.stderr.isTTY) process.stderr.write(`${name}: ${rows}\n`)
      }
      const tables = await (await import('./operator.ts')).copyToServer(config, to, onTable)
      return done(copyReport(config.dataDir, tables))
    },
  },
  {
    name: 'tenants list',
    takes: [],
    about: 'Lista las organizaciones: slug, plan, personas y nombre.',
    async run() {
      const config = readConfig(process.env)
      const tenants = await (await import('./operator.ts')).listTenants(config)
      if (tenants.length === 0) return done('Todavía no hay organizaciones.')
      return done(
        tenants.map(({ slug, plan, members, name }) => [slug, plan, members, name].join('\t')).join('\n'),
      )
    },
  },
  {
    name: 'tenants set-plan',
    takes: ['<slug>', '<plan>'],
    about: `Cambia el plan de una organización, con efecto inmediato. Planes: ${PLAN_NAMES.join(', ')}.`,
    async run([slug = '', wanted = '']) {
      const config = readConfig(process.env)
      const plan = PLAN_NAMES.find((name) => name === wanted.toUpperCase())
      if (!plan) return refuse(`«${wanted}» no es un plan. Use uno de: ${PLAN_NAMES.join(', ')}.`)
      const found = await (await import('./operator.ts')).setPlan(config, slug, plan)
      return found ? done(`${slug}: ${plan}`) : refuse(`No hay una organización «${slug}».`)
    },
  },
  {
    name: 'users reset-password',
    takes: ['<email>'],
    about: 'Da a una cuenta una contraseña nueva al azar, la muestra una vez y cierra todas sus sesiones.',
    async run([email = '']) {
      const config = readConfig(process.env)
      const password = await (await import('./operator.ts')).resetPassword(config, email)
      return password === undefined
        ? refuse(`No hay una cuenta con el correo «${email}».`)
        : done(`Contraseña nueva de ${email}: ${password}`)
    },
  },
  {
    name: 'secrets rotate',
    takes: [],
    about:
      'Sella de nuevo con APP_SECRET todo lo que está sellado con los secretos de APP_SECRET_PREVIOUS. El servicio puede seguir funcionando; si se interrumpe, ejecútelo otra vez: sigue donde quedó.',
    async run() {
      const config = readConfig(process.env)
      const onColumn = ({ table, column, changed }: { table: string; column: string; changed: number }) => {
        if (process.stderr.isTTY) process.stderr.write(`${table}.${column}: ${changed}\n`)
      }
      return done(sealReport(await (await import('./operator.ts')).rotateSecrets(config, onColumn)))
    },
  },
  {
    name: 'secrets accept-loss',
    takes: ['--confirm <palabra>'],
    about:
      'Deja iniciar el servicio con un APP_SECRET nuevo cuando el anterior se perdió para siempre. Lo sellado con él no se recupera: cada organización ingresa de nuevo sus secretos. Con --confirm perder.',
    async run([word = '']) {
      const config = readConfig(process.env)
      if (word !== 'perder') return refuse('Para continuar escriba --confirm perder.')
      const lost = await (await import('./operator.ts')).acceptLostSecret(config)
      return done(
        lost === 0
          ? 'APP_SECRET abre todo: no hay nada que dar por perdido.'
          : 'El servicio puede iniciar con este APP_SECRET. Cada organización debe ingresar de nuevo los secretos de su SIEM y de sus webhooks.',
      )
    },
  },
  {
    name: 'openapi',
    takes: [],
    about: 'Escribe el documento OpenAPI 3.1 en la salida. No necesita base de datos.',
    async run() {
      // Any secret will do, and none should be made on disk for a look at the interface.
      const config = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
      const document = await (await import('./describe.ts')).describeApi(config)
      return done(JSON.stringify(document, null, 2))
    },
  },
]

export function usage(): string {
  const rows = COMMANDS.map(
    ({ name, takes, about }) => `  ${`${name} ${takes.join(' ')}`.padEnd(34)}${about.split('. ', 1)[0]}`,
  )
  return ['Uso: resguardo <orden> [--help]', '', ...rows].join('\n')
}

function sealReport(
  columns: { table: string; column: string; changed: number; unreadable: number }[],
): string {
  const touched = columns.filter(({ changed, unreadable }) => changed + unreadable > 0)
  const lines = touched.map(
    ({ table, column, changed, unreadable }) =>
      `${table}.${column}: ${changed} sellados de nuevo${unreadable > 0 ? `, ${unreadable} que ningún secreto abre` : ''}`,
  )
  const total = columns.reduce((sum, { changed }) => sum + changed, 0)
  return [
    ...lines,
    total === 0
      ? 'Todo estaba ya sellado con APP_SECRET.'
      : `${total} valores sellados de nuevo con APP_SECRET.`,
    'Los secretos de APP_SECRET_PREVIOUS se pueden quitar 15 minutos después de reiniciar el último proceso que los usaba como APP_SECRET.',
  ].join('\n')
}

/** What was proved, and what the operator does next. */
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

function done(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
