import { viewOf } from '#http/view.ts'
import type { ProcessorFacts } from './repo.ts'
import { dpaStatusAt } from './rules.ts'
import { Processor } from './schemas.ts'

export const processorView = viewOf<ProcessorFacts, [now: Date]>()(Processor, { dpaStatus: dpaStatusAt })
