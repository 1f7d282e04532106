import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface Rest {
  left: number
  more: (() => unknown) | undefined
}

/** Loads earlier entries of a long list. */
export function Older({ left, more }: Rest) {
  const [isUsed, setUsed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  // The button disappears with the last entries, so the focus moves on first.
  useEffect(() => {
    if (isUsed && left <= 0) end.current?.focus()
  }, [isUsed, left])
  if (left <= 0)
    return isUsed ? (
      <p ref={end} tabIndex={-1} className="hint">
        No hay nada anterior.
      </p>
    ) : null
  return (
    <Button
      busy={!more}
      onClick={() => {
        setUsed(true)
        void more?.()
      }}
    >
      Ver lo anterior ({left.toLocaleString('es-CL')} más)
    </Button>
  )
}
