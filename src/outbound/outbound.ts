import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, connect, isIP, isIPv4, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { inSpan, traceHeaders } from '#kernel/tracing.ts'

/**
 * Calls to addresses that tenants choose. The name is resolved once and every resulting address is checked. The connection
 * goes to those addresses, so a name that resolves differently the second time gains nothing. Redirects are plain answers
 * and never followed, because they would bypass the check.
 */
export interface Outbound {
  get(url: string, call?: OutboundCall): Promise<OutboundAnswer>
  post(url: string, call: OutboundCall & { body: string | Buffer }): Promise<OutboundAnswer>
  /** Like `post`, for callers that need the whole body. */
  exchange(url: string, call: OutboundCall & { body: string | Buffer }): Promise<WholeAnswer>
}

export interface OutboundCall {
  headers?: Record<string, string>
  /** For the whole call: name, connection, answer. */
  timeoutMs?: number
  /** The most bytes read of the answer's body. */
  maxBytes?: number
}

export interface OutboundAnswer {
  status: number
  /** The media type of the body, as stated by the other side. */
  type: string | undefined
  /** The part of the body that arrived in time and within the bound; safe to store. */
  bodyStart: string
}

export interface WholeAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** False if the sender, the timeout or the bound cut the body off. */
  whole: boolean
}

/** Whether an address may be called; `plain` if the connection is not encrypted. */
export type Admits = (address: string, plain: boolean) => boolean

export interface OutboundOptions {
  /** Whether addresses inside private networks may be called. */
  allowPrivate: boolean
  /** Judges addresses in place of `allowPrivate`. */
  admits?: Admits
  addressesOf?: AddressesOf
  /**
   * Reuses a connection for the next call to its host. Its address was checked when it was made, and it still leads there.
   */
  keepConnections?: boolean
}

export type AddressesOf = (host: string) => Promise<string[]>

export type OutboundFault = 'refused' | 'unresolved' | 'timeout' | 'unreachable'

/** Why there is no answer. The message is Spanish and reveals nothing of our network. */
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

/** An idle connection is kept this long. Most servers keep theirs longer. */
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
      // The rest of the body is not read, so its connection cannot be reused.
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
    // An error before the answer reaches `once`. A later one changes nothing.
    outgoing.on('error', () => {})
    outgoing.end(call.body)
    try {
      return (await once(outgoing, 'response', { signal }))[0]
    } catch (error) {
      // The other side closed a kept connection while this request was sent. The agent has dropped that connection by now.
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
  /** Addresses of this machine, which are refused too. They are read each time, because they may change. */
  ownAddresses?: () => readonly string[]
}

/** Resolves a host to its addresses and checks every one. */
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
      // With encryption it would be admitted, so the message asks for that.
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

/** Connects to one of the checked addresses and hands the socket to the caller. */
export type Connect = (
  host: string,
  port: number,
  signal: AbortSignal,
  /** Whether the connection stays unencrypted; false by default. */
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

/** The network as modules may use it: public addresses, and DNS records. */
export interface Network extends Pick<Outbound, 'get'> {
  connect: Connect
  /** The TXT records of a name; none if the name does not exist. */
  resolveTxt(name: string): Promise<string[]>
}

export const NETWORK: Network = {
  get: createOutbound({ allowPrivate: false }).get,
  connect: createConnect({ allowPrivate: false, ownAddresses: machineAddresses }),
  resolveTxt: createTxtResolver(),
}

/** `servers` replace the machine's DNS servers. */
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

/** IANA's special-purpose registry. 168.63.129.16 is a cloud's metadata service at an address that looks public. */
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
// Special networks inside the global range: protocol assignments and Teredo, documentation, 6to4.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6')
}

/** The only public range of IPv6. Loopback, mapped, translated, local and multicast addresses are outside it. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address)
  const [bare] = address.split('%', 1)
  return GLOBAL_V6.check(bare!, 'ipv6') && !NOT_PUBLIC.check(bare!, 'ipv6')
}

/** Checks a url without DNS when it is saved. The addresses are checked when the connection is made. */
export function looksPublic(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublicAddress(host) : !/(^|\.)localhost\.?$/.test(host)
}

/** The addresses of this machine: even its public one may offer the machine more than strangers get. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address))
}

async function systemAddresses(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address)
}

/** A lookup with fixed results. */
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
    // Cut off or out of time: the status counts, with the part of the body that arrived.
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), beyond: size > maxBytes }
}

/** Stops waiting for work that cannot be cancelled. */
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
