import type { Engine } from './wire/engine.ts'

/** Lock timeout, deadlock, and missing rights where another login migrates. */
const LEFT_TO_THE_JOB = ['55P03', '40P01', '42501']

/**
 * Makes the partitions of monthly tables, three months ahead. Rows without a partition of their own are accepted too, so the
 * service starts without it when the tables are busy, and the nightly job makes it.
 */
export async function makeMonths(owner: Engine): Promise<void> {
  try {
    await owner.asOwner('select make_months()')
  } catch (error) {
    if (!LEFT_TO_THE_JOB.includes(String((error as { code?: string }).code))) throw error
  }
}
