import type { Engine } from './wire/engine.ts'

/** A lock that others held for too long, or that two waited for; a login that may not, where another one migrates. */
const LEFT_TO_THE_JOB = ['55P03', '40P01', '42501']

/**
 * The months of the tables that are kept in months, three ahead. Rows without a month of their own are taken all the same, so
 * a service starts without them when the tables are busy, and the job of the night makes them.
 */
export async function makeMonths(owner: Engine): Promise<void> {
  try {
    await owner.asOwner('select make_months()')
  } catch (error) {
    if (!LEFT_TO_THE_JOB.includes(String((error as { code?: string }).code))) throw error
  }
}
