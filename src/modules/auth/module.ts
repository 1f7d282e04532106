import type { Module } from '#http/module.ts'
import { CLEANUP_JOB, RESET_JOB } from './jobs.ts'
import { routes } from './routes.ts'

export const auth: Module = {
  name: 'auth',
  tag: 'Cuentas, inicio de sesión y organización activa',
  routes,
  jobs: [RESET_JOB, CLEANUP_JOB],
}
