export { TYPE_NAMES } from './knowledge/types.ts'
export { contractDocument } from './pdf.ts'
export { STATE_LABELS, statusAt } from './rules.ts'
export { drawContract } from './signed-pdf.ts'
