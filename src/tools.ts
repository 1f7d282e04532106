import type { JobQueue, Tools } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { lawOn } from '#kernel/law/law.ts'
import { createVault, type Vault } from '#kernel/secrets.ts'
import type { Module } from '#modules/module.ts'
import type { Config } from './config.ts'
import { approvablesOf } from './modules.ts'

interface Parts {
  modules: readonly Module[]
  now?: () => Date
  queue?: JobQueue
  /** The vault opened with the database. Without it, one derived from the secret alone. */
  vault?: Vault
}

/** For commands that enqueue nothing. A command that needs a queue must open it first. */
const NO_QUEUE: JobQueue = {
  send: () => Promise.reject(new Error('the queue is not open')),
  sendMany: () => Promise.reject(new Error('the queue is not open')),
}

/** The tools that every context carries. Only this function makes them: for the service, its commands, its description. */
export function createTools(
  {
    appSecret,
    publicUrl,
    mayCallPrivate,
    laws,
    tsaUrls,
    tsaCaFile,
  }: Pick<Config, 'appSecret' | 'publicUrl' | 'mayCallPrivate' | 'laws' | 'tsaUrls' | 'tsaCaFile'>,
  { modules, now = () => new Date(), queue = NO_QUEUE, vault = createVault(appSecret) }: Parts,
): Tools {
  return {
    vault,
    publicUrl,
    mayCallPrivate,
    get law() {
      return lawOn(laws, chileanDay(now()))
    },
    now,
    queue,
    stamping: { tsaUrls, tsaCaFile },
    approvables: approvablesOf(modules),
  }
}
