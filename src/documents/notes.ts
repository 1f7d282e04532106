/**
 * Notes in a record to the people who keep it. Templates of activities bring some, and people write others in fields that
 * a policy prints. Such sentences tell the organisation what to do, or what a practice would require.
 */

/** The first words of sentences that address the organisation, in the form of our templates. */
const ORDERS =
  /^(?:conserve|guarde|elimine|suprima|anonimice|documente|verifique|revise|recuerde|evalúe|evalue|pida|ofrezca|registre|anote|complete|confirme|defina|agregue|considere|asegúrese|asegurese|no olvide|nota|ojo)(?![\p{L}\p{N}])/iu

/** «Una base de talentos exige consentimiento y no más de un año.» */
const DEMANDS =
  /(?<![\p{L}\p{N}])(?:exige|exigiría|requiere|requeriría) (?:el )?consentimiento(?![\p{L}\p{N}])/iu

export interface Said {
  /** The public part; empty if all of it is notes. */
  text: string
  notes: string[]
}

/** A sentence ends with a full stop before a capital letter, so «art. 14 letra d» and «Ord. 834» do not end one. */
const SENTENCES = /(?<=[.!?)»])\s+(?=[¿¡«]?\p{Lu})/u

export function readNotes(recorded: string): Said {
  const sentences = recorded.trim().split(SENTENCES)
  const isNote = (sentence: string) => ORDERS.test(sentence) || DEMANDS.test(sentence)
  return {
    text: sentences.filter((sentence) => !isNote(sentence)).join(' '),
    notes: sentences.filter(isNote),
  }
}
