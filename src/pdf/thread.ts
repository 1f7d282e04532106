import { parentPort } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'

export interface Answer {
  file?: Uint8Array<ArrayBuffer>
  /** The document could not be drawn: a mistake in the code that built it. */
  fault?: string
}

/** Draws one document after the other, in a thread of its own: a long one keeps no request waiting. */
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
    // A copy with memory of its own, which can be handed over to the other thread without another one.
    return { file: Uint8Array.from(await draw(document)) }
  } catch (error) {
    return { fault: (error as Error).stack ?? String(error) }
  }
}
