import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './mark.tsx'

/** Shows a secret that the service cannot show again. */
export function ShownOnce({
  title,
  secret,
  onClose,
  children,
}: {
  title: string
  secret: string
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice tone="warn">
        <p>Cópielo ahora: no se volverá a mostrar. Guárdelo donde guarda las contraseñas de sistemas.</p>
      </Notice>
      <Copy text={secret} />
      {children}
      <div>
        <Button kind="main" onClick={onClose}>
          Ya lo guardé
        </Button>
      </div>
    </Dialog>
  )
}
