import type { Module } from '#modules/module.ts'
import { routes } from './routes.ts'

export const scim: Module = {
  name: 'scim',
  tag: 'Personas que administra el proveedor de identidad de la organización (SCIM 2.0)',
  routes,
}
