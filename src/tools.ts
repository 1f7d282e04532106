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
  /** Opened with the database; without one, what the secret alone gives. */
  vault?: Vault
}

/** For commands that leave no work for later: one that comes to need a queue must open it first. */
const NO_QUEUE: JobQueue = {
  send: () => Promise.reject(new Error('the queue is not open')),
  sendMany: () => Promise.reject(new Error('the queue is not open')),
}

/** What every context carries: built here alone, for the service, its commands and its description. */
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
