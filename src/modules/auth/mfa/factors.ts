import type { Db } from '#db/database.ts'
import { findFactors } from './repo.ts'
import { type FactorMethod, methodsOf } from './rules.ts'

/** The person's factors, in the order in which they are offered. Empty if the password is enough. */
export async function secondFactorsOf(db: Db, userId: string): Promise<FactorMethod[]> {
  return methodsOf(await findFactors(db, userId))
}
