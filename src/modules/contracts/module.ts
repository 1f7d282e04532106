import type { Module } from '#modules/module.ts'
import { TEMPLATE_COPIES } from './copies.ts'
import { COPY_JOB, FORGET_CODES_JOB, REMINDER_JOB } from './jobs.ts'
import { pages } from './pages.ts'
import * as repo from './repo.ts'
import { listReviews, REVIEW_JOB } from './reviews.ts'
import { routes } from './routes.ts'
import { statusAt } from './rules.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { countStates, listTasks } from './tasks.ts'
import { createBuiltIns } from './templates/service.ts'
import * as texts from './text-schemas.ts'

export const contracts: Module = {
  name: 'contracts',
  tag: 'Contratos con encargados: plantillas, envío, firma, renovación y vencimiento',
  schemas: [
    texts,
    {
      ...schemas,
      NewContract: schemas.Generation,
      NewContractTemplate: schemas.NewTemplate,
      ContractTemplate: schemas.Template,
      ContractTemplatePatch: schemas.TemplatePatch,
    },
  ],
  copies: [TEMPLATE_COPIES],
  routes,
  pages,
  constraints: CONSTRAINTS,
  jobs: [REMINDER_JOB, COPY_JOB, FORGET_CODES_JOB, REVIEW_JOB],
  onTenantCreated: createBuiltIns,
  usage: { contracts: repo.countContracts },
  states: { contracts: countStates },
  tasks: { contract: listTasks, review: listReviews },
  holdsFiles: { contract: repo.contracts.has },
  approvables: [
    {
      // Approving a sent contract does not change it: only its signer signs.
      entityType: 'CONTRACT',
      async facts(ctx, id) {
        const row = await repo.contracts.find(ctx, id)
        return (
          row && {
            status: statusAt(row, ctx.now),
            type: row.type,
            version: row.version,
            processorId: row.processor_id,
          }
        )
      },
      titles: repo.titlesOf,
    },
  ],
}
