import { DATA_CLUES, OTHER_SUBJECT_CLUES, SUBJECT_CLUES } from '../knowledge/clues.ts'
import { FAMILIES } from '../knowledge/families.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import { TRAIT_CLUES } from '../knowledge/traits.ts'

/** Corrects typing errors: letters that sound alike, one letter too many or too few, two letters swapped. */

/** How a word sounds: «vacuna» is «bacuna», «cirujía» is «cirugía». A double r differs: «perito» is not «perrito». */
export function sound(word: string): string {
  return word
    .replace(/^whats?ap+$|^guatsap$|^wats?ap+$|^wasa[pb]$|^wsp$/, 'wasap')
    .replace(/(?<!c)h/g, '')
    .replace(/v/g, 'b')
    .replace(/qu(?=[ei])|c(?![eih])/g, 'k')
    .replace(/c(?=[ei])|z/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/ll/g, 'y')
    .replace(/([a-qs-z])\1/g, '$1')
}

/** Shorter words have too many neighbours. */
const SHORTEST = 7

/** Other genders and numbers of the word. */
const FORMS = [
  (word: string) => word,
  (word: string) => word.replace(/s$/, ''),
  (word: string) => word.replace(/es$/, ''),
  (word: string) => `${word}s`,
  (word: string) => word.replace(/as?$/, ''),
  (word: string) => word.replace(/as?$/, 'o'),
  (word: string) => word.replace(/os?$/, 'a'),
]

let near: Map<string, string> | undefined
let known: Set<string> | undefined

/** The clue word that was meant, or the word itself. */
export function correct(word: string): string {
  if (word.length < SHORTEST) return word
  near ??= learn()
  const heard = sound(word)
  if (FORMS.some((form) => known?.has(form(heard)))) return word
  const direct = near.get(heard)
  if (direct) return direct
  for (const shorter of variantsOf(heard)) {
    if (known?.has(shorter)) return near.get(shorter) ?? word
  }
  return word
}

/** All clue words, also with a letter missing or two swapped. */
function learn(): Map<string, string> {
  const clues = [
    ...TEMPLATES.flatMap(({ keywords, hints, name, purpose }) => [...keywords, ...hints, name, purpose]),
    ...[DATA_CLUES, SUBJECT_CLUES, OTHER_SUBJECT_CLUES, TRAIT_CLUES, FAMILIES].flatMap((table) =>
      Object.values(table).flat(),
    ),
  ]
  const words = new Set(clues.join(' ').match(/(?<![a-z*])[a-z]{7,}(?![a-z*])/g))
  known = new Set([...words].map(sound))
  const found = new Map<string, string>()
  for (const word of words) {
    for (const variant of variantsOf(sound(word))) if (!found.has(variant)) found.set(variant, word)
  }
  for (const word of words) found.set(sound(word), word)
  return found
}

function variantsOf(word: string): string[] {
  const all: string[] = []
  // People rarely mistype the first letter.
  for (let at = 1; at < word.length; at++) {
    all.push(word.slice(0, at) + word.slice(at + 1))
    if (at < word.length - 1) all.push(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  }
  return all
}
