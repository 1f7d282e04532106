import { type Command, done, refuse } from '#src/command.ts'
import { readConfig } from '#src/config.ts'
import type { Step } from './move.ts'

/** Commands for many organisations: shards, and moves between installations. */

export const DISTRIBUTE_COMMAND: Command = {
  name: 'db distribute',
  takes: ['[--dry-run]'],
  about:
    'Con --dry-run comprueba que el esquema cumple las reglas de Citus y escribe en la salida las sentencias que lo distribuirían por organización. No cambia nada y no se ha probado en un clúster.',
  async run([dryRun]) {
    const config = readConfig({ ...process.env, APP_SECRET: 'x'.repeat(64) })
    if (dryRun === undefined)
      return refuse('Esta versión solo escribe las sentencias, y no las ejecuta. Agregue --dry-run.')
    const { describeDistribution } = await import('./distribution.ts')
    const { statements, faults } = await describeDistribution(config)
    return faults.length === 0 ? done(statements) : refuse(faults.join('\n'))
  },
}

export const MOVE_COMMAND: Command = {
  name: 'tenants move',
  takes: ['<slug>', '--target-env <archivo>'],
  about:
    'Traslada una organización a otra instalación de la misma versión mientras ambas funcionan. El archivo describe el destino con las variables de su servicio: DATABASE_URL, DATA_DIR o S3_URL, APP_SECRET, PUBLIC_URL. Por unos segundos la organización se lee y no se cambia; todo se compara en ambos lados antes de abrirla en el destino, y con cualquier diferencia nada cambia. Con la base de datos incorporada, detenga antes el servicio. En el origen queda suspendida: elimínela después con «tenants delete».',
  async run([slug = '', target = '']) {
    const config = readConfig(process.env)
    const { moveOrganisation } = await import('./move.ts')
    const onStep = (step: Step) => void process.stderr.write(`${slug}: ${STEPS[step]}\n`)
    return done(await moveOrganisation(config, slug, target, { onStep }))
  },
}

const STEPS: Readonly<Record<Step, string>> = {
  checking: 'comprobando ambas instalaciones…',
  waiting: 'esperando a que termine lo que está en curso…',
  window: 'solo lectura desde ahora',
  exporting: 'exportando…',
  importing: 'importando en el destino…',
  comparing: 'comparando ambos lados…',
  'handing over': 'entregando…',
}
