import { useRef, useState } from 'react'
import type { Input } from '#client'
import { useAct } from '../data.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { useRecords } from '../lists.ts'
import { useMe } from '../session/me.ts'
import { withoutRows, withRow } from '../shown-at-once.ts'
import { moment } from '../times.ts'
import css from './comments.module.css'
import { ConfirmButton } from './confirm.tsx'
import { AreaField, FormView } from './field.tsx'
import { useForm } from './form.ts'
import { Older } from './older.tsx'
import { Panel } from './page.tsx'
import { useMembers } from './people.ts'

type EntityType = NonNullable<NonNullable<Input<'GET /comments'>['query']>['entityType']>

interface Of {
  entityType: EntityType
  entityId: string
}

export const commentsOf = (entityType: EntityType, entityId: string) =>
  ['/comments', { entityType, entityId }] as const

/** Members' comments on a record. */
export function Comments({ entityType, entityId }: Of) {
  const { rows, ...rest } = useRecords(...commentsOf(entityType, entityId))
  const { may } = useOrganisation()
  return (
    <Panel title="Comentarios">
      {rows.length === 0 && (
        <p className="muted">
          Nadie ha comentado todavía. Lo que se escribe aquí lo lee su organización, nadie más.
        </p>
      )}
      <Older {...rest} />
      <ol className={css['comments']}>
        {rows.toReversed().map((comment) => (
          <Said key={comment.id} comment={comment} />
        ))}
      </ol>
      {may('POST /comments') && <Say entityType={entityType} entityId={entityId} />}
    </Panel>
  )
}

/** The id of a comment that is still being sent. */
const UNSENT = ''

interface CommentProps {
  comment: { id: string; text: string; authorId: string | null; authorName: string | null; createdAt: string }
}

function Said({ comment: { id, text, authorId, authorName, createdAt } }: CommentProps) {
  const { may } = useOrganisation()
  const { user } = useMe()
  const remove = useAct((service) => service.delete('/comments/{id}', { path: { id } }), {
    done: 'El comentario ya no está.',
    atOnce: [withoutRows('/comments', (one) => one.id === id)],
  })
  // Administrators are those who may read the audit log.
  const mayRemove = may('DELETE /comments/{id}') && (authorId === user?.id || may('GET /settings/audit-log'))
  return (
    <li className={css['comment']}>
      <span className="row spread">
        <span>
          <span className="strong">{authorName ?? 'Un programa'}</span>{' '}
          <span className="hint">{id === UNSENT ? 'Enviando…' : moment(createdAt)}</span>
        </span>
        {mayRemove && id !== UNSENT && (
          <ConfirmButton
            kind="quiet"
            title="¿Eliminar este comentario?"
            about="Queda en la auditoría lo que decía."
            confirm="Eliminar"
            act={() => remove.mutate()}
          >
            Eliminar
          </ConfirmButton>
        )}
      </span>
      <p className="prose">{text}</p>
    </li>
  )
}

function Say({ entityType, entityId }: Of) {
  const members = useMembers()
  const { user } = useMe()
  const others = members.filter(([id]) => id !== user?.id)
  const [told, setTold] = useState<readonly string[]>([])
  const add = useAct(
    (service, { text }: { text: string }) =>
      service.post('/comments', {
        body: { entityType, entityId, text, mentions: [...told] },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      atOnce: [
        withRow(commentsOf(entityType, entityId), ({ text }: { text: string }) => ({
          ...{ id: UNSENT, entityType, entityId, text, mentions: [], createdAt: new Date().toISOString() },
          ...{ authorId: user?.id ?? null, authorName: user?.name ?? null },
        })),
      ],
    },
  )
  const isSaid = useRef(false)
  const form = useForm({
    keep: `comment/${entityType}/${entityId}`,
    initial: { text: '' },
    save: async (values) => {
      await add.mutateAsync(values)
      isSaid.current = true
    },
  })
  const send = async () => {
    isSaid.current = false
    await form.submit()
    if (!isSaid.current) return
    form.discard()
    setTold([])
  }
  const left = others.filter(([id]) => !told.includes(id))
  return (
    <FormView form={form} submit="Comentar" instead={() => void send()}>
      <AreaField form={form} name="text" label="Escriba un comentario" rows={3} required />
      {others.length > 0 && (
        <div className="row">
          <select
            aria-label="Avisar a una persona"
            className={css['who']}
            value=""
            onChange={({ target }) => setTold((before) => [...before, target.value])}
          >
            <option value="">Avisar a…</option>
            {left.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          {told.map((id) => {
            const name = others.find(([one]) => one === id)?.[1] ?? ''
            return (
              <button
                key={id}
                type="button"
                className={css['told']}
                onClick={() => setTold((before) => before.filter((one) => one !== id))}
              >
                @{name}
                <span className="heard"> (quitar)</span> <span aria-hidden>×</span>
              </button>
            )
          })}
        </div>
      )}
    </FormView>
  )
}
