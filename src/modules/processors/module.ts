import type { Module } from '#modules/module.ts'
import { namesFile, processors as processorRows } from './repo.ts'
import { listReviews, REVIEW_JOB } from './reviews.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { processorSheet } from './sheet.ts'

export const processors: Module = {
  name: 'processors',
  tag: 'Encargados: terceros que tratan datos por cuenta de la organización',
  schemas: [schemas],
  routes,
  constraints: CONSTRAINTS,
  sheets: [processorSheet],
  jobs: [REVIEW_JOB],
  usesFile: namesFile,
  holdsFiles: { processor: processorRows.has },
  tasks: { review: listReviews },
}
