/** Typed values, kept in this tab until they are sent. Files and values that the page set are left out. */

const PREFIX = 'resguardo:'
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Draft = Record<string, string[]>

/** Undefined if the browser forbids storage, for instance in a frame. Then nothing is kept. */
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

/** The steps of one form share a draft. A step keeps the values that it does not ask for. */
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

  // Values that came back with faults are newer than the draft.
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

/** Called after sending. */
export function forgetDrafts(): void {
  const kept = storage()
  for (const key of Object.keys(kept ?? {})) if (key.startsWith(PREFIX)) kept!.removeItem(key)
}
