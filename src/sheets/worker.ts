import { parentPort, workerData } from 'node:worker_threads'
import { type Sheet, Unreadable } from './bounds.ts'
import { readSheet } from './read.ts'

export interface Answer {
  sheet?: Sheet
  refusal?: string
  fault?: string
}

parentPort!.postMessage(answerTo(Buffer.from(workerData as Uint8Array)))

function answerTo(file: Buffer): Answer {
  try {
    return { sheet: readSheet(file) }
  } catch (error) {
    if (error instanceof Unreadable) return { refusal: error.message }
    return { fault: (error as Error).stack ?? String(error) }
  }
}
