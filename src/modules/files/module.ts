import type { Module } from '#modules/module.ts'
import { isLogo, pages } from './logo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { citizenBytes, storedBytes } from './service.ts'
import { SWEEP_JOB } from './uploads/jobs.ts'
import * as uploadSchemas from './uploads/schemas.ts'

export const files: Module = {
  name: 'files',
  tag: 'Archivos de respaldo: avisos, respuestas y evidencias',
  schemas: [schemas, uploadSchemas],
  routes,
  pages,
  usesFile: isLogo,
  stored: [{ table: 'files', sha256: 'sha256' }],
  jobs: [SWEEP_JOB],
  usage: { storageBytes: storedBytes, citizenStorageBytes: citizenBytes },
}
