import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const timeEntries: Module = {
  name: 'time-entries',
  tag: 'Horas trabajadas para cada organización, con su resumen del mes',
  schemas: [schemas],
  routes,
}
