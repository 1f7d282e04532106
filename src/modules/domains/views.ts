import { viewOf } from '#http/view.ts'
import type { DomainRow } from './repo.ts'
import { Domain } from './schemas.ts'

export const domainView = viewOf<DomainRow>()(Domain)
