import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import css from './copy.module.css'

/** A text with a button that copies it. */
export function Copy({ text }: { text: string }) {
  const [done, setDone] = useState(false)
  return (
    <span className={css['copy']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and by keyboard too. */}
      <code className={css['text']} tabIndex={0}>
        {text}
      </code>
      <Button
        icon
        kind="quiet"
        label={done ? 'Copiado' : 'Copiar'}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
      >
        {done ? <Check size={16} aria-hidden /> : <CopyIcon size={16} aria-hidden />}
      </Button>
    </span>
  )
}
