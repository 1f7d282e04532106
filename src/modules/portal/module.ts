import type { Module } from '#http/module.ts'
import { FORGET_JOB } from './jobs.ts'
import { routes } from './routes.ts'

export const portal: Module = {
  name: 'portal',
  tag: 'Portal de privacidad: código por correo, consentimientos y solicitudes de la propia persona',
  routes,
  jobs: [FORGET_JOB],
}
