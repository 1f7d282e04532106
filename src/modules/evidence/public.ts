export {
  archiveMark,
  checkRange,
  findChained,
  listArchived,
  listArchivedOf,
  type Range,
} from './archiving.ts'
export { type ErasureOutcome, eraseByLaw } from './erasing.ts'
export { keysInUse, sealFolder } from './folders.ts'
export { listKeys, rotateKey, signingKey } from './keys.ts'
export { listLeaving, noteMonth } from './month-notes.ts'
export {
  drawReceipt,
  type PrintedReceipt,
  type Receipt,
  receiptBlock,
  receiptOf,
  receiptUrl,
  sendReceipt,
} from './receipts.ts'
export { findEnd as findChainEnd } from './repo.ts'
export { EvidenceVerdict, VerifyQuery } from './schemas.ts'
export { sealIn } from './sealing.ts'
export { brokenView, verify } from './service.ts'
export { type KnownHead, type Verdict, verifyChain } from './verifying.ts'
