import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface Rest {
  left: number
  more: (() => unknown) | undefined
}

/** What came before what is shown: a long history says that there is more of it. */
export function Older({ left, more }: Rest) {
  const [isUsed, setUsed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  // The button goes with the last of them, and must not take the focus with it.
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
