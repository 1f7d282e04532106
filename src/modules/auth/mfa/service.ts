import type { Db } from '#db/database.ts'
import type { FactorMethod } from './rules.ts'

/** What this person set up, in the order in which it is offered. Empty when a password is enough. */
export async function secondFactorsOf(_db: Db, _userId: string): Promise<FactorMethod[]> {
  return []
}
