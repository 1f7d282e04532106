import type { Module } from '#modules/module.ts'
import { listSystemsOfProcessor, systems } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { systemSheet } from './sheet.ts'

export const dataMap: Module = {
  name: 'data-map',
  tag: 'Mapa de datos: sistemas y flujos entre ellos',
  schemas: [schemas],
  routes,
  constraints: CONSTRAINTS,
  sheets: [systemSheet],
  holdsFiles: { system: systems.has },
  systemsOfProcessor: listSystemsOfProcessor,
}
