import type { Module } from '#modules/module.ts'
import { CONSTRAINTS as LINK_CONSTRAINTS } from './links.ts'
import { countDomains } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'

export const domains: Module = {
  name: 'domains',
  tag: 'Dominios: sitios de la organización, sus actividades y la prueba de que son suyos',
  schemas: [{ ...schemas, DomainLinks: schemas.AllLinks }],
  routes,
  constraints: { ...CONSTRAINTS, ...LINK_CONSTRAINTS },
  usage: { domains: countDomains },
}
