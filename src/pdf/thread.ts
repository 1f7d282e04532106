import { parentPort } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'

export interface Answer {
  file?: Uint8Array<ArrayBuffer>
  /** The document could not be drawn: a bug in the code that built it. */
  fault?: string
}

/** Draws one document after the other in a separate thread, so that a long one blocks no request. */
export function answerWith(draw: (document: PdfDocument) => Promise<Uint8Array>): void {
  parentPort!.on('message', async (document: PdfDocument) => {
    const answer = await answerOf(draw, document)
    parentPort!.postMessage(answer, answer.file ? [answer.file.buffer] : [])
  })
}

async function answerOf(
  draw: (document: PdfDocument) => Promise<Uint8Array>,
  document: PdfDocument,
): Promise<Answer> {
  try {
    // A copy with its own memory, which can be transferred to the other thread without a second copy.
    return { file: Uint8Array.from(await draw(document)) }
  } catch (error) {
    return { fault: (error as Error).stack ?? String(error) }
  }
}
