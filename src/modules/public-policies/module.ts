import type { Module } from '#modules/module.ts'
import { pages } from './pages.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const publicPolicies: Module = {
  name: 'public-policies',
  tag: 'Lectura pública de las políticas publicadas',
  schemas: [schemas],
  routes,
  pages,
}
