import { COMMERCE } from './templates/commerce.ts'
import { EDUCATION } from './templates/education.ts'
import { FINANCE } from './templates/finance.ts'
import { HEALTH } from './templates/health.ts'
import { LAW_BOUND } from './templates/law-bound.ts'
import { MEMBERS } from './templates/members.ts'
import { PEOPLE } from './templates/people.ts'
import { PLACES } from './templates/places.ts'
import { PUBLIC_BODIES } from './templates/public-bodies.ts'
import { SERVICES } from './templates/services.ts'
import { STATE } from './templates/state.ts'
import type { RatTemplate } from './templates/template.ts'

export type { RatTemplate } from './templates/template.ts'

/** Activities of any organisation come first, then those of certain businesses. */
export const TEMPLATES: readonly RatTemplate[] = [
  ...PEOPLE,
  ...PLACES,
  ...COMMERCE,
  ...FINANCE,
  ...HEALTH,
  ...EDUCATION,
  ...SERVICES,
  ...MEMBERS,
  ...LAW_BOUND,
  ...PUBLIC_BODIES,
  ...STATE,
]
