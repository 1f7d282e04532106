import type { Refine } from '#db/tables.ts'
import type { UploadKind } from './uploads/rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    files: Refine<'files', { kind: UploadKind }>
  }
}
