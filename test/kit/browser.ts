import { Caller, type CallOptions, type Reply, type TestService } from './service.ts'

/** A browser on a page of the service. It keeps cookies and sends the origin of its calls. */
export class Browser extends Caller {
  readonly cookies = new Map<string, string>()

  constructor(service: TestService, headers: Record<string, string> = {}) {
    super(service, {
      'sec-fetch-site': 'same-origin',
      'x-resguardo-client': 'console',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0',
      ...headers,
    })
  }

  override async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Reply> {
    const reply = await super.call(method, path, body, {
      ...options,
      headers: { ...(this.cookies.size > 0 && { cookie: this.cookie }), ...options.headers },
    })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#keep(String(line))
    return reply
  }

  /** The cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  login(email: string, password = 'una-frase-larga'): Promise<Reply> {
    return this.post('/auth/login', { email, password })
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=', 2)
    if (
      attributes.some((attribute) => attribute === 'Max-Age=0' || /^Expires=Thu, 01 Jan 1970/.test(attribute))
    )
      this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
