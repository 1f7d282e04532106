import type { ReadCtx } from '#db/context.ts'

/** Whether something of a module names the uploaded file with this key. */
export type UsesFile = (ctx: ReadCtx, key: string) => Promise<boolean>
