import type { useSeen } from '../../seen.ts'
import type { Notice, Template } from './words.ts'

/** A record on the screen, and the version of it that the person has before their eyes. */
export interface ShownNotice {
  notice: Notice
  version: ReturnType<typeof useSeen>
}
export interface ShownTemplate {
  template: Template
  version: ReturnType<typeof useSeen>
}
