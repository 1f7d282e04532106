import { Button } from './button.tsx'
import type { Form } from './form.ts'
import { Notice } from './mark.tsx'
import css from './refusal.module.css'

/** The refusal of the whole form, with its details. */
export function Refusal({
  form: { fault, reasons, stale, rebase },
}: {
  form: Pick<Form<object>, 'fault' | 'reasons' | 'stale' | 'rebase'>
}) {
  if (!fault) return null
  return (
    <div role="alert" tabIndex={-1}>
      <Notice tone="danger">
        <p>{fault}</p>
        {reasons.length > 0 && (
          <ul className={css['reasons']}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {stale && (
          <div>
            <Button onClick={rebase}>Poner lo mío sobre lo guardado</Button>
          </div>
        )}
      </Notice>
    </div>
  )
}
