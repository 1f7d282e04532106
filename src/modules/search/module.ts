import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const search: Module = {
  name: 'search',
  tag: 'Búsqueda: todo lo de una organización con unas palabras',
  schemas: [schemas],
  routes,
}
