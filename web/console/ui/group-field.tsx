import type { ReactNode } from 'react'
import css from './field.module.css'
import { type Common, type NameOf, useField } from './field.tsx'

/** Fields that show all their options. */

type GroupProps<V extends object, T> = Common<V, NameOf<V, T>> & {
  choices: readonly (readonly [value: string, label: ReactNode, hint?: ReactNode])[]
  columns?: boolean
  /** A search above a long list. */
  search?: ReactNode
}

function Group<V extends object, T>({
  kind,
  isOn,
  turn,
  ...props
}: GroupProps<V, T> & {
  kind: 'checkbox' | 'radio'
  isOn: (value: string) => boolean
  turn: (value: string, on: boolean) => void
}) {
  const { label, hint, required, choices, columns, search, name } = props
  const { id, fault, below, control } = useField(props as unknown as Common<V, keyof V & string>)
  return (
    <fieldset
      className={css['field']}
      {...(kind === 'radio' && { role: 'radiogroup', 'aria-required': required || undefined })}
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
      tabIndex={fault ? -1 : undefined}
    >
      <legend className={css['label']}>
        {label} {!required && <small>(opcional)</small>}
      </legend>
      {hint && (
        <span className={`hint ${css['about']}`} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {search}
      <div className={[css['options'], columns && css['columns']].filter(Boolean).join(' ')}>
        {choices.map(([value, text, more]) => (
          <div key={value} className={css['option']}>
            <input
              type={kind}
              id={`${id}-${value}`}
              name={`${id}-${name}`}
              checked={isOn(value)}
              onChange={({ target }) => turn(value, target.checked)}
            />
            <label htmlFor={`${id}-${value}`}>
              {text}
              {more && <span className={`hint ${kind === 'radio' ? css['more'] : ''}`}> {more}</span>}
            </label>
          </div>
        ))}
      </div>
      {fault && (
        <span className={css['fault']} id={`${id}-fault`}>
          {fault}
        </span>
      )}
      {below}
    </fieldset>
  )
}

/** One of a few options. */
export function RadioField<V extends object>(props: GroupProps<V, string>) {
  const { form, name } = props
  return (
    <Group
      {...props}
      kind="radio"
      isOn={(value) => form.values[name] === value}
      turn={(value) => form.set(name, value as V[typeof name])}
    />
  )
}

/** Any of a few options. */
export function ManyField<V extends object>(props: GroupProps<V, string[]>) {
  const { form, name } = props
  const chosen = form.values[name] as string[]
  return (
    <Group
      {...props}
      kind="checkbox"
      isOn={(value) => chosen.includes(value)}
      turn={(value, on) =>
        form.set(name, (on ? [...chosen, value] : chosen.filter((one) => one !== value)) as V[typeof name])
      }
    />
  )
}
