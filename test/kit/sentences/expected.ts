/** One description as people type it, with what a lawyer would write in the record. */
export interface Sentence {
  says: string
  /** Ids of the templates that a lawyer would start from. None: the drafter has to work without one. */
  templates: string
  /** «basis article», alternatives with a bar. */
  basis: string
  /** What the record must have, and what it may have besides name, e-mail, phone, RUT and address. */
  data: string
  mayData?: string
  /** People it must name, alternatives with a bar, and words of the data map that it may use besides. */
  who: string[]
  mayWho?: string
  sensitive: boolean
  /** Alternatives with a space. */
  keeps: string
  dpia: boolean
}
