import type { Db } from '#db/database.ts'
import { findFactors } from './repo.ts'
import { type FactorMethod, methodsOf } from './rules.ts'

/** What this person set up, in the order in which it is offered. Empty when a password is enough. */
export async function secondFactorsOf(db: Db, userId: string): Promise<FactorMethod[]> {
  return methodsOf(await findFactors(db, userId))
}
