import type { Module } from '#http/module.ts'
import { routes } from './routes.ts'
import { createFirstStructure } from './service.ts'

export const org: Module = {
  name: 'org',
  tag: 'Estructura: espacios de trabajo, entidades legales y departamentos',
  routes,
  onTenantCreated: createFirstStructure,
}
