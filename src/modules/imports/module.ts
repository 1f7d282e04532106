import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export { createImportJobs } from './jobs.ts'

export const imports: Module = {
  name: 'imports',
  tag: 'Importaciones: registros desde planillas de Excel o CSV, con revisión previa',
  schemas: [schemas],
  routes,
  stored: [{ table: 'imports', parts: 'parts' }],
}
