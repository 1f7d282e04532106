import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { storedBytes } from './service.ts'

export const files: Module = {
  name: 'files',
  tag: 'Archivos de respaldo: avisos, respuestas y evidencias',
  schemas: [schemas],
  routes,
  stored: [{ table: 'files', sha256: 'sha256' }],
  usage: { storageBytes: storedBytes },
}
