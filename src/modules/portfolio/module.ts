import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const portfolio: Module = {
  name: 'portfolio',
  tag: 'Cartera: copiar entre las organizaciones de una persona',
  schemas: [schemas],
  routes,
}
