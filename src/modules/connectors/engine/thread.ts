import { parentPort, workerData } from 'node:worker_threads'
import { ConnectorFault, type Order, type ThreadAnswer } from './bounds.ts'
import { askMysql } from './mysql.ts'
import { askPostgres } from './postgres.ts'

const order = workerData as Order

parentPort!.postMessage(await answerTo(order))

async function answerTo(asked: Order): Promise<ThreadAnswer> {
  try {
    return { gathered: await (asked.kind === 'mysql' ? askMysql(asked) : askPostgres(asked)) }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    const { message, again, detail } = error
    return { fault: { message, again, detail } }
  }
}
