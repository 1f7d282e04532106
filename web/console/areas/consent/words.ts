import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Notice = Data<'GET /consent/notices/{id}'>
export type Template = Data<'GET /consent/templates/{id}'>
export type Decision = Data<'GET /consent/subject-records'>['items'][number]

export const STATES: Record<Notice['status'], readonly [name: string, tone: Tone]> = {
  DRAFT: ['Borrador', 'info'],
  PUBLISHED: ['Publicado', 'ok'],
  ARCHIVED: ['Archivado', 'plain'],
}

const ACTIONS: Record<NonNullable<Decision['action']>, readonly [name: string, tone: Tone]> = {
  accept_all: ['Aceptó todo', 'ok'],
  reject_all: ['Rechazó todo', 'plain'],
  custom: ['Eligió por finalidad', 'info'],
  withdraw: ['Retiró', 'warn'],
}

/** A decision in a word. */
export function decisionWords({
  action,
  granted,
  isEffective = true,
}: {
  action?: Decision['action']
  granted: boolean
  isEffective?: boolean
}): readonly [words: string, tone: Tone] {
  if (!isEffective) return ['Espera confirmación', 'warn']
  if (action) return ACTIONS[action]
  return granted ? ['Otorgó', 'ok'] : ['No otorgó o retiró', 'warn']
}

export const PROOFS: Record<Decision['provenBy'], string> = {
  portal: 'Con un código a su correo, en el portal',
  api_key: 'Lo comunicó un sistema de la organización',
  staff: 'Lo registró su organización, con evidencia',
  confirmed_email: 'Lo confirmó desde su correo',
  subject_token: 'Había iniciado sesión en el sitio, y su servidor lo firmó',
  nobody: 'Nadie comprobó quién decidió',
}

export const SOURCES: Record<string, string> = {
  banner: 'Banner',
  form: 'Formulario',
  manual: 'Registro manual',
  external: 'Otro sistema',
  portal: 'Portal',
}

export const CHANNELS = [
  ['paper', 'En papel'],
  ['phone', 'Por teléfono'],
  ['in_person', 'En persona'],
  ['email', 'Por correo'],
] as const

export const FIELD_TYPES = [
  ['text', 'Texto corto'],
  ['textarea', 'Texto largo'],
  ['email', 'Correo'],
  ['phone', 'Teléfono'],
  ['rut', 'RUT'],
  ['number', 'Número'],
  ['date', 'Fecha'],
  ['checkbox', 'Casilla'],
  ['select', 'Lista para elegir una'],
  ['radio', 'Opciones a la vista'],
  ['multiselect', 'Varias opciones'],
] as const

export const WITH_OPTIONS: readonly string[] = ['select', 'radio', 'multiselect']

export const HOOK_EVENTS = [
  ['consent.granted', 'Se otorgó un consentimiento'],
  ['consent.withdrawn', 'Se retiró un consentimiento'],
] as const
