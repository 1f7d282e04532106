import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import css from './menu.module.css'

export interface MenuEntry {
  key: string
  text: ReactNode
  /** The current choice. */
  chosen?: boolean
  act: () => void
}

export type MenuPart = MenuEntry | { heading: string } | 'line'

/** A button that opens a menu. */
export function Menu({
  trigger,
  parts,
  align = 'end',
}: {
  trigger: ReactElement
  parts: readonly MenuPart[]
  align?: 'start' | 'end'
}) {
  // The menu opens in the landmark of its button, so that screen readers find it there.
  const part = useRef<HTMLElement>(null)
  const find = (button: HTMLElement | null) => {
    part.current = button?.closest('main, header') ?? null
  }
  return (
    <Base.Root>
      <Base.Trigger ref={find} render={trigger} />
      <Base.Portal container={part}>
        <Base.Positioner className={css['positioner']} sideOffset={6} align={align}>
          <Base.Popup className={css['popup']}>
            {parts.map((part, index) => {
              if (part === 'line')
                return <Base.Separator key={`line-${index.toString()}`} className={css['line']} />
              if ('heading' in part)
                return (
                  <div key={part.heading} className={css['label']} role="presentation">
                    {part.heading}
                  </div>
                )
              return (
                <Base.Item key={part.key} className={css['item']} onClick={part.act}>
                  {part.text}
                  {part.chosen && <Check size={16} aria-label="elegido" />}
                </Base.Item>
              )
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
