/** What a person types: kept on this computer until it is saved, and judged by the service alone. */
export interface Form<V extends object> {
  values: V
  set: <K extends keyof V & string>(name: K, value: V[K]) => void
  /** By field, as the service names them. */
  faults: Readonly<Record<string, string>>
  /** What cannot be said beside a field, */
  fault: string | undefined
  /** and each thing that it is about. */
  reasons: readonly string[]
  /** Somebody else saved it meanwhile. */
  stale: boolean
  busy: boolean
  changed: boolean
  /** Typed earlier and never saved: shown again. */
  recovered: boolean
  /** It stands over a newer state of the record than the one it was typed over. */
  moved: boolean
  /** Fields that changed in the record too, and what the record says of them now. */
  overtaken: Partial<V>
  /** Puts what was typed over what somebody else saved meanwhile. */
  rebase: () => void
  discard: () => void
  submit: () => Promise<void>
}
