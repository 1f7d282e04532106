import type { Running } from '#test/kit/installation.ts'
import type { Mailbox } from '#test/kit/mailbox.ts'
import type { Receiver } from '#test/kit/receiver.ts'
import type { Shop } from '../chaos/shop.ts'
import type { Scene } from './faults.ts'

export interface PartScene extends Scene {
  shops: readonly Shop[]
  caller: Running
  rate: number
  receiver: Receiver
  mailbox: Mailbox
}

export interface PartResult {
  faults: string[]
  notes: string[]
  /** The reason if it cannot run here. */
  cannot?: string
}
