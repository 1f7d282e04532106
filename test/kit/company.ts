import { type Network, OutboundError } from '#outbound/outbound.ts'
import type { Person } from './service.ts'

/** TXT records of a made-up DNS. */
export function createDns(): { records: Map<string, string>; network: Network } {
  const records = new Map<string, string>()
  return {
    records,
    network: {
      get: () => Promise.reject(new OutboundError('unreachable', 'No hay sitio.')),
      resolveTxt: async (name) => (records.has(name) ? [records.get(name)!] : []),
    },
  }
}

/** A domain of the organisation with its record in the DNS. */
export async function proveDomain(owner: Person, dns: Map<string, string>, host: string): Promise<void> {
  const { data: entities } = await owner.get('/org/entities')
  const legalEntityId = entities.entities[0].id
  const { data } = await owner.post('/domains', { url: `https://${host}`, name: host, legalEntityId })
  const { dns: record } = (await owner.get(`/domains/${data.id}/verification`)).data
  dns.set(record.name, record.value)
  const verified = await owner.post(`/domains/${data.id}/verify`)
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body))
}
