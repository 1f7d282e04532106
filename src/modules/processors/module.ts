import type { Module } from '#http/module.ts'
import { routes } from './routes.ts'

export const processors: Module = {
  name: 'processors',
  tag: 'Encargados: terceros que tratan datos por cuenta de la organización',
  routes,
}
