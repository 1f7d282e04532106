import type { Module } from '#modules/module.ts'
import { FORGET_JOB } from './jobs.ts'
import { pages } from './pages.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const portal: Module = {
  name: 'portal',
  tag: 'Portal de privacidad: código por correo, consentimientos y solicitudes de la propia persona',
  schemas: [{ ...schemas, MyConsentReceipt: schemas.Recorded }],
  routes,
  pages,
  jobs: [FORGET_JOB],
}
