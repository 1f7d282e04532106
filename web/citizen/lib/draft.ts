/** What a person typed, kept in this tab until it is sent. Not files, and nothing that the page itself put there. */

const PREFIX = 'resguardo:'
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Draft = Record<string, string[]>

/** A browser may forbid it altogether, in a frame for instance: then nothing is kept. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

function typedIn(form: HTMLFormElement): Typed[] {
  return [...form.querySelectorAll<Typed>('input, textarea, select')].filter(
    ({ type, name }) => !['hidden', 'file', 'submit'].includes(type) && name !== '' && name !== 'website',
  )
}

const isBox = (control: Typed): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** Several steps of one form share a draft: what a step does not ask stays in it. */
export function keepDraft(form: HTMLFormElement, name: string): { clear(): void } {
  const key = PREFIX + name
  const read = (): Draft => JSON.parse(storage()?.getItem(key) ?? '{}')

  form.addEventListener('input', () => {
    const draft = read()
    for (const control of typedIn(form)) draft[control.name] = []
    for (const control of typedIn(form))
      if (!isBox(control) || control.checked) draft[control.name]!.push(control.value)
    storage()?.setItem(key, JSON.stringify(draft))
  })

  // What came back with faults is newer than the draft.
  if (!form.querySelector('[aria-invalid]') && !document.querySelector('[role=alert]')) {
    const draft = read()
    for (const control of typedIn(form)) {
      const values = draft[control.name]
      if (!values) continue
      if (isBox(control)) control.checked = values.includes(control.value)
      else control.value = values[0] ?? ''
    }
  }

  return {
    clear() {
      storage()?.removeItem(key)
      for (const control of typedIn(form)) {
        if (isBox(control)) control.checked = false
        else control.value = ''
      }
    },
  }
}

/** Once it is sent. */
export function forgetDrafts(): void {
  const kept = storage()
  for (const key of Object.keys(kept ?? {})) if (key.startsWith(PREFIX)) kept!.removeItem(key)
}
