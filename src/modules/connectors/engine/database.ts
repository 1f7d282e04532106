import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fileOf } from '#kernel/installed.ts'
import { ConnectorFault, type Gathered, type Order, type ThreadAnswer, timeFault } from './bounds.ts'

const THREAD = fileOf('modules/connectors/engine/thread')
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 }
/** A thread that keeps to its time answers before this is over. */
const GRACE_MS = 1000

/**
 * Asks a company's database, in a thread of its own: drivers trust what servers send, and one that lies about a length
 * makes them throw where nobody catches, fill the memory or never end. None of it reaches the service. The thread has no
 * environment, where drivers would look for names and passwords of the operator's.
 */
export async function askDatabase(order: Order): Promise<Gathered> {
  const thread = new Worker(THREAD, { workerData: order, resourceLimits: MEMORY, env: {} })
  try {
    const signal = AbortSignal.timeout(order.bounds.ms + GRACE_MS)
    const [answer] = (await once(thread, 'message', { signal })) as [ThreadAnswer]
    if ('gathered' in answer) return answer.gathered
    throw new ConnectorFault(answer.fault.message, answer.fault)
  } catch (error) {
    if (error instanceof ConnectorFault) throw error
    const { name, message } = error as Error
    if (name === 'AbortError') throw timeFault(order.bounds.ms)
    throw new ConnectorFault('El servidor envió algo que no se puede leer, y se dejó de escuchar.', {
      detail: message,
    })
  } finally {
    thread.removeAllListeners()
    // One that dies while it is being ended must not end the process.
    thread.on('error', () => undefined)
    await thread.terminate()
  }
}
