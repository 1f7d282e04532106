import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, connect, isIP, isIPv4, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { inSpan, traceHeaders } from '#kernel/tracing.ts'

/**
 * Calls to addresses that tenants choose. The name is resolved once, every address it leads to is checked, and the
 * connection goes to those very addresses: a name that answers differently the second time gains nothing. Redirects
 * are answers like any other and never followed, since they would lead around the check.
 */
export interface Outbound {
  get(url: string, call?: OutboundCall): Promise<OutboundAnswer>
  post(url: string, call: OutboundCall & { body: string | Buffer }): Promise<OutboundAnswer>
  /** As `post`, for who needs the body itself and not only its start. */
  exchange(url: string, call: OutboundCall & { body: string | Buffer }): Promise<WholeAnswer>
}

export interface OutboundCall {
  headers?: Record<string, string>
  /** For everything together: name, connection, answer. */
  timeoutMs?: number
  /** How much of the answer's body is read. */
  maxBytes?: number
}

export interface OutboundAnswer {
  status: number
  /** The media type of the body, as the other side names it. */
  type: string | undefined
  /** What came of the body in time and within the bound; safe to store. */
  bodyStart: string
}

export interface WholeAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** False when the body was cut off: by its sender, by time, or by the bound. */
  whole: boolean
}

/** Whether an address may be called; `plain` when nothing on the way is encrypted. */
export type Admits = (address: string, plain: boolean) => boolean

export interface OutboundOptions {
  /** Whether addresses inside private networks may be called. */
  allowPrivate: boolean
  /** Judges addresses instead of `allowPrivate`. */
  admits?: Admits
  addressesOf?: AddressesOf
  /**
   * Whether a connection serves the next call to its host too. It was checked when it was made, and leads where it led
   * then.
   */
  keepConnections?: boolean
}

export type AddressesOf = (host: string) => Promise<string[]>

export type OutboundFault = 'refused' | 'unresolved' | 'timeout' | 'unreachable'

/** Why there is no answer; the message is Spanish and tells nothing of the network it was sent from. */
export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.name = 'OutboundError'
    this.fault = fault
  }
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** For how long a connection without a request is kept. Most servers keep theirs for longer. */
const KEPT_MS = 3000

