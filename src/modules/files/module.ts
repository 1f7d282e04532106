import type { Module } from '#http/module.ts'
import { routes } from './routes.ts'

export const files: Module = {
  name: 'files',
  tag: 'Archivos de respaldo: avisos, respuestas y evidencias',
  routes,
}
