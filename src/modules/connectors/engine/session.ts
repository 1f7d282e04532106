import type { Socket } from 'node:net'
import { OutboundError } from '#outbound/outbound.ts'
import { ConnectorFault, type Order, timeFault } from './bounds.ts'
import { createReach } from './reach.ts'

/** A connection with a deadline: it is closed when its time is up, whatever the other side does. */
export interface Session {
  socket: Socket
  /** The time left, for limits that the server itself enforces. */
  leftMs(): number
  /** Stops waiting when the time is up or the connection was ended. */
  inTime<T>(work: Promise<T>): Promise<T>
  /** Ends the connection: `inTime` rejects with the fault. */
  end(fault: ConnectorFault): void
}

/** How often the received bytes are checked. */
const WATCH_MS = 20
/** Room for the protocol's own messages. */
const ENVELOPE_BYTES = 1024 * 1024
/** Numbers, times and lengths differ in size between the wire and the file. */
const WIRE_FACTOR = 2

export async function withSession<T>(order: Order, work: (session: Session) => Promise<T>): Promise<T> {
  const { host, port, tls, bounds, networks } = order
  const began = performance.now()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(timeFault(bounds.ms)), bounds.ms)
  let socket: Socket | undefined
  let watch: NodeJS.Timeout | undefined
  try {
    socket = await createReach(networks).connect(host, port, over.signal, tls === 'off')
    const { promise: late, reject } = Promise.withResolvers<never>()
    late.catch(() => undefined)
    over.signal.addEventListener('abort', () => {
      socket?.destroy()
      reject(over.signal.reason)
    })
    const most = bounds.bytes * WIRE_FACTOR + ENVELOPE_BYTES
    watch = setInterval(() => {
      if (socket && socket.bytesRead > most) over.abort(tooMuch())
    }, WATCH_MS)
    return await work({
      socket,
      leftMs: () => Math.max(1, Math.round(bounds.ms - (performance.now() - began))),
      inTime: (promise) => {
        promise.catch(() => undefined)
        return Promise.race([promise, late])
      },
      end: (fault) => over.abort(fault),
    })
  } catch (error) {
    // After the connection was ended, its reason counts, and not the driver's error.
    if (over.signal.aborted) throw over.signal.reason
    if (error instanceof OutboundError)
      throw new ConnectorFault(error.message, { again: error.fault !== 'refused' })
    throw error
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    socket?.on('error', () => undefined).destroySoon()
    setTimeout(() => socket?.destroy(), 200).unref()
  }
}

function tooMuch(): ConnectorFault {
  return new ConnectorFault('El sistema envió mucho más de lo que se le pidió.')
}
