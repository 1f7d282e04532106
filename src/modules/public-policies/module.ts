import type { Module } from '#http/module.ts'
import { routes } from './routes.ts'

export const publicPolicies: Module = {
  name: 'public-policies',
  tag: 'Lectura pública de las políticas publicadas',
  routes,
}
