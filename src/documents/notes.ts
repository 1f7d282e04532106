/**
 * Notes of the record to the people who keep it. A template of an activity brings some, and people write others where
 * a policy prints the field. They are sentences that tell the organisation what to do, or what a practice would ask for.
 */

/** What a sentence to the organisation begins with, in the form of address of our templates. */
const ORDERS =
  /^(?:conserve|guarde|elimine|suprima|anonimice|documente|verifique|revise|recuerde|evalúe|evalue|pida|ofrezca|registre|anote|complete|confirme|defina|agregue|considere|asegúrese|asegurese|no olvide|nota|ojo)(?![\p{L}\p{N}])/iu

/** «Una base de talentos exige consentimiento y no más de un año.» */
const DEMANDS =
  /(?<![\p{L}\p{N}])(?:exige|exigiría|requiere|requeriría) (?:el )?consentimiento(?![\p{L}\p{N}])/iu

export interface Said {
  /** For everyone; empty when all of it is a note. */
  text: string
  notes: string[]
}

/** A sentence ends with a full stop before a capital letter: «art. 14 letra d» and «Ord. 834» end none. */
const SENTENCES = /(?<=[.!?)»])\s+(?=[¿¡«]?\p{Lu})/u

export function readNotes(recorded: string): Said {
  const sentences = recorded.trim().split(SENTENCES)
  const isNote = (sentence: string) => ORDERS.test(sentence) || DEMANDS.test(sentence)
  return {
    text: sentences.filter((sentence) => !isNote(sentence)).join(' '),
    notes: sentences.filter(isNote),
  }
}
