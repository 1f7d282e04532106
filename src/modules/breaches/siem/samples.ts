import { iso } from '#kernel/dates.ts'
import type { SiemPayload } from './schemas.ts'

export const FORMATS = ['wazuh', 'splunk', 'sentinel'] as const
export type Format = (typeof FORMATS)[number]

/** The same attack in the format of each SIEM, at this moment. */
export function sampleOf(format: Format, now: Date): SiemPayload {
  return SAMPLES[format](iso(now))
}

const TITLE = 'Prueba de la conexión: acceso por fuerza bruta a un servidor'

const SAMPLES: Readonly<Record<Format, (at: string) => SiemPayload>> = {
  wazuh: (timestamp) => ({
    timestamp,
    rule: { level: 10, description: TITLE, id: '5712', groups: ['sshd', 'authentication_failures'] },
    agent: { id: '001', name: 'web-01' },
    id: '1772459100.49031',
    full_log: 'sshd[1213]: Failed password for root from 203.0.113.7 port 51423 ssh2',
    data: { srcip: '203.0.113.7', srcuser: 'root' },
    location: '/var/log/auth.log',
  }),
  splunk: (at) => ({
    sid: 'scheduler__admin__search__RMD5_at_1772459100_42',
    search_name: TITLE,
    app: 'search',
    owner: 'admin',
    results_link: 'https://splunk.tiendasur.cl/app/search/@go?sid=scheduler__admin__search__RMD5',
    result: { _time: at, host: 'web-01', severity: 'high', src_ip: '203.0.113.7', count: '57' },
  }),
  sentinel: (createdTimeUtc) => ({
    object: {
      name: 'b7a3f5c2-1f0e-4c56-9d8a-2f1c0a6c7e11',
      type: 'Microsoft.SecurityInsights/Incidents',
      properties: {
        title: TITLE,
        description: 'Muchos intentos fallidos desde 203.0.113.7 y después un acceso.',
        severity: 'High',
        status: 'New',
        createdTimeUtc,
        incidentNumber: 3177,
        incidentUrl: 'https://portal.azure.com/#asset/Microsoft_Azure_Security_Insights/Incident/3177',
      },
    },
  }),
}
