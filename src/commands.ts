import { PLAN_NAMES } from '#kernel/plans.ts'
import { type Command, done, refuse } from './command.ts'
import { type Config, readConfig } from './config.ts'
import { DATABASE_COMMANDS } from './operator/database-commands.ts'
import { EVIDENCE_COMMANDS } from './operator/evidence-commands.ts'
import { MONTH_COMMANDS } from './operator/month-commands.ts'
import { DISTRIBUTE_COMMAND, MOVE_COMMAND } from './operator/scale-commands.ts'
import { tell } from './progress.ts'
import { REMOTE_COMMANDS } from './remote/command-table.ts'

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    takes: [],
    about:
      'Inicia el servicio. La configuración viene de variables de entorno; sin ninguna funciona en esta máquina.',
    async run() {
      const config = readConfig(process.env)
      await makeEmbedded(config)
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
      if (!config.production) await makeEmbedded(config)
      return done(await (await import('./demo/demo.ts')).fillDemo(config))
    },
  },
  {
    name: 'demo shop',
    takes: [],
    about:
      'Sirve la tienda de la organización de demostración en el puerto siguiente al del servicio, que debe estar en marcha: muestra el banner, los formularios y el portal desde otro sitio.',
    async run() {
      const config = readConfig(process.env)
      return done(await (await import('./demo/shop.ts')).serveShop(config))
    },
  },
  ...REMOTE_COMMANDS,
  {
    name: 'mcp',
    takes: ['[--write]', '[--modules <lista>]'],
    about:
      'Ofrece las operaciones del servicio como herramientas de un modelo de lenguaje (MCP), por la entrada y la salida estándar. Variables: RESGUARDO_URL y RESGUARDO_API_KEY. Solo lee, salvo con --write; --modules acota a una lista separada por comas, por ejemplo rat,dsar.',
    async run([write, modules = '']) {
      const { RESGUARDO_URL: url, RESGUARDO_API_KEY: key } = process.env
      if (!url || !key)
        return refuse('Indique el servicio en RESGUARDO_URL y una clave en RESGUARDO_API_KEY.')
      const [{ serveOverStdio }, { VERSION }] = await Promise.all([
        import('./mcp/stdio.ts'),
        import('#http/openapi.ts'),
      ])
      await serveOverStdio({
        url,
        key,
        writes: write !== undefined,
        modules: modules.split(',').filter(Boolean),
        version: VERSION,
      })
      return 0
    },
  },
  {
    name: 'migrate',
    takes: [],
    about: 'Pone al día el esquema de la base de datos y termina. El inicio también lo hace.',
    async run() {
      const config = readConfig(process.env)
      const applied = await (await import('./operator/installation.ts')).migrateDatabase(config)
      if (applied.length === 0) return done('El esquema ya está al día.')
      return done(applied.map((name) => `Aplicada ${name}`).join('\n'))
    },
  },
  ...DATABASE_COMMANDS,
  ...MONTH_COMMANDS,
  DISTRIBUTE_COMMAND,
  {
    name: 'tenants list',
    takes: [],
    about: 'Lista las organizaciones: slug, plan, personas, nombre y, si no está abierta, su estado.',
    async run() {
      const config = readConfig(process.env)
      const tenants = await (await import('./operator/installation.ts')).listTenants(config)
      if (tenants.length === 0) return done('Todavía no hay organizaciones.')
      return done(
        tenants
          .map(({ slug, plan, members, name, ...state }) =>
            [slug, plan, members, name, ...stateOf(state)].join('\t'),
          )
          .join('\n'),
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
      const found = await (await import('./operator/installation.ts')).setPlan(config, slug, plan)
      return found ? done(`${slug}: ${plan}`) : refuse(`No hay una organización «${slug}».`)
    },
  },
  {
    name: 'tenants create',
    takes: ['<nombre>', '--owner <correo>', '[--plan <plan>]'],
    about:
      'Crea una organización e invita por correo a su OWNER. Muestra el enlace de la invitación una sola vez.',
    async run([name = '', owner = '', wanted]) {
      const config = readConfig(process.env)
      const plan = PLAN_NAMES.find((known) => known === wanted?.toUpperCase())
      if (wanted && !plan) return refuse(`«${wanted}» no es un plan. Use uno de: ${PLAN_NAMES.join(', ')}.`)
      const made = await (await import('./operator/tenants.ts')).createOrganisation(config, name, owner, plan)
      return done(`${made.slug}\t${made.plan}\nInvitación de ${owner} (sirve una vez): ${made.invitationUrl}`)
    },
  },
  {
    name: 'tenants suspend',
    takes: ['<slug>'],
    about:
      'Suspende una organización: nadie ve nada suyo y nada se pierde. Lo que le envían titulares y sistemas se sigue recibiendo; los avisos a sus personas esperan.',
    async run([slug = '']) {
      const config = readConfig(process.env)
      const found = await (await import('./operator/tenants.ts')).suspend(config, slug)
      return found ? done(`${slug}: suspendida`) : refuse(`No hay una organización «${slug}».`)
    },
  },
  {
    name: 'tenants resume',
    takes: ['<slug>', '[--confirm <slug>]'],
    about:
      'Reabre una organización suspendida y deshace una eliminación que no ha comenzado. Una que se trasladó a otra instalación, solo con --confirm <slug>.',
    async run([slug = '', confirm]) {
      const config = readConfig(process.env)
      const found = await (await import('./operator/tenants.ts')).resume(config, slug, confirm === slug)
      return found ? done(`${slug}: abierta`) : refuse(`No hay una organización «${slug}».`)
    },
  },
  {
    name: 'tenants delete',
    takes: ['<slug>', '[--confirm <slug>]', '[--now]'],
    about:
      'Suspende una organización y la elimina con todo lo suyo a los 30 días; «tenants resume» lo deshace. Con --now --confirm <slug> la elimina de inmediato, sin vuelta atrás.',
    async run([slug = '', confirm, now]) {
      const config = readConfig(process.env)
      const atOnce = now !== undefined
      if (atOnce && confirm !== slug)
        return refuse(`Eliminar de inmediato no se puede deshacer. Confirme con --confirm ${slug}.`)
      const due = await (await import('./operator/tenants.ts')).remove(config, slug, atOnce)
      if (!due) return refuse(`No hay una organización «${slug}».`)
      if (atOnce)
        return done(`${slug}: eliminada. El certificado: tenants certificate ${slug} --to certificado`)
      const day = due.toLocaleDateString('es-CL', {
        timeZone: 'America/Santiago',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      })
      return done(`${slug}: suspendida; se elimina el ${day}. Para deshacerlo: tenants resume ${slug}`)
    },
  },
  {
    name: 'tenants certificate',
    takes: ['<slug>', '--to <archivo>'],
    about: 'Escribe el certificado de una eliminación terminada en <archivo>.pdf y <archivo>.json.',
    async run([slug = '', to = '']) {
      const config = readConfig(process.env)
      const files = await (await import('./operator/tenants.ts')).saveCertificate(config, slug, to)
      return files ? done(files.join('\n')) : refuse(`No hay una eliminación terminada de «${slug}».`)
    },
  },
  {
    name: 'tenants export',
    takes: ['<slug>', '--to <archivo>', '[--passphrase-file <archivo>]'],
    about:
      'Escribe todo lo de una organización, con sus archivos, en un solo archivo para «tenants import». Los secretos, contraseñas y segundos factores van sellados con la frase de paso; sin ella no van. Contiene datos personales.',
    async run([slug = '', to = '', passphraseFile]) {
      const config = readConfig(process.env)
      const { exportOrganisation } = await import('./operator/archive.ts')
      return done(await exportOrganisation(config, slug, to, passphraseFile))
    },
  },
  {
    name: 'tenants import',
    takes: ['<archivo>', '[--slug <slug>]', '[--passphrase-file <archivo>]'],
    about:
      'Recibe una organización que otra instalación de la misma versión exportó. Todo o nada: comprueba el archivo antes y lo escrito después. Las cuentas que ya existen con el mismo correo no cambian. Importe solo archivos en los que confíe.',
    async run([file = '', slug, passphraseFile]) {
      const config = readConfig(process.env)
      const { importOrganisation } = await import('./operator/archive.ts')
      return done(await importOrganisation(config, file, slug, passphraseFile))
    },
  },
  MOVE_COMMAND,
  {
    name: 'users disable',
    takes: ['<email>'],
    about: 'Cierra una cuenta en todas sus organizaciones y termina sus sesiones. No borra nada.',
    async run([email = '']) {
      const config = readConfig(process.env)
      const found = await (await import('./operator/installation.ts')).setDisabled(config, email, true)
      return found ? done(`${email}: cuenta cerrada`) : refuse(`No hay una cuenta con el correo «${email}».`)
    },
  },
  {
    name: 'users enable',
    takes: ['<email>'],
    about: 'Reabre una cuenta que «users disable» cerró.',
    async run([email = '']) {
      const config = readConfig(process.env)
      const found = await (await import('./operator/installation.ts')).setDisabled(config, email, false)
      return found ? done(`${email}: cuenta abierta`) : refuse(`No hay una cuenta con el correo «${email}».`)
    },
  },
  {
    name: 'users reset-password',
    takes: ['<email>'],
    about: 'Da a una cuenta una contraseña nueva al azar, la muestra una vez y cierra todas sus sesiones.',
    async run([email = '']) {
      const config = readConfig(process.env)
      const password = await (await import('./operator/installation.ts')).resetPassword(config, email)
      return password === undefined
        ? refuse(`No hay una cuenta con el correo «${email}».`)
        : done(`Contraseña nueva de ${email}: ${password}`)
    },
  },
  {
    name: 'tenants sso-off',
    takes: ['<slug>'],
    about:
      'Apaga el inicio de sesión propio de una organización cuyo proveedor no responde: sus personas vuelven a entrar con su contraseña. Queda en su registro de auditoría.',
    async run([slug = '']) {
      const config = readConfig(process.env)
      const off = await (await import('./operator/tenants.ts')).switchOffCompanySignIn(config, slug)
      if (off === undefined) return refuse(`No hay una organización «${slug}».`)
      return off
        ? done(`${slug}: su inicio de sesión propio está apagado`)
        : refuse(`La organización «${slug}» no tiene un inicio de sesión propio.`)
    },
  },
  {
    name: 'users reset-mfa',
    takes: ['<email>'],
    about:
      'Quita el segundo factor que perdió una persona, también sus llaves de acceso, y cierra todas sus sesiones. Queda en el registro de sus organizaciones y se le avisa por correo. Compruebe antes quién se lo pide.',
    async run([email = '']) {
      const config = readConfig(process.env)
      const reset = await (await import('./operator/tenants.ts')).resetMfa(config, email)
      if (reset === undefined) return refuse(`No hay una cuenta con el correo «${email}».`)
      return reset
        ? done(`${email}: sin segundo factor y sin sesiones abiertas`)
        : refuse(`La cuenta «${email}» no tiene un segundo factor.`)
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
      return done(
        sealReport(await (await import('./operator/installation.ts')).rotateSecrets(config, onColumn)),
      )
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
      const lost = await (await import('./operator/installation.ts')).acceptLostSecret(config)
      return done(
        lost === 0
          ? 'APP_SECRET abre todo: no hay nada que dar por perdido.'
          : 'El servicio puede iniciar con este APP_SECRET. Cada organización debe ingresar de nuevo los secretos de su SIEM y de sus webhooks.',
      )
    },
  },
  ...EVIDENCE_COMMANDS,
  {
    name: 'openapi',
    takes: [],
    about: 'Escribe el documento OpenAPI 3.1 en la salida. No necesita base de datos.',
    async run() {
      // Any secret will do: looking at the interface should not create one on disk.
      const config = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
      const document = await (await import('./describe.ts')).describeApi(config)
      return done(JSON.stringify(document, null, 2))
    },
  },
]

