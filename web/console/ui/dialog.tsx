import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Awaited } from '../frame/trouble.tsx'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Unbroken } from './unbroken.tsx'

export interface DialogProps {
  title: string
  /** A sentence about the dialog. */
  about?: ReactNode
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

/** The last focused element. A dialog that loads data hides the page meanwhile, so the page loses its focus. */
let lastFocused: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = target
})

/**
 * A dialog whose first control is a visible field starts there. Not on a touch screen, where the keyboard would cover the
 * dialog.
 */
function firstAnswer(body: HTMLElement | null): HTMLElement | true {
  const first = body?.querySelector<HTMLElement>('a[href], button, summary, input, select, textarea')
  if (!first?.matches('input:not([type="file"]), select, textarea')) return true
  const isInSight = first.getBoundingClientRect().bottom <= body!.getBoundingClientRect().bottom
  return isInSight && !matchMedia('(pointer: coarse)').matches ? first : true
}

/** Moves the focus to the first field once the data of the dialog is there, unless the person has moved it already. */
function Begin({ body }: { body: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const { activeElement } = document
    const popup = body.current?.parentElement
    const first = firstAnswer(body.current)
    if (first !== true && popup?.contains(activeElement) && !body.current?.contains(activeElement))
      first.focus()
  }, [body])
  return null
}

/** Render it to show it: `{open && <Dialog …>}`. Escape, the cross and a press outside close it. */
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
            <Awaited fallback={<p className="muted">Un momento…</p>}>
              {children}
              <Begin body={body} />
            </Awaited>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
