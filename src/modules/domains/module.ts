import type { Module } from '#http/module.ts'
import { countDomains } from './repo.ts'
import { routes } from './routes.ts'

export const domains: Module = {
  name: 'domains',
  tag: 'Dominios: sitios de la organización, sus actividades y la prueba de que son suyos',
  routes,
  usage: { domains: countDomains },
}
