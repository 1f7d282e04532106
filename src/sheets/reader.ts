import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { fileOf } from '#kernel/installed.ts'
import { REFUSALS, type Sheet } from './bounds.ts'
import type { Answer } from './worker.ts'

const LONGEST_MS = 4500
const MEMORY = { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 16 }
const WORKER = fileOf('sheets/worker')

export type ReadSheet = (file: Uint8Array, tenantId: string) => Promise<Sheet>

/**
 * Reads an uploaded file in a separate thread with bounds of time and memory, so that no file can stop the service. A thread
 * reads one file and ends. Never call it inside a transaction.
 */
export function createSheetReader({ longestMs = LONGEST_MS, memory = MEMORY } = {}): ReadSheet {
  const turns = createTurns({ perKey: 5, total: 50 })

  async function read(file: Uint8Array): Promise<Sheet> {
    const thread = new Worker(WORKER, { workerData: file, resourceLimits: memory })
    try {
      const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })) as [Answer]
      if (answer.sheet) return answer.sheet
      // A file that breaks our reader was not written for people, so it counts as damaged.
      throw refusal(answer.refusal ?? REFUSALS.damaged)
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      if (name === 'AbortError') throw refusal(REFUSALS.time)
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal(REFUSALS.memory) : error
    } finally {
      thread.removeAllListeners()
      // A thread that dies while being terminated must not end the process.
      thread.on('error', () => undefined)
      await thread.terminate()
    }
  }

  return async (file, tenantId) => {
    const turn = turns.run(tenantId, () => read(file))
    if (turn) return turn
    throw new Failure('unavailable', 'Hay muchas planillas en espera. Intente de nuevo en unos segundos.', {
      retryAfterSeconds: 5,
    })
  }
}

export const readSheetFile: ReadSheet = createSheetReader()

function refusal(message: string): Failure {
  return new Failure('impossible', message, { details: [{ path: 'file', message, rule: 'unreadable' }] })
}
