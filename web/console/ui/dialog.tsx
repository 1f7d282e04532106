import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Awaited } from '../frame/trouble.tsx'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Unbroken } from './unbroken.tsx'

export interface DialogProps {
  title: string
  /** What it is about, in a sentence. */
  about?: ReactNode
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

/** Where the keyboard was: a dialog that waits for its data hides the page meanwhile, and the page loses its focus. */
let lastFocused: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = target
})

/** Shown while it is rendered: `{open && <Dialog …>}`. Escape, the cross and a press beside it close it. */
export function Dialog({ title, about, onClose, wide, children }: DialogProps) {
  const [opener] = useState(() => lastFocused)
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup
          className={[css['popup'], wide && css['wide']].filter(Boolean).join(' ')}
          finalFocus={() => (opener?.isConnected ? opener : true)}
        >
          <div className={css['head']}>
            <Base.Title className={css['title']}>{title}</Base.Title>
            <Base.Close render={<Button kind="quiet" icon label="Cerrar" />}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          <div className={`stack ${css['body']}`}>
            {about && (
              <Base.Description className="muted">
                <Unbroken>{about}</Unbroken>
              </Base.Description>
            )}
            <Awaited fallback={<p className="muted">Un momento…</p>}>{children}</Awaited>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
