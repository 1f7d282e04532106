import type { Module } from '#http/module.ts'
import { REMINDER_JOB } from './jobs.ts'
import * as repo from './repo.ts'
import { routes } from './routes.ts'
import { statusAt } from './rules.ts'
import { createBuiltIns } from './templates/service.ts'

export const contracts: Module = {
  name: 'contracts',
  tag: 'Contratos con encargados: plantillas, envío, firma, renovación y vencimiento',
  routes,
  jobs: [REMINDER_JOB],
  onTenantCreated: createBuiltIns,
  usage: { contracts: repo.countContracts },
  subjects: [
    {
      // Approval of a sent contract has no effect on it: only its signer signs.
      entityType: 'CONTRACT',
      async facts(ctx, id) {
        const row = await repo.findContract(ctx, id)
        return (
          row && {
            status: statusAt(row, ctx.now),
            type: row.type,
            version: row.version,
            processorId: row.processor_id,
          }
        )
      },
    },
  ],
}
