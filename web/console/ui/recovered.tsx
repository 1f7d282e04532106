import { Button } from './button.tsx'
import css from './field.module.css'
import type { Form } from './form.ts'
import { Notice } from './mark.tsx'

/** Says where the values of a form come from, if not only from the record. */
export function Recovered({
  form: { recovered, moved, overtaken, discard },
}: {
  form: Pick<Form<object>, 'recovered' | 'moved' | 'overtaken' | 'discard'>
}) {
  return (
    <div role="status">
      <Notice tone={moved ? 'warn' : 'info'}>
        {recovered && <p>Recuperamos lo que había escrito y no alcanzó a guardar.</p>}
        {moved && (
          <p>
            Mientras tanto cambió lo guardado: lo que usted escribió está sobre lo más nuevo. Revíselo antes
            de guardar.
          </p>
        )}
        {Object.keys(overtaken).length > 0 && (
          <p>En lo que cambió por ambos lados quedó lo suyo, y está señalado.</p>
        )}
        <div>
          <Button onClick={discard}>Descartarlo</Button>
        </div>
      </Notice>
    </div>
  )
}

/** Shown beside a field that also changed in the record. */
export function Overtaken<V extends object, K extends keyof V & string>({
  form: { overtaken, set },
  name,
  label,
}: {
  form: Form<V>
  name: K
  label: string
}) {
  return (
    <span className={`row ${css['below']}`}>
      <span className="hint warn">También cambió lo guardado.</span>
      <Button
        kind="quiet"
        label={`Usar lo guardado: ${label}`}
        onClick={() => set(name, overtaken[name] as V[K])}
      >
        Usar lo guardado
      </Button>
    </span>
  )
}
