import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { fromLocal, toLocal } from '../times.ts'
import { Button } from './button.tsx'
import { ownWords } from './faults.ts'
import css from './field.module.css'
import type { Form } from './form.ts'
import { OvertakenPart } from './overtaken-part.tsx'
import { Refusal } from './refusal.tsx'

const Recovered = lazy(async () => ({ default: (await import('./recovered.tsx')).Recovered }))

/** A form with its button. After a refusal the focus moves to the first field at fault. */
export function FormView<V extends object>({
  form,
  submit,
  onCancel,
  grave,
  instead,
  children,
}: {
  form: Form<V>
  submit: string
  onCancel?: () => void
  /** Replaces saving, for a form that is saved in a later step. */
  instead?: () => void
  grave?: boolean
  children?: ReactNode
}) {
  const own = useRef<HTMLFormElement>(null)
  const isRefused = form.fault !== undefined || Object.keys(form.faults).length > 0
  useEffect(() => {
    if (isRefused && !form.busy)
      own.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [isRefused, form.busy])
  return (
    <form
      ref={own}
      className={css['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (instead) instead()
        else void form.submit()
      }}
    >
      {(form.recovered || form.moved) && (
        <Suspense>
          <Recovered form={form} />
        </Suspense>
      )}
      {children}
      <Refusal form={form} />
      <div className="row">
        <Button type="submit" kind={grave ? 'grave' : 'main'} busy={form.busy}>
          {form.busy ? 'Un momento…' : submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
      </div>
    </form>
  )
}

/** Two fields in a row, if there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={css['pair']}>{children}</div>
}

export interface Common<V extends object, K extends keyof V & string> {
  form: Form<V>
  name: K
  label: string
  hint?: ReactNode
  required?: boolean
}

export type NameOf<V, T> = { [K in keyof V & string]: [V[K]] extends [T] ? K : never }[keyof V & string]

/** Ties the label, the hint and the fault to a field for screen readers. */
export function useField<V extends object, K extends keyof V & string>({
  form,
  name,
  label,
  hint,
  required,
}: Common<V, K>) {
  const id = useId()
  const fault = form.faults[name] && ownWords(form.faults[name])
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return {
    id,
    fault,
    below: !fault && <OvertakenPart form={form} name={name} label={label} />,
    control: {
      id,
      name,
      'aria-invalid': fault ? true : undefined,
      'aria-describedby': described || undefined,
      'aria-required': required || undefined,
    },
  }
}

export function Labelled({
  id,
  label,
  hint,
  fault,
  below,
  required,
  children,
}: {
  id: string
  label: string
  hint?: ReactNode
  fault: string | undefined
  below?: ReactNode
  required?: boolean | undefined
  children: ReactNode
}) {
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label} {!required && <small>(opcional)</small>}
      </label>
      {hint && (
        <span className={`hint ${css['about']}`} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {fault && (
        <span className={css['fault']} id={`${id}-fault`}>
          {fault}
        </span>
      )}
      {below}
    </div>
  )
}

interface TextProps<V extends object> extends Common<V, NameOf<V, string>> {
  type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'tel'
  complete?: string
  maxLength?: number
  code?: boolean
}

export function TextField<V extends object>(props: TextProps<V>) {
  const { form, name, type = 'text', complete = 'off', maxLength, code } = props
  const { control, ...field } = useField(props)
  return (
    <Labelled {...props} {...field}>
      <input
        {...control}
        type={type}
        autoComplete={complete}
        maxLength={maxLength}
        {...(code && { inputMode: 'numeric' as const })}
        value={form.values[name] as string}
        onChange={({ target }) => form.set(name, target.value as V[typeof name])}
      />
    </Labelled>
  )
}

export function AreaField<V extends object>(props: Common<V, NameOf<V, string>> & { rows?: number }) {
  const { form, name, rows = 4 } = props
  const { control, ...field } = useField(props)
  return (
    <Labelled {...props} {...field}>
      <textarea
        {...control}
        rows={rows}
        value={form.values[name] as string}
        onChange={({ target }) => form.set(name, target.value as V[typeof name])}
      />
    </Labelled>
  )
}

export type Choices = readonly (readonly [value: string, label: string])[]

export function ChoiceField<V extends object>(
  props: Common<V, NameOf<V, string>> & { choices: Choices; none?: string },
) {
  const { form, name, choices, none } = props
  const { control, ...field } = useField(props)
  return (
    <Labelled {...props} {...field}>
      <select
        {...control}
        value={form.values[name] as string}
        onChange={({ target }) => form.set(name, target.value as V[typeof name])}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** A date and a time in Chile, stored as an instant. '' means none. */
export function WhenField<V extends object>(props: Common<V, NameOf<V, string>>) {
  const { form, name } = props
  const { control, ...field } = useField(props)
  return (
    <Labelled {...props} {...field}>
      <input
        {...control}
        type="datetime-local"
        value={toLocal(form.values[name] as string)}
        onChange={({ target }) => form.set(name, (fromLocal(target.value) ?? '') as V[typeof name])}
      />
    </Labelled>
  )
}

export function DayField<V extends object>(props: Common<V, NameOf<V, string>>) {
  const { form, name } = props
  const { control, ...field } = useField(props)
  return (
    <Labelled {...props} {...field}>
      <input
        {...control}
        type="date"
        value={form.values[name] as string}
        onChange={({ target }) => form.set(name, target.value as V[typeof name])}
      />
    </Labelled>
  )
}

export function NumberField<V extends object>(props: Common<V, NameOf<V, number | null>> & { min?: number }) {
  const { form, name, min = 0 } = props
  const { control, ...field } = useField(props)
  const value = form.values[name] as number | null
  return (
    <Labelled {...props} {...field}>
      <input
        {...control}
        type="number"
        inputMode="numeric"
        min={min}
        value={value ?? ''}
        onChange={({ target }) =>
          form.set(name, (target.value === '' ? null : Number(target.value)) as V[typeof name])
        }
      />
    </Labelled>
  )
}

/** A list with one entry per line. */
export function LinesField<V extends object>(props: Common<V, NameOf<V, string[]>>) {
  const { form, name } = props
  const { control, ...field } = useField(props)
  const lines = form.values[name] as string[]
  return (
    <Labelled {...props} hint={props.hint ?? 'Una por línea.'} {...field}>
      <textarea
        {...control}
        aria-describedby={`${field.id}-hint`}
        rows={Math.max(2, lines.length + 1)}
        value={lines.join('\n')}
        onChange={({ target }) =>
          form.set(name, (target.value === '' ? [] : target.value.split('\n')) as V[typeof name])
        }
      />
    </Labelled>
  )
}

export function CheckField<V extends object>(props: Common<V, NameOf<V, boolean>>) {
  const { form, name, label, hint } = props
  const { id, fault, below, control } = useField(props)
  return (
    <div className={css['field']}>
      <div className={css['option']}>
        <input
          {...control}
          type="checkbox"
          checked={form.values[name] as boolean}
          onChange={({ target }) => form.set(name, target.checked as V[typeof name])}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <span className={`hint ${css['about']}`} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span className={css['fault']} id={`${id}-fault`}>
          {fault}
        </span>
      )}
      {below}
    </div>
  )
}
