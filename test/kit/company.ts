import { type Network, OutboundError } from '#outbound/outbound.ts'
import type { Person, Reply, TestService } from './service.ts'

/** TXT records of a fake DNS. */
export function createDns(): { records: Map<string, string>; network: Network } {
  const records = new Map<string, string>()
  return {
    records,
    network: {
      get: () => Promise.reject(new OutboundError('unreachable', 'No hay sitio.')),
      connect: () => Promise.reject(new OutboundError('unreachable', 'No hay sitio.')),
      resolveTxt: async (name) => (records.has(name) ? [records.get(name)!] : []),
    },
  }
}

/** Registers and verifies a domain of the organisation. */
export async function proveDomain(owner: Person, dns: Map<string, string>, host: string): Promise<void> {
  const { data: entities } = await owner.get('/org/entities')
  const legalEntityId = entities.entities[0].id
  const { data } = await owner.post('/domains', { url: `https://${host}`, name: host, legalEntityId })
  const { dns: record } = (await owner.get(`/domains/${data.id}/verification`)).data
  dns.set(record.name, record.value)
  const verified = await owner.post(`/domains/${data.id}/verify`)
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body))
}

/** The browser of a person who signs in at the organisation's identity provider. It keeps the cookie of the attempt. */
export class Visitor {
  readonly #api: TestService
  readonly #jar = new Map<string, string>()

  constructor(api: TestService) {
    this.#api = api
  }

  /** The address at the provider. */
  async start(slug: string, query = ''): Promise<string> {
    const reply = await this.call(`/auth/sso/${slug}/start${query}`)
    if (reply.status !== 302) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
    return String(reply.headers['location'])
  }

  /** Returns to the service with the address that the provider gave. */
  back(address: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call(address.slice(address.indexOf('/auth/sso/')), headers)
  }

  async call(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await this.#api.with({ ...headers, ...(cookie && { cookie }) }).get(path)
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(line))!
      this.#jar.set(name!, decodeURIComponent(value!))
    }
    return reply
  }

  cookie(name: string): string | undefined {
    return this.#jar.get(name)
  }
}
