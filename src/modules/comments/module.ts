import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const comments: Module = {
  name: 'comments',
  tag: 'Comentarios de las personas de la organización sobre un registro',
  schemas: [schemas],
  routes,
}
