import { viewOf } from '#http/view.ts'
import type { ProcessorFacts, SubProcessorRow } from './repo.ts'
import { dpaStatusAt } from './rules.ts'
import { Processor, SubProcessor } from './schemas.ts'

export const processorView = viewOf<ProcessorFacts, [now: Date]>()(Processor, { dpaStatus: dpaStatusAt })

export const subProcessorView = viewOf<SubProcessorRow>()(SubProcessor, {})
