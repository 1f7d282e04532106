import type { Module } from '#http/module.ts'
import { countActive } from './members/repo.ts'
import { routes } from './routes.ts'

export const settings: Module = {
  name: 'settings',
  tag: 'Configuración: organización, uso del plan, personas, claves de API y registro de auditoría',
  routes,
  usage: { members: countActive },
}
