import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Awaited } from '../../frame/trouble.tsx'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Form } from '../../ui/form.ts'
import { type Found, isIn, purposeFor } from '../../ui/found-cookies.ts'
import css from './consent.module.css'
import { type Design, purposeOf, withFound } from './design.ts'

interface FoundProps {
  form: Form<Design>
  domainId: string
  onClose: () => void
}

/** Items that the last scan found and the notice does not declare. */
export function FoundDialog(props: FoundProps) {
  return (
    <Dialog
      title="Lo que encontró la revisión"
      about="Elija a qué finalidad va cada cosa: queda en el borrador."
      onClose={props.onClose}
      wide
    >
      <Awaited fallback={<p className="muted">Un momento…</p>}>
        <LastScan {...props} />
      </Awaited>
    </Dialog>
  )
}

function LastScan({ form, domainId, onClose }: FoundProps) {
  const at = useAt()
  const { items } = useRecord('/cookie-scans', {
    query: { domainId, status: 'DONE', latest: true, limit: 1 },
  })
  const scan = items[0]
  if (!scan)
    return (
      <p>
        Este sitio todavía no se revisa. Revíselo primero en{' '}
        <Link {...at(`cookies/${domainId}`)}>Cookies</Link>.
      </p>
    )
  return (
    <>
      <p className="hint">Revisión del {day(scan.completedAt ?? scan.createdAt)}.</p>
      <Choice form={form} scanId={scan.id} onClose={onClose} />
    </>
  )
}

const KINDS: Record<Found['kind'], string> = {
  cookie: 'Cookie',
  local_storage: 'Dato guardado',
  session_storage: 'Dato de la visita',
  host: 'Tercero',
}

const placeOf = ({ kind, name, domain }: Found) => `${kind} ${name} ${domain}`

function Choice({ form, scanId, onClose }: { form: Form<Design>; scanId: string; onClose: () => void }) {
  const { items } = useRecord('/cookie-scans/{id}', { path: { id: scanId } })
  const { purposes } = form.values
  const said = purposes.map(purposeOf)
  const left = items.filter((item) => !isIn(said, item))
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(left.map((item) => [placeOf(item), purposeFor(item, said)?.key ?? ''])),
  )
  const count = Object.values(chosen).filter(Boolean).length
  const add = () => {
    const next = left.reduce((all, item) => {
      const key = chosen[placeOf(item)]
      return key ? withFound(all, item, key) : all
    }, purposes)
    form.set('purposes', next)
    onClose()
  }
  if (left.length === 0) return <p>Todo lo que encontró ya está en el borrador del aviso.</p>
  return (
    <>
      <ul className={css['found']}>
        {left.map((item) => (
          <li key={placeOf(item)}>
            <span>
              <code>{item.name}</code>{' '}
              <span className="hint">
                {KINDS[item.kind]}
                {item.known && `, ${item.known.provider}`}
              </span>
            </span>
            <select
              aria-label={`Finalidad de ${item.name}`}
              value={chosen[placeOf(item)]}
              onChange={({ target }) => setChosen((before) => ({ ...before, [placeOf(item)]: target.value }))}
            >
              <option value="">No traer</option>
              {purposes.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button kind="main" onClick={add}>
          {count === 1 ? 'Traer 1' : `Traer ${count}`}
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </>
  )
}
