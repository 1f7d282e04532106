import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import css from './button.module.css'

export type ButtonKind = 'main' | 'grave' | 'quiet'

interface Look {
  kind?: ButtonKind | undefined
  /** Shows only an icon. `label` then names the button. */
  icon?: boolean
}

const classesOf = ({ kind, icon }: Look) =>
  [css['button'], kind && css[kind], icon && css['icon']].filter(Boolean).join(' ')

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** While busy, it ignores presses but keeps the focus. */
  busy?: boolean
  label?: string
}

export function Button({
  kind,
  icon,
  busy,
  label,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classesOf({ kind, icon: icon ?? false })}
      aria-disabled={busy || undefined}
      aria-label={label}
      title={label}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ kind, children, ...to }: Look & LinkProps & { children: ReactNode }) {
  return (
    <Link {...to} className={classesOf({ kind })}>
      {children}
    </Link>
  )
}

/** A link to a file or page of the service, which the browser opens itself. */
export function FileLink({
  href,
  kind,
  children,
  open,
}: Look & { href: string; children: ReactNode; open?: boolean }) {
  return (
    <a
      className={classesOf({ kind })}
      href={href}
      {...(open ? { target: '_blank', rel: 'noreferrer' } : { download: '' })}
    >
      {children}
    </a>
  )
}