export function createOutbound({ keepConnections = false, ...options }: OutboundOptions): Outbound {
  const kept = { keepAlive: true, timeout: KEPT_MS, maxFreeSockets: 4 }
  const agents = keepConnections && { http: new http.Agent(kept), https: new https.Agent(kept) }

  const addressesFor = createGuard(options)

  async function send(
    method: string,
    url: string,
    call: OutboundCall & { body?: string | Buffer },
  ): Promise<WholeAnswer> {
    const target = URL.parse(url)
    if (target?.protocol !== 'http:' && target?.protocol !== 'https:') {
      throw new OutboundError('refused', `«${url}» no es una dirección http o https.`)
    }
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const attributes = {
      'http.request.method': method,
      'server.address': host,
      'server.port': portOf(target),
      'url.scheme': target.protocol.slice(0, -1),
    }
    return inSpan(method, { kind: 'client', attributes }, async (span) => {
      const answer = await answerOf(method, target, host, call)
      span.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 400) span.fail(String(answer.status))
      return answer
    })
  }

  async function answerOf(
    method: string,
    target: URL,
    host: string,
    call: OutboundCall & { body?: string | Buffer },
  ): Promise<WholeAnswer> {
    const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = call
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      const plain = target.protocol === 'http:'
      const addresses = await inTime(addressesFor(host, plain), deadline.signal)
      const incoming = await responseTo(method, target, call, addresses, deadline.signal)
      const { body, beyond } = await startOf(incoming, maxBytes)
      const whole = incoming.complete && !beyond
      // What is left of the body is not read, so its connection serves nobody else.
      if (!incoming.complete) incoming.destroy()
      return { status: incoming.statusCode!, headers: incoming.headers, body, whole }
    } catch (error) {
      if (deadline.signal.aborted) {
        throw new OutboundError('timeout', `«${host}» no respondió en ${timeoutMs / 1000} segundos.`)
      }
      throw explained(error, host)
    } finally {
      clearTimeout(timer)
    }
  }

  async function responseTo(
    method: string,
    target: URL,
    call: OutboundCall & { body?: string | Buffer },
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const protocol = target.protocol === 'https:' ? 'https' : 'http'
    const outgoing = { http, https }[protocol].request(target, {
      method,
      headers: { 'user-agent': 'Resguardo', ...call.headers, ...traceHeaders() },
      agent: agents ? agents[protocol] : false,
      lookup: always(addresses),
      signal,
    })
    // An error before the answer reaches `once`; one after it changes nothing.
    outgoing.on('error', () => {})
    outgoing.end(call.body)
    try {
      return (await once(outgoing, 'response', { signal }))[0]
    } catch (error) {
      // The other side closed a kept connection while this request was on its way. The agent has dropped it by now.
      if (outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
        return responseTo(method, target, call, addresses, signal)
      throw error
    }
  }

  return {
    get: async (url, call = {}) => startOnly(await send('GET', url, call)),
    post: async (url, call) => startOnly(await send('POST', url, call)),
    exchange: (url, call) => send('POST', url, call),
  }
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

interface GuardOptions extends Pick<OutboundOptions, 'allowPrivate' | 'admits' | 'addressesOf'> {
  /** Addresses of this machine, which are not called either; read each time, since they may change. */
  ownAddresses?: () => readonly string[]
}

/** The addresses of a host, every one of them checked. */
function createGuard({
  allowPrivate,
  admits = (address) => allowPrivate || isPublicAddress(address),
  addressesOf = systemAddresses,
  ownAddresses = () => [],
}: GuardOptions): (host: string, plain: boolean) => Promise<string[]> {
  return async (host, plain) => {
    const addresses = isIP(host) ? [host] : await addressesOf(host)
    if (addresses.length === 0)
      throw new OutboundError('unresolved', `El nombre «${host}» no existe en el DNS.`)
    if (!addresses.every((address) => admits(address, plain))) {
      // With encryption it would be admitted: then that is what is missing.
      const why =
        plain && addresses.every((address) => admits(address, false))
          ? 'pide una conexión cifrada'
          : 'no lleva a una dirección pública de Internet'
      throw new OutboundError('refused', `«${host}» ${why}.`)
    }
    const own = ownAddresses()
    if (addresses.some((address) => own.includes(address))) {
      throw new OutboundError(
        'refused',
        `«${host}» lleva a la máquina del propio servicio, que no se visita.`,
      )
    }
    return addresses
  }
}

/** A connection to one of the addresses that were checked, for the caller to speak over. */
export type Connect = (
  host: string,
  port: number,
  signal: AbortSignal,
  /** Whether nothing will be encrypted over it; false unless given. */
  plain?: boolean,
) => Promise<Socket>

export function createConnect(options: GuardOptions): Connect {
  const addressesFor = createGuard(options)
  return (named, port, signal, plain = false) => {
    const host = named.replace(/^\[|\]$/g, '')
    const attributes = { 'server.address': host, 'server.port': port }
    return inSpan('connect', { kind: 'client', attributes }, () => connected(host, port, signal, plain))
  }

  async function connected(host: string, port: number, signal: AbortSignal, plain: boolean): Promise<Socket> {
    try {
      const addresses = await inTime(addressesFor(host, plain), signal)
      signal.throwIfAborted()
      const socket = connect({ host, port, lookup: always(addresses) })
      try {
        await once(socket, 'connect', { signal })
      } catch (error) {
        socket.on('error', () => {}).destroy()
        throw error
      }
      return socket
    } catch (error) {
      throw explained(error, host)
    }
  }
}

/** The outside as a module may look at it: public addresses only, and what the DNS says of a name. */
export interface Network extends Pick<Outbound, 'get'> {
  connect: Connect
  /** The TXT records of a name; none when there is no such name. */
  resolveTxt(name: string): Promise<string[]>
}

export const NETWORK: Network = {
  get: createOutbound({ allowPrivate: false }).get,
  connect: createConnect({ allowPrivate: false, ownAddresses: machineAddresses }),
  resolveTxt: createTxtResolver(),
}

/** `servers` replace those of the machine. */
export function createTxtResolver(servers?: readonly string[]): Network['resolveTxt'] {
  return async (name) => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (servers) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (NO_SUCH_NAME.test(code)) return []
      throw new OutboundError('unreachable', `El DNS no respondió por «${name}» (${code}).`)
    }
  }
}

// ── addresses ──

/** IANA's special-purpose registry; 168.63.129.16 is a cloud's metadata service at an address that looks public. */
const NOT_PUBLIC = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits)
}
// Inside the global range: protocol assignments and Teredo, documentation, 6to4.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6')
}

/** Of IPv6 only this is handed out to the public: loopback, mapped, translated, local and multicast lie outside. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address)
  const [bare] = address.split('%', 1)
  return GLOBAL_V6.check(bare!, 'ipv6') && !NOT_PUBLIC.check(bare!, 'ipv6')
}

/** Checks a url without the DNS, when it is saved. Its addresses are checked when the connection is made. */
export function looksPublic(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublicAddress(host) : !/(^|\.)localhost\.?$/.test(host)
}

/** What this machine answers to itself: its public address too may offer it more than to strangers. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address))
}

async function systemAddresses(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address)
}

/** A lookup that knows one answer. */
function always(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family))
}

// ── answers ──

function startOnly({ status, headers, body }: WholeAnswer): OutboundAnswer {
  const bodyStart = body.toString('utf8').replaceAll('\u0000', '\ufffd')
  return { status, type: headers['content-type'], bodyStart }
}

async function startOf(incoming: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // Cut off or out of time: the status is the answer, and what came of the body is its start.
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), beyond: size > maxBytes }
}

/** Gives up waiting for what cannot be cancelled. */
async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([promise, late])
}

const NO_SUCH_NAME = /^(ENOTFOUND|ENODATA|EAI_NODATA)$/
const TLS_FAULT = /CERT|SSL|TLS|EPROTO/

function explained(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error
  const code = (error as NodeJS.ErrnoException).code ?? 'sin detalle'
  if (NO_SUCH_NAME.test(code)) {
    return new OutboundError('unresolved', `El nombre «${host}» no existe en el DNS.`)
  }
  const why = TLS_FAULT.test(code) ? 'no ofrece una conexión segura válida' : 'no se pudo contactar'
  return new OutboundError('unreachable', `«${host}» ${why} (${code}).`)
}
