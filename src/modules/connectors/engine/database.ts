import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fileOf } from '#kernel/installed.ts'
import { ConnectorFault, type Gathered, type Order, type ThreadAnswer, timeFault } from './bounds.ts'

const THREAD = fileOf('modules/connectors/engine/thread')
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 }
/** A thread that respects its time limit answers within this extra time. */
const GRACE_MS = 1000

/**
 * Queries a company's database in a thread of its own. Drivers trust servers: one that lies about a length makes them throw
 * uncaught, fill the memory or never end. None of this reaches the service. The thread has an empty environment, where
 * drivers would otherwise look for the operator's names and passwords.
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
    // A thread that dies while it is being terminated must not end the process.
    thread.on('error', () => undefined)
    await thread.terminate()
  }
}
