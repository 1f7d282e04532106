import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Data } from '#client'
import { reaches } from '#kernel/roles.ts'
import { reading } from '../../data.ts'
import { messageOf, serviceOf } from '../../service.ts'
import { useMe } from '../../session/me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { say } from '../../ui/say.ts'
import css from './portfolio.module.css'

type Item = Data<'GET /portfolio/copyable'>['items'][number]
type Copied = Data<'POST /portfolio/copy'>

const KINDS: Record<Item['kind'], string> = {
  contract_template: 'Plantillas de contrato',
  workflow_definition: 'Flujos de aprobación',
  consent_notice: 'Avisos de cookies',
  consent_template: 'Formularios de consentimiento',
  dsar_widget: 'Formularios de derechos',
}

const keyOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => `${kind} ${id}`

/** Copies records from one client to another, after a preview. */
export function CopyBetween() {
  const { tenants } = useMe()
  const { search, set } = useFilters()
  const own = tenants.filter(({ role, refusal }) => refusal === null && reaches(role, 'ADMIN'))
  const from = own.find(({ id }) => id === search['de'])
  const to = own.find(({ id }) => id === search['a'] && id !== from?.id)
  if (own.length < 2)
    return (
      <Empty title="Hacen falta dos clientes">
        Se copia entre organizaciones que usted administra. Con otra más, aquí elegirá de cuál a cuál.
      </Empty>
    )
  const choices = (other: string | undefined) => own.filter(({ id }) => id !== other)
  return (
    <>
      <Panel title="De quién a quién">
        <div className="row">
          <Choice
            label="Copiar de"
            value={from?.id ?? ''}
            choices={choices(to?.id)}
            onChange={(de) => set({ de })}
          />
          <Choice
            label="Copiar a"
            value={to?.id ?? ''}
            choices={choices(from?.id)}
            onChange={(a) => set({ a })}
          />
        </div>
        <p className="hint">
          No se copian personas, secretos, sitios ni direcciones de otros sistemas. Queda en la auditoría de
          ambos.
        </p>
      </Panel>
      {from && to && <Chosen key={`${from.id} ${to.id}`} from={from} to={to} />}
    </>
  )
}

type Tenant = ReturnType<typeof useMe>['tenants'][number]

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string
  choices: readonly Tenant[]
  onChange: (id: string) => void
}) {
  const id = useId()
  return (
    <div className="stack tight">
      <label className="hint" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Elija un cliente</option>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  )
}

function Chosen({ from, to }: { from: Tenant; to: Tenant }) {
  const { data } = useQuery(reading('', '/portfolio/copyable', { query: { from: from.id } }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [answer, setAnswer] = useState<Copied>()
  const [busy, setBusy] = useState(false)
  if (!data) return <p className="muted">Un momento…</p>
  if (data.items.length === 0)
    return (
      <Empty title="Nada que copiar">{from.name} aún no tiene plantillas, flujos ni avisos propios.</Empty>
    )
  const send = async (dryRun: boolean) => {
    setBusy(true)
    try {
      const items = data.items.filter((one) => chosen.has(keyOf(one))).map(({ kind, id }) => ({ kind, id }))
      setAnswer(
        await serviceOf().post('/portfolio/copy', { body: { from: from.id, to: to.id, items, dryRun } }),
      )
    } catch (error) {
      say(messageOf(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  const fresh = answer?.items.filter(({ action }) => action === 'create').length ?? 0
  return (
    <>
      <Panel title={`Qué copiar de ${from.name}`}>
        <div className={css['kinds']}>
          {[...Map.groupBy(data.items, ({ kind }) => kind)].map(([kind, items]) => (
            <fieldset key={kind} className="stack tight plain" style={{ border: 0, margin: 0, padding: 0 }}>
              <legend className="strong" style={{ padding: 0 }}>
                {KINDS[kind]}
              </legend>
              {items.map((one) => (
                <label key={one.id} className="row" style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
                  <input
                    type="checkbox"
                    checked={chosen.has(keyOf(one))}
                    onChange={({ target }) => {
                      const next = new Set(chosen)
                      if (target.checked) next.add(keyOf(one))
                      else next.delete(keyOf(one))
                      setChosen(next)
                      setAnswer(undefined)
                    }}
                  />
                  {one.name}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <div>
          <Button kind="main" busy={busy} disabled={chosen.size === 0} onClick={() => void send(true)}>
            Ver qué pasaría
          </Button>
        </div>
      </Panel>
      {answer && (
        <Panel title={answer.dryRun ? `Qué pasaría en ${to.name}` : `Listo en ${to.name}`}>
          <ul className="plain" aria-live="polite">
            {answer.items.map((one) => (
              <li key={keyOf(one)} className={css['item']}>
                <span>{one.name}</span>
                {one.action === 'skip' ? (
                  <Mark>Ya tiene uno con ese nombre: queda como está</Mark>
                ) : (
                  <Mark tone="ok">{answer.dryRun ? 'Se creará' : 'Creado'}</Mark>
                )}
              </li>
            ))}
          </ul>
          {answer.dryRun ? (
            <div>
              <Button kind="main" busy={busy} disabled={fresh === 0} onClick={() => void send(false)}>
                {fresh === 1 ? 'Copiar 1' : `Copiar ${fresh}`}
              </Button>
            </div>
          ) : (
            <Notice tone="ok" alert>
              <p>
                {fresh === 1 ? 'Se copió 1.' : `Se copiaron ${fresh}.`} Los avisos de cookies quedan en
                borrador y los formularios, desactivados: revíselos antes de usarlos.
              </p>
              <div>
                <ButtonLink to={`/organizacion/${to.slug}/hoy` as '/'}>{`Ir a ${to.name}`}</ButtonLink>
              </div>
            </Notice>
          )}
        </Panel>
      )}
    </>
  )
}
