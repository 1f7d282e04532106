/** A form's values and state. The browser keeps a draft until it is saved. Only the service validates it. */
export interface Form<V extends object> {
  values: V
  set: <K extends keyof V & string>(name: K, value: V[K]) => void
  /** Messages by field, named as the service names them. */
  faults: Readonly<Record<string, string>>
  /** The message that belongs to no field. */
  fault: string | undefined
  /** Details of that message. */
  reasons: readonly string[]
  /** Somebody else saved the record meanwhile. */
  stale: boolean
  busy: boolean
  changed: boolean
  /** The values come from an unsaved draft. */
  recovered: boolean
  /** The input now applies to a newer state of the record. */
  moved: boolean
  /** Fields that also changed in the record, with their current values there. */
  overtaken: Partial<V>
  /** Applies the input to the record that somebody else saved. */
  rebase: () => void
  discard: () => void
  submit: () => Promise<void>
}
