import { Fragment, type ReactNode } from 'react'
import { WHOLE_WORDS } from '#kernel/text.ts'

/** A mail or web address is long, so its lines may break at the joints. */
const ADDRESS = /\S+@\S+|https?:\/\/\S+/
const KNOWN = new RegExp(`(${WHOLE_WORDS.source}|${ADDRESS.source})`)
const JOINT = /(?=@)|(?<=\w\/)(?=.)/

/** Breaks lines only where a reader expects it. Children that are not text stay as they are. */
export function Unbroken({ children }: { children: ReactNode }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one text, which never change places.
  if (Array.isArray(children)) return children.map((part, at) => <Unbroken key={at}>{part}</Unbroken>)
  if (typeof children !== 'string' || !KNOWN.test(children)) return children
  return children
    .split(KNOWN)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : <Word>{part}</Word>}</Fragment>)
}

function Word({ children }: { children: string }) {
  if (!/[@/]/.test(children)) return <span className="whole">{children}</span>
  return children.split(JOINT).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
  // biome-ignore-end lint/suspicious/noArrayIndexKey: parts of one text, which never change places.
}
