import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { fileOf } from '#kernel/installed.ts'
import { inSpan } from '#kernel/tracing.ts'
import type { PdfDocument } from './document.ts'
import type { Answer } from './thread.ts'

export interface Limits {
  /** The time to draw one document, without waiting. */
  longestMs: number
  /** The most documents of one organisation, including the one being drawn. */
  mostWaiting: number
  /** The most documents of all organisations together. */
  mostInAll: number
  /** A document that needs more memory ends its thread, not the service. */
  memoryMb: number
  /** An idle thread ends after this time, to free its memory. */
  idleMs: number
}

const LIMITS: Limits = { longestMs: 30_000, mostWaiting: 20, mostInAll: 200, memoryMb: 512, idleMs: 60_000 }

/** Drawn documents are kept up to this size, because unchanged ones are often downloaded again. */
const KEPT_BYTES = 16 * 2 ** 20

export type Render = (document: PdfDocument, tenantId: string) => Promise<Buffer>

const PDF_WORKER = fileOf('pdf/worker')

/**
 * One thread that draws one document at a time, started on demand. Organisations take turns, so that many or long documents
 * of one delay those of another by one each. The same document of the same organisation is drawn once. A thread that
 * crashes or takes too long is discarded, and the next document gets a new one. Never call it inside a transaction.
 */
export function createRenderer(limits: Partial<Limits> = {}, worker = PDF_WORKER): Render {
  const { longestMs, mostWaiting, mostInAll, memoryMb, idleMs } = { ...LIMITS, ...limits }
  let idle: Worker | undefined
  let retirement: NodeJS.Timeout | undefined
  const turns = createTurns({ perKey: mostWaiting, total: mostInAll })
  const drawn = new BoundedMap<string, Buffer>({ most: KEPT_BYTES, weigh: (file) => file.length })
  const underWay = new Map<string, Promise<Buffer>>()

  function start(): Worker {
    const thread = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // Without a listener, an idle thread that dies would end the process.
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
      const [{ file, fault }] = (await once(thread, 'message', {
        signal: AbortSignal.timeout(longestMs),
      })) as [Answer]
      rest(thread)
      if (!file) throw new Error(`the document could not be drawn: ${fault}`)
      return Buffer.from(file.buffer)
    } catch (error) {
      if (idle !== thread) retire(thread)
      throw isTimeout(error) ? tooLong() : error
    }
  }

  async function drawInTurn(key: string, document: PdfDocument, tenantId: string): Promise<Buffer> {
    const turn = turns.run(tenantId, () =>
      inSpan('draw document', { kind: 'internal' }, () => draw(document)),
    )
    if (!turn) throw tooMany()
    const file = await turn
    drawn.set(key, file)
    return file
  }

  return async (document, tenantId) => {
    const key = createHash('sha256').update(tenantId).update(JSON.stringify(document)).digest('base64')
    const known = drawn.get(key) ?? underWay.get(key)
    if (known) return known
    const shared = drawInTurn(key, document, tenantId).finally(() => underWay.delete(key))
    underWay.set(key, shared)
    return shared
  }
}

export const renderPdf: Render = createRenderer()

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
