import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '#kernel/failure.ts'
import type { PdfDocument } from './document.ts'
import type { Answer } from './worker.ts'

export interface Limits {
  /** For the drawing of one document; waiting its turn does not count. */
  longestMs: number
  mostWaiting: number
  /** A document that needs more takes its thread down, not the service. */
  memoryMb: number
  /** Without work the thread gives its memory back. */
  idleMs: number
}

const LIMITS: Limits = { longestMs: 30_000, mostWaiting: 20, memoryMb: 512, idleMs: 60_000 }

export type RenderPdf = (document: PdfDocument) => Promise<Buffer>

/**
 * One thread that draws one document at a time, started when first needed. A thread that crashes or takes too long is
 * thrown away, and the next document gets a new one. Never call it inside a transaction.
 */
export function createRenderer(limits: Partial<Limits> = {}): RenderPdf {
  const { longestMs, mostWaiting, memoryMb, idleMs } = { ...LIMITS, ...limits }
  let idle: Worker | undefined
  let retirement: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function start(): Worker {
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    // Without a listener a thread that dies while idle would end the process.
    thread.on('error', () => retire(thread))
    return thread
  }

  function retire(thread: Worker): void {
    if (idle === thread) idle = undefined
    void thread.terminate()
  }

  function rest(thread: Worker): void {
    idle = thread
    thread.unref()
    retirement = setTimeout(retire, idleMs, thread).unref()
  }

  async function draw(document: PdfDocument): Promise<Buffer> {
    clearTimeout(retirement)
    const thread = idle ?? start()
    idle = undefined
    thread.ref()
    try {
      thread.postMessage(document)
      const [{ pdf, fault }] = (await once(thread, 'message', {
        signal: AbortSignal.timeout(longestMs),
      })) as [Answer]
      rest(thread)
      if (!pdf) throw new Error(`the document could not be drawn: ${fault}`)
      return Buffer.from(pdf.buffer)
    } catch (error) {
      if (idle !== thread) retire(thread)
      throw isTimeout(error) ? tooLong() : error
    }
  }

  return async (document) => {
    if (waiting >= mostWaiting) throw tooMany()
    waiting += 1
    const drawn = turn.then(() => draw(document)).finally(() => (waiting -= 1))
    turn = drawn.catch(() => undefined)
    return drawn
  }
}

export const renderPdf: RenderPdf = createRenderer()

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function tooLong(): Failure {
  const text = 'El documento tardó demasiado en prepararse. Intente de nuevo, o acorte sus textos más largos.'
  return new Failure('unavailable', text, { retryAfterSeconds: 30 })
}

function tooMany(): Failure {
  const text = 'Hay muchos documentos en preparación. Intente de nuevo en unos segundos.'
  return new Failure('unavailable', text, { retryAfterSeconds: 5 })
}
