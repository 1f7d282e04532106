import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import { KEPT_DAYS } from './rules.ts'
import * as schemas from './schemas.ts'

export { createImportJobs } from './jobs.ts'

export const imports: Module = {
  name: 'imports',
  tag: 'Importaciones: registros desde planillas de Excel o CSV, con revisión previa',
  schemas: [schemas],
  routes,
  keeps: [
    {
      what: 'Planillas que se subieron para importar',
      days: KEPT_DAYS,
      why: 'Lo que se confirmó ya está en los registros; la planilla no hace falta.',
    },
  ],
  stored: [{ table: 'imports', parts: 'parts' }],
}
