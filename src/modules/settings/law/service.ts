import type { ReadCtx } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { holidaysOf, isInForce, utmOf } from '#kernel/law/law.ts'
import type { LawInForce, LawQuery } from './schemas.ts'

/** Terms and fines of the law, as this installation applies it today. */
export async function showLaw({ tools: { law }, now }: ReadCtx, { year }: LawQuery): Promise<LawInForce> {
  const today = chileanDay(now)
  return {
    ...law,
    inForce: isInForce(law, today),
    holidays: holidaysOf(law, year ?? Number(today.slice(0, 4))),
    utm: utmOf(law, today) ?? null,
    adequateCountries: [...law.adequateCountries],
    dpiaList: law.dpiaList.map(({ name, words }) => ({ name, words: [...words] })),
  }
}
