import { useState } from 'react'
import { fold } from '#kernel/text.ts'
import { type Choices, type Common, ManyField, type NameOf } from './field.tsx'

/** What one sees at a glance, without a word to look for. */
const AT_A_GLANCE = 20
const MOST_SHOWN = 60

/** Any of the records of a list, however long it is: those that are chosen, and those that have the words. */
export function PickField<V extends object>(props: Common<V, NameOf<V, string[]>> & { choices: Choices }) {
  const { form, name, label, choices } = props
  const [words, setWords] = useState('')
  if (choices.length <= AT_A_GLANCE) return <ManyField {...props} columns />
  const chosen = form.values[name] as string[]
  const fitting = choices.filter(([, text]) => fold(text).includes(fold(words.trim())))
  const near = new Set(fitting.slice(0, MOST_SHOWN).map(([value]) => value))
  const left = fitting.length - near.size
  return (
    <ManyField
      {...props}
      columns
      choices={choices.filter(([value]) => near.has(value) || chosen.includes(value))}
      search={
        <>
          <input
            type="search"
            aria-label={`Buscar en «${label}»`}
            placeholder={`Buscar entre ${choices.length.toLocaleString('es-CL')}`}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={(event) => {
              // Enter would send the form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <span className="hint" role="status">
            {fitting.length === 0
              ? 'Ninguna opción con esas palabras.'
              : left > 0 && `Hay ${left.toLocaleString('es-CL')} más: búsquelas por su nombre.`}
          </span>
        </>
      }
    />
  )
}
