import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const tasks: Module = {
  name: 'tasks',
  tag: 'Tareas: lo que espera a una persona, en una organización o en todas las suyas',
  schemas: [schemas],
  routes,
}
