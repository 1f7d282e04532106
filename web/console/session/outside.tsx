import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import css from './outside.module.css'

/** The frame of pages before sign-in. */
export function Outside({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Resguardo`
  }, [title])
  return (
    <main className={css['outside']}>
      <div className={css['box']}>
        <span className={css['brand']}>
          <ShieldCheck size={22} aria-hidden /> Resguardo
        </span>
        <div className={css['card']}>
          <div className="stack tight">
            <h1>{title}</h1>
            {about && <p className="muted">{about}</p>}
          </div>
          {children}
        </div>
      </div>
    </main>
  )
}
