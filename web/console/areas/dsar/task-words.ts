import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Tasks = Data<'GET /dsar/requests/{id}/tasks'>
export type Task = Tasks['items'][number]

export const waits = ({ status }: Task) => status === 'open' || status === 'sent'

export function stateOf({ status, overdue, ownerEmail }: Task): readonly [name: string, tone: Tone] {
  if (status === 'done') return ['Respondida', 'ok']
  if (status === 'cancelled') return ['Cancelada', 'plain']
  if (overdue) return ['Atrasada', 'danger']
  if (status === 'sent') return ['Espera respuesta', 'info']
  return ownerEmail === null ? ['Sin a quién pedir', 'warn'] : ['Por enviar', 'plain']
}

export const VIAS: Record<NonNullable<Task['answeredVia']>, string> = {
  link: 'con el enlace del correo',
  staff: 'anotada por la organización',
  connector: 'por el conector',
}
