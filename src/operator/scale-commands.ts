import type { Command } from '#src/command.ts'
import { readConfig } from '#src/config.ts'

/** What an operator of many organisations does: shards, and cells between which organisations move. */

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

function done(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
