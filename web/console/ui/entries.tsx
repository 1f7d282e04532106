import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './entries.module.css'

/** A list of equal groups of fields, each in a frame. */
export function Entries({
  title,
  add,
  onAdd,
  children,
}: {
  title: string
  add: string
  onAdd: () => void
  children: ReactNode
}) {
  return (
    <section className="stack" style={{ gap: '0.625rem' }} aria-label={title}>
      <h3>{title}</h3>
      {children}
      <div>
        <Button onClick={onAdd}>{add}</Button>
      </div>
    </section>
  )
}

export function Entry({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <fieldset className={css['entry']} aria-label={label}>
      <div className="row spread">
        <span className="hint">{label}</span>
        <Button icon kind="quiet" label={`Quitar: ${label}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </Button>
      </div>
      {children}
    </fieldset>
  )
}
