import { type ReactNode, useState } from 'react'
import { fold } from '#kernel/text.ts'
import { useFound, useNames } from '../choices.ts'
import type { Choosing } from '../choosing.ts'
import { messageOf } from '../service.ts'
import { ChoiceField, type Choices, type Common, type NameOf } from './field.tsx'
import { ManyField, RadioField } from './group-field.tsx'

/** A list this short needs no search. */
const AT_A_GLANCE = 20
const MOST_SHOWN = 60

type Picking<V extends object, T> = Common<V, NameOf<V, T>> & { from: Choosing }

/** Chooses several records of a list of any length: shows the chosen ones and those that match the search. */
export function PickField<V extends object>({ from, ...props }: Picking<V, string[]>) {
  return from.isWhole ? <Near {...props} choices={choicesOf(from)} /> : <Far {...props} from={from} />
}

type PickingOne<V extends object> = Picking<V, string> & {
  /** The label for no record. */
  none?: string
  /** Ids that cannot be chosen. */
  except?: readonly string[]
}

/** Chooses one record of a list. */
export function PickOneField<V extends object>({ from, except, ...props }: PickingOne<V>) {
  return from.isWhole ? (
    <ChoiceField {...props} choices={without(except, choicesOf(from))} />
  ) : (
    <FarOne {...props} from={from} except={except} />
  )
}

const choicesOf = ({ rows }: Pick<Choosing, 'rows'>): Choices =>
  rows.map(({ id, name }) => [id, name] as const)

const without = (except: readonly string[] = [], choices: Choices): Choices =>
  choices.filter(([value]) => !except.includes(value))

function Near<V extends object>(props: Common<V, NameOf<V, string[]>> & { choices: Choices }) {
  const { form, name, label, choices } = props
  const [words, setWords] = useState('')
  if (choices.length <= AT_A_GLANCE) return <ManyField {...props} columns />
  const chosen = form.values[name] as string[]
  const fitting = choices.filter(([, text]) => fold(text).includes(fold(words.trim())))
  const near = new Set(fitting.slice(0, MOST_SHOWN).map(([value]) => value))
  return (
    <ManyField
      {...props}
      columns
      choices={choices.filter(([value]) => near.has(value) || chosen.includes(value))}
      search={
        <Search label={label} of={choices.length} words={words} setWords={setWords}>
          {foundWords(fitting.length, near.size)}
        </Search>
      }
    />
  )
}

function Far<V extends object>({ from, ...props }: Picking<V, string[]>) {
  const chosen = props.form.values[props.name] as string[]
  return <ManyField {...props} columns {...useFar(from, props.label, chosen, MOST_SHOWN)} />
}

function FarOne<V extends object>({
  from,
  none,
  except,
  ...props
}: Omit<PickingOne<V>, 'except'> & { except: readonly string[] | undefined }) {
  const value = props.form.values[props.name] as string
  const far = useFar(from, props.label, value === '' ? [] : [value], AT_A_GLANCE)
  const choices = without(except, far.choices)
  const mayBeNone = none !== undefined && !props.required
  return (
    <RadioField
      {...props}
      columns
      {...far}
      choices={mayBeNone ? [['', none] as const, ...choices] : choices}
    />
  )
}

/** Choices of a long list: those found, preceded by chosen ones that were not found. */
function useFar(from: Choosing, label: string, chosen: readonly string[], atMost: number) {
  const [words, setWords] = useState('')
  const { rows, total, error, isLooking } = useFound(from, words.trim(), atMost)
  const found = choicesOf({ rows })
  const others = chosen.filter((id) => !found.some(([value]) => value === id))
  const names = useNames(from, others)
  const choices: Choices = [...others.map((id) => [id, names.get(id)!] as const), ...found]
  return {
    choices,
    search: (
      <Search label={label} of={from.total} words={words} setWords={setWords}>
        {error ? messageOf(error) : isLooking ? 'Buscando…' : foundWords(total, rows.length)}
      </Search>
    ),
  }
}

function foundWords(total: number, shown: number): ReactNode {
  if (total === 0) return 'Ninguna opción con esas palabras.'
  return total > shown && `Hay ${(total - shown).toLocaleString('es-CL')} más: búsquelas por su nombre.`
}

function Search({
  label,
  of,
  words,
  setWords,
  children,
}: {
  label: string
  /** Number of records to choose from. */
  of: number
  words: string
  setWords: (words: string) => void
  /** Result of the search. */
  children: ReactNode
}) {
  return (
    <>
      <input
        type="search"
        aria-label={`Buscar en «${label}»`}
        placeholder={`Buscar entre ${of.toLocaleString('es-CL')}`}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          // Enter would send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <span className="hint" role="status">
        {children}
      </span>
    </>
  )
}