/** Makes the embedded files before the service is loaded: the two together would take too much memory. */
async function makeEmbedded({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  const { isFirstUse, makeDatabase } = await import('#db/embedded/first-use.ts')
  if (isFirstUse(dataDir)) await makeDatabase(dataDir, tell)
}

/** The width of the column with the commands. A longer command has its own line. */
const WIDTH = 34

export function usage(): string {
  const rows = COMMANDS.map(({ name, takes, about }) => {
    const call = [name, ...takes].join(' ')
    const padded = call.length < WIDTH ? call.padEnd(WIDTH) : `${call}\n${' '.repeat(WIDTH + 2)}`
    return `  ${padded}${about.split('. ', 1)[0]}`
  })
  return ['Uso: resguardo <orden> [--help]', '', ...rows].join('\n')
}

function stateOf(tenant: {
  suspended_at: Date | null
  moved_to: string | null
  deletion_due_at: Date | null
}): string[] {
  const { suspended_at: suspended, moved_to: to, deletion_due_at: due } = tenant
  const day = due?.toISOString().slice(0, 10).split('-').reverse().join('-')
  return [
    to ? `trasladada a ${to}` : suspended ? 'suspendida' : '',
    due ? `se elimina el ${day}` : '',
  ].filter(Boolean)
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
