/** A code of the interface (`DPA`, `DATABASE`) or the type of a file: no words for people. */
const CODE = /^([A-Z_]+|[a-z]+\/[\w.+-]+)$/

/** What tells a found record from another of its name, in the words of somebody. */
export function hintOf(subtitle: string | null): string {
  return subtitle === null || CODE.test(subtitle) ? '' : subtitle
}
