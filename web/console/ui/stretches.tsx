import { numbered } from './markup.ts'
import css from './stretches.module.css'

export interface Stretch {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Changes in a text, word by word: insertions underlined, deletions struck out. */
export function Stretches({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <p className={css['stretch']}>
      {numbered(stretches).map(({ at, kind, text }) => (
        <Words key={at} kind={kind} text={text} />
      ))}
    </p>
  )
}

/** Screen readers announce where a change begins and ends. */
function Words({ kind, text }: Stretch) {
  const words = text.replace(/ ?\n ?/g, '\n')
  if (kind === 'same') return <>{words} </>
  const Tag = kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Tag>
        <span className="heard">{kind === 'added' ? '[se agregó: ' : '[se quitó: '}</span>
        {words}
        <span className="heard">]</span>
      </Tag>{' '}
    </>
  )
}
