/** One description as people type it, with what a lawyer would write in the record. */
export interface Sentence {
  says: string
  /** Ids of the templates that a lawyer would start from; «none» where the drafter may work without one. */
  templates: string
  /** «basis article», with alternatives separated by a bar. */
  basis: string
  /** Data that the record must have, and data that it may have besides name, e-mail, phone, RUT and address. */
  data: string
  mayData?: string
  /**
   * People that it must name, with alternatives separated by a bar, and further words of the data map that it may use.
   * «~soci» is part of a word.
   */
  who: string[]
  mayWho?: string
  /** Absent if lawyers disagree. */
  sensitive?: boolean | undefined
  /** Alternatives separated by a space. */
  keeps: string
  /** Absent if lawyers disagree. */
  dpia?: boolean | undefined
  /** The writer works for another controller. */
  processor?: boolean
  /** The description says too little for a draft. */
  unsure?: boolean
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Sentences written as a line and, under it, «= templates; basis; data (may); people (may); sensitive; term; DPIA». */
export function sentencesOf(text: string): Sentence[] {
  return text
    .trim()
    .split(/\n\n/)
    .map((pair) => {
      const [says = '', answer = ''] = pair.split('\n= ')
      const [
        templates = '',
        basis = '',
        data = '',
        people = '',
        sensitive = '',
        keeps = '',
        dpia = '',
        role,
      ] = answer.split(';').map((part) => part.trim())
      if (templates === 'unsure') return { says, templates, basis, data, who: [], keeps, unsure: true }
      const [who, mayWho] = withOptional(people)
      const [must, mayData] = withOptional(data)
      const flags = {
        sensitive: YES_OR_NO[sensitive],
        dpia: YES_OR_NO[dpia],
        processor: role === 'encargado',
      }
      return { says, templates, basis, data: must, mayData, who: who.split(' '), mayWho, keeps, ...flags }
    })
}

function withOptional(text: string): [string, string] {
  const [must = '', may = ''] = text.replace(')', '').split('(')
  return [must.trim(), may.trim()]
}
