import type { Refine } from '#db/tables.ts'
import type { FileKind } from './uploads/rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    files: Refine<'files', { kind: FileKind }>
  }
}
