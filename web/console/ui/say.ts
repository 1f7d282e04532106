type Tone = 'ok' | 'danger'
type Listener = (text: string, tone: Tone) => void

/** Messages that arrived before the toasts were rendered. */
const unheard: [text: string, tone: Tone][] = []
let heard: Listener = (text, tone) => void unheard.push([text, tone])

/** Shows the result of an act in a toast. A refusal stays until the person closes it. */
export function say(text: string, tone: Tone = 'ok'): void {
  heard(text, tone)
}

export function listen(listener: Listener): void {
  heard = listener
  for (const one of unheard.splice(0)) listener(...one)
}
