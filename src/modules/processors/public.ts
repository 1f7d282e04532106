import { processors } from './repo.ts'

export type { ProcessorFacts, ProcessorRow } from './repo.ts'
export { dpaStatusAt } from './rules.ts'
export { Processor } from './schemas.ts'
export { ensureProcessor, fillCountry, type SystemsOf, setDpaStatus } from './service.ts'
export { processorView } from './views.ts'

export const { find: findProcessor, lock: lockProcessor } = processors
