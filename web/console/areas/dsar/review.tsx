import type { Data } from '#client'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { OverrideField } from '../../ui/gate.tsx'
import { Notice } from '../../ui/mark.tsx'
import css from './dsar.module.css'

export type Draft = Data<'POST /dsar/requests/{id}/respond/preview'>

/** The last look before sending: the exact letter, and what the law still requires. */
export function ReviewDialog<V extends { overrideReason: string }>({
  form,
  draft,
  isRefused,
  onClose,
}: {
  form: Form<V>
  draft: Draft
  isRefused: boolean
  onClose: () => void
}) {
  const { to, onPaper, subject, text, warnings } = draft
  return (
    <Dialog
      wide
      title="La carta que se enviará"
      about={
        onPaper
          ? 'La persona no indicó un correo: la carta queda para imprimir y entregar. La solicitud se cierra y ya no cambia.'
          : 'Al enviarla la solicitud se cierra y ya no cambia. Léala una vez más.'
      }
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <Notice tone="warn">
          <p className="strong">Antes de enviarla, la ley pide:</p>
          <ul>
            {warnings.map(({ key, message, article }) => (
              <li key={key}>
                {message} <span className="hint">{article}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <section className={css['letter']} aria-label="Carta">
        <p>
          <span className="muted">Para:</span> {to}
          <br />
          <span className="muted">Asunto:</span> <span className="strong">{subject}</span>
        </p>
        <hr />
        <div className={css['body']}>{text}</div>
      </section>
      <FormView
        form={form}
        submit={onPaper ? 'Responder y dejar la carta para imprimir' : `Enviar a ${to}`}
        onCancel={onClose}
      >
        {isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
