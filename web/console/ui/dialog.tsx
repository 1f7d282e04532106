import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './dialog.module.css'

export interface DialogProps {
  title: string
  /** What it is about, in a sentence. */
  about?: ReactNode
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

/** Shown while it is rendered: `{open && <Dialog …>}`. Escape, the cross and a press beside it close it. */
export function Dialog({ title, about, onClose, wide, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup className={[css['popup'], wide && css['wide']].filter(Boolean).join(' ')}>
          <div className={css['head']}>
            <Base.Title className={css['title']}>{title}</Base.Title>
            <Base.Close render={<Button kind="quiet" icon label="Cerrar" />}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          <div className={`stack ${css['body']}`}>
            {about && <Base.Description className="muted">{about}</Base.Description>}
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
