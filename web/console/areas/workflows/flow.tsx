import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { asSeen } from '../../service.ts'
import { moment } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { AsText } from './as-text.tsx'
import { Deliveries } from './deliveries.tsx'
import css from './designer.module.css'
import { Designer } from './designer.tsx'
import { bodyOf, type Draft, draftOf, hooksOf, sameHooks } from './draft.ts'
import { Drawing } from './drawing.tsx'
import { StartDialog } from './start.tsx'
import { Trial } from './trial.tsx'
import { type Flow, HOOK_EVENTS, KINDS } from './words.ts'

const TABS = [
  ['dibujo', 'Dibujo'],
  ['palabras', 'En palabras'],
  ['prueba', 'Simulación'],
  ['envios', 'Avisos a otros sistemas'],
] as const

/** One flow: its drawing, its dry run and its editor. */
export function FlowPage() {
  const id = useParam('id')
  const flow = useRecord('/workflows/{id}', { path: { id } })
  const { may } = useOrganisation()
  const { search, set } = useFilters()
  const at = useAt()
  const tab = useTab(TABS)
  const [starting, setStarting] = useState(false)
  const mayChange = may('PUT /workflows/{id}') && !flow.isSystem
  const isEditing = search['editar'] === 'si' && mayChange
  return (
    <Page
      title={flow.name}
      mark={
        flow.isSystem ? (
          <Mark>De fábrica</Mark>
        ) : flow.isActive ? (
          <Mark tone="ok">En uso</Mark>
        ) : (
          <Mark>Retirado</Mark>
        )
      }
      about={flow.description ?? `${KINDS[flow.entityType].begins}.`}
      back={{ ...at('flujos'), children: 'Flujos' }}
      actions={
        !isEditing && (
          <>
            {flow.entityType === 'CUSTOM' && flow.isActive && may('POST /workflows/{definitionId}/start') && (
              <Button onClick={() => setStarting(true)}>Iniciar una aprobación</Button>
            )}
            {may('POST /workflows') && (
              <ButtonLink {...at('flujos/nuevo', { desde: id })}>Crear uno a partir de este</ButtonLink>
            )}
            {mayChange && <Retire flow={flow} />}
            {mayChange && (
              <Button kind="main" onClick={() => set({ editar: 'si', parte: '' })}>
                Editar
              </Button>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <FlowEditor flow={flow} onDone={() => set({ editar: '', etapa: '' })} />
      ) : (
        <>
          <Tabs label="Partes del flujo" tabs={TABS} />
          {tab === 'dibujo' && <Overview flow={flow} />}
          {tab === 'palabras' && (
            <Panel title="En palabras">
              <AsText kind={flow.entityType} stages={flow.stages} />
            </Panel>
          )}
          {tab === 'prueba' && <Trial kind={flow.entityType} stages={flow.stages} />}
          {tab === 'envios' && <Hooks flow={flow} />}
        </>
      )}
      {starting && <StartDialog flow={flow} onClose={() => setStarting(false)} />}
    </Page>
  )
}

function Overview({ flow }: { flow: Flow }) {
  return (
    <Split
      aside={
        <Panel title="Sobre este flujo">
          <Facts
            facts={[
              ['Para qué', KINDS[flow.entityType].name],
              ['Versión', flow.version],
              ['Creado', moment(flow.createdAt)],
              ['Cambiado', moment(flow.updatedAt)],
            ]}
          />
          {flow.isSystem && (
            <Notice>
              Viene con el servicio y no se cambia. Cree uno a partir de este para reemplazarlo.
            </Notice>
          )}
          {!flow.isActive && <Notice>Está retirado: nada nuevo empieza con él.</Notice>}
        </Panel>
      }
    >
      <div className={css['sheet']}>
        <Drawing kind={flow.entityType} stages={flow.stages} />
      </div>
    </Split>
  )
}

function Retire({ flow: { id, isActive } }: { flow: Flow }) {
  const { slug } = useOrganisation()
  const retire = useAct((service) => service.delete('/workflows/{id}', { path: { id } }), {
    done: 'El flujo quedó retirado.',
  })
  const revive = useAct(
    (service) =>
      service.put('/workflows/{id}', {
        path: { id },
        body: { isActive: true },
        ...asSeen(slug, `/workflows/${id}`),
      }),
    { done: 'El flujo está otra vez en uso.' },
  )
  if (!isActive)
    return (
      <Button busy={revive.isPending} onClick={() => revive.mutate()}>
        Volver a usar
      </Button>
    )
  return (
    <ConfirmButton
      title="¿Retirar este flujo?"
      about="Nada nuevo empezará con él. Las aprobaciones terminadas conservan su historial. Si hay alguna en curso, no se puede retirar todavía."
      confirm="Retirar el flujo"
      act={() => retire.mutate()}
    >
      Retirar
    </ConfirmButton>
  )
}

function FlowEditor({ flow, onDone }: { flow: Flow; onDone: () => void }) {
  const { id } = flow
  const initial = draftOf(flow)
  const update = useAct(
    (service, { draft, seen }: { draft: Draft; seen: Seen }) =>
      service.put('/workflows/{id}', {
        path: { id },
        body: { ...bodyOf(draft), ...(!sameHooks(draft, initial) && { webhooks: hooksOf(draft) }) },
        ...seen,
      }),
    {
      quiet: true,
      done: ({ version }) =>
        version === flow.version
          ? 'Guardado.'
          : `Guardado como versión ${version}. Lo que está en curso sigue con la suya.`,
      after: onDone,
    },
  )
  const form = useForm<Draft>({
    keep: `flow/${id}`,
    version: useSeen(`/workflows/${id}`),
    initial,
    save: (draft, seen) => update.mutateAsync({ draft, seen }),
  })
  return (
    <Designer
      form={form}
      submit="Guardar el flujo"
      onCancel={onDone}
      hooks={new Set(flow.webhooks.map((hook) => hook.id))}
    />
  )
}

function Hooks({ flow }: { flow: Flow }) {
  const { may } = useOrganisation()
  return (
    <>
      <Panel title="Direcciones">
        {flow.webhooks.length === 0 && (
          <p className="muted">
            Ninguna. Al editar el flujo puede agregar direcciones que reciben cada suceso, firmado.
          </p>
        )}
        <ul className="stack plain">
          {flow.webhooks.map(({ id, url, events, enabled, secret }) => (
            <li key={id} className="stack tight">
              <span className="row">
                <code>{url}</code>
                {enabled ? <Mark tone="ok">En uso</Mark> : <Mark tone="warn">Desactivada</Mark>}
              </span>
              <span className="hint">{events.map((event) => HOOK_EVENTS[event]).join(', ')}</span>
              {may('PUT /workflows/{id}') && <Secret text={secret} />}
            </li>
          ))}
        </ul>
      </Panel>
      <Deliveries flow={flow} />
    </>
  )
}

function Secret({ text }: { text: string | null }) {
  const [open, setOpen] = useState(false)
  if (text === null)
    return <span className="hint">Su secreto ya no se puede leer: escriba uno nuevo al editar.</span>
  if (open) return <Copy text={text} />
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Mostrar el secreto</Button>
    </div>
  )
}
