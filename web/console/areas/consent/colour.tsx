import { useId } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { Mark } from '../../ui/mark.tsx'
import css from './consent.module.css'
import { checkColour, DEFAULT_ACCENT, type Design } from './design.ts'

/** The colour of the buttons, and whether everybody can read them. */
export function Colour({ form }: { form: Form<Design> }) {
  const { accent } = form.values
  const id = useId()
  const isColour = /^#[\da-f]{6}$/i.test(accent)
  const checks = checkColour(isColour ? accent : '')
  return (
    <>
      <div className={css['colour']}>
        <TextField
          form={form}
          name="accent"
          label="Color de los botones"
          hint="Como #0a5c36; en blanco, azul. Los tres botones llevan el mismo."
          maxLength={7}
        />
        <input
          type="color"
          aria-label="Elegir el color"
          aria-describedby={id}
          value={isColour ? accent : DEFAULT_ACCENT}
          onChange={({ target }) => form.set('accent', target.value)}
        />
      </div>
      <ul className={`plain ${css['checks']}`} id={id} aria-label="Contraste">
        {checks.map(({ what, ratio, wanted, passes, mended }) => (
          <li key={what}>
            <Mark tone={passes ? 'ok' : 'info'}>{passes ? 'Se lee bien' : 'Se ajusta solo'}</Mark> {what}:{' '}
            {ratio.toLocaleString('es-CL')} a 1 (se pide {wanted.toLocaleString('es-CL')})
            {mended && `; ${mended}`}
          </li>
        ))}
      </ul>
    </>
  )
}
