import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps extends Omit<ButtonProps, 'onClick'> {
  title: string
  /** The consequences of the act. */
  about: string
  /** Label of the button that acts. */
  confirm: string
  act: () => void
}

/** A button for an act that cannot be undone. It asks first. */
export function ConfirmButton({ title, about, confirm, act, ...button }: ConfirmProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={title} about={about} onClose={() => setOpen(false)}>
          <div className="row">
            <Button
              kind="grave"
              onClick={() => {
                setOpen(false)
                act()
              }}
            >
              {confirm}
            </Button>
            <Button onClick={() => setOpen(false)}>Cancelar</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
