import type { Module } from '#modules/module.ts'
import { createScanJobs } from './jobs.ts'
import { routes } from './routes.ts'
import { KEPT_DAYS } from './rules.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS, LISTENER } from './service.ts'

export const cookieScans: Module = {
  name: 'cookie-scans',
  tag: 'Revisión de cookies: qué guarda y a quién llama cada sitio, antes y después de aceptar',
  schemas: [schemas],
  routes,
  constraints: CONSTRAINTS,
  jobsOver: createScanJobs,
  listens: [LISTENER],
  keeps: [
    {
      what: 'Revisiones de cookies',
      days: KEPT_DAYS,
      why: 'Muestran cómo cambió cada sitio y desde cuándo.',
    },
  ],
}
