import type { useSeen } from '../../seen.ts'
import type { Notice, Template } from './words.ts'

/** A record with the version that the person sees. */
export interface ShownNotice {
  notice: Notice
  version: ReturnType<typeof useSeen>
}
export interface ShownTemplate {
  template: Template
  version: ReturnType<typeof useSeen>
}
