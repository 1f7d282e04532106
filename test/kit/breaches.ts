import type { Person } from './service.ts'

/** A fixed time for the tests, and a breach of that morning. */
export const NOW = '2026-03-10T12:00:00.000Z'
export const MINIMAL = {
  title: 'Acceso indebido',
  detectedAt: '2026-03-10T09:00:00.000Z',
  detectionSource: 'manual',
}
export const CALM = {
  riskToSubjects: 'low',
  hasSensitiveData: false,
  hasMinorData: false,
  hasFinancialData: false,
}

export async function makeBreach(person: Person, fields: object = {}): Promise<string> {
  const reply = await person.post('/breaches', { ...MINIMAL, ...fields })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data.id
}

export async function readBreach(person: Person, id: string) {
  return (await person.get(`/breaches/${id}`)).data
}

export function moveBreach(person: Person, id: string, status: string) {
  return person.patch(`/breaches/${id}/status`, { status })
}

export function reportBreach(person: Person, id: string, fields: object = {}) {
  const report = { notifiedAt: '2026-03-10T11:00:00Z', notificationFileKey: 'reporte.pdf' }
  return person.post(`/breaches/${id}/notify-apdp`, { ...report, ...fields })
}

export function eventTypes(breach: { events: { type: string }[] }): string[] {
  return breach.events.map(({ type }) => type)
}
