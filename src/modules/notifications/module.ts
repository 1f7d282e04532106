import type { Module } from '#modules/module.ts'
import { DIGEST_JOB } from './jobs.ts'
import { NOTICE_LISTENER } from './listener.ts'
import { routes } from './routes.ts'
import { KEPT_DAYS } from './rules.ts'
import * as schemas from './schemas.ts'

export const notifications: Module = {
  name: 'notifications',
  tag: 'Avisos a las personas de la organización: lista, novedades en vivo y preferencias',
  schemas: [schemas],
  routes,
  jobs: [DIGEST_JOB],
  listens: [NOTICE_LISTENER],
  keeps: [
    {
      what: 'Avisos a las personas de la organización',
      days: KEPT_DAYS,
      why: 'Sirven para actuar a tiempo; la auditoría conserva lo que ocurrió.',
    },
  ],
}
