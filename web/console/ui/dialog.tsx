import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
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

/**
 * A dialog that asks something first begins there, if that is in sight. On a touch screen a keyboard would cover what is
 * asked.
 */
function firstAnswer(body: HTMLElement | null): HTMLElement | true {
  const first = body?.querySelector<HTMLElement>('a[href], button, summary, input, select, textarea')
  if (!first?.matches('input:not([type="file"]), select, textarea')) return true
  const isInSight = first.getBoundingClientRect().bottom <= body!.getBoundingClientRect().bottom
  return isInSight && !matchMedia('(pointer: coarse)').matches ? first : true
}

/** Shown while it is rendered: `{open && <Dialog …>}`. Escape, the cross and a press beside it close it. */
export function Dialog({ title, about, onClose, wide, children }: DialogProps) {
  const [opener] = useState(() => lastFocused)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup
          className={[css['popup'], wide && css['wide']].filter(Boolean).join(' ')}
          initialFocus={() => firstAnswer(body.current)}
          finalFocus={() => (opener?.isConnected ? opener : true)}
        >
          <div className={css['head']}>
            <Base.Title className={css['title']}>{title}</Base.Title>
            <Base.Close render={<Button kind="quiet" icon label="Cerrar" />}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          <div ref={body} className={`stack ${css['body']}`}>
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
