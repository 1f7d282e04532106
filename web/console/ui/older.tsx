import { Button } from './button.tsx'

interface Rest {
  left: number
  more: (() => unknown) | undefined
}

/** What came before what is shown: a long history says that there is more of it. */
export function Older({ left, more }: Rest) {
  if (left <= 0) return null
  return (
    <Button busy={!more} onClick={() => void more?.()}>
      Ver lo anterior ({left.toLocaleString('es-CL')} más)
    </Button>
  )
}
