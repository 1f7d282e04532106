import type { Config } from '#src/config.ts'
import { withOwner } from './installation.ts'
import * as archiving from './month-archiving.ts'

/** The operator's acts on the months of the audit log and of consent records. */

export type { Part } from './month-archiving.ts'

export function listMonths(config: Config): Promise<archiving.Part[]> {
  return withOwner(config, archiving.listMonths)
}

export function archiveMonth(config: Config, table: string, month: string, to: string) {
  return withOwner(config, (access, tools) => archiving.archiveMonth(access, tools, { table, month, to }))
}

export function restoreMonth(config: Config, path: string) {
  return withOwner(config, (access, tools) => archiving.restoreMonth(access, tools, path))
}
