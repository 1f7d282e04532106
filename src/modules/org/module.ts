import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS, createFirstStructure } from './service.ts'
import { departmentSheet } from './sheet.ts'

export const org: Module = {
  name: 'org',
  tag: 'Estructura: espacios de trabajo, entidades legales y departamentos',
  schemas: [schemas],
  routes,
  constraints: CONSTRAINTS,
  sheets: [departmentSheet],
  onTenantCreated: createFirstStructure,
}
