import type { Module } from '#http/module.ts'
import { routes } from './routes.ts'

export const dataMap: Module = {
  name: 'data-map',
  tag: 'Mapa de datos: sistemas y flujos entre ellos',
  routes,
}
