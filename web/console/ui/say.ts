type Tone = 'ok' | 'danger'
type Listener = (text: string, tone: Tone) => void

/** Said before the part of the page that shows it was there. */
const unheard: [text: string, tone: Tone][] = []
let heard: Listener = (text, tone) => void unheard.push([text, tone])

/** Says what came of an act, in a corner. A refusal stays until it is read. */
export function say(text: string, tone: Tone = 'ok'): void {
  heard(text, tone)
}

export function listen(listener: Listener): void {
  heard = listener
  for (const one of unheard.splice(0)) listener(...one)
}
