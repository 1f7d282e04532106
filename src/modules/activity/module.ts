import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const activity: Module = {
  name: 'activity',
  tag: 'Actividad reciente: quién hizo qué y cuándo, sin los valores',
  schemas: [schemas],
  routes,
}
