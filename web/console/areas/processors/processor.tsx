import { Link, useNavigate } from '@tanstack/react-router'
import { countryName } from '../../countries.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useWhole } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { day } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Comments, commentsOf } from '../../ui/comments.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Files } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { History } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Diligence } from './diligence.tsx'
import { ProcessorForm } from './form.tsx'
import { SubProcessors } from './sub-processors.tsx'
import {
  bodyOf,
  CONTRACT_STATES,
  CONTRACT_TYPES,
  CONTRACTS,
  type Processor,
  RISKS,
  type Values,
  valuesOf,
} from './words.ts'

const TABS = [
  ['ficha', 'Ficha'],
  ['diligencia', 'Diligencia'],
  ['subencargados', 'Subencargados'],
  ['contratos', 'Contratos'],
  ['archivos', 'Archivos'],
  ['historial', 'Historial'],
] as const

export function ProcessorPage() {
  const id = useParam('id')
  useAhead(
    [['/processors/{id}', { path: { id } }]],
    [commentsOf('processor', id)],
    [['/contracts', { processorId: id }]],
  )
  const processor = useRecord('/processors/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const isEditing = search['editar'] === 'si' && may('PUT /processors/{id}')
  const [state, tone] = CONTRACTS[processor.dpaStatus]
  const remove = useAct((service) => service.delete('/processors/{id}', { path: { id } }), {
    done: 'El encargado ya no está.',
    after: () => void navigate(at('encargados')),
  })
  return (
    <Page
      title={processor.name}
      mark={<Mark tone={tone}>{state}</Mark>}
      back={{ ...at('encargados'), children: 'Encargados' }}
      actions={
        !isEditing && (
          <>
            {may('POST /contracts/generate') && (
              <ButtonLink kind="main" {...at('contratos/nuevo', { encargado: id })}>
                Preparar un contrato
              </ButtonLink>
            )}
            {may('PUT /processors/{id}') && (
              <Button onClick={() => set({ editar: 'si', parte: '' })}>Editar</Button>
            )}
            {may('DELETE /processors/{id}') && (
              <ConfirmButton
                kind="grave"
                title="¿Eliminar este encargado?"
                about="Solo se puede si ninguna actividad ni contrato lo nombra."
                confirm="Eliminar"
                act={() => remove.mutate()}
              >
                Eliminar
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <Panel title="Datos del encargado">
          <Editor processor={processor} onDone={() => set({ editar: '' })} />
        </Panel>
      ) : (
        <>
          <Tabs label="Partes del encargado" tabs={TABS} />
          {tab === 'diligencia' && <Diligence processorId={id} />}
          {tab === 'subencargados' && <SubProcessors processorId={id} />}
          {tab === 'contratos' && <Contracts processor={processor} />}
          {tab === 'archivos' && (
            <Panel title="Archivos">
              <Files entityType="processor" entityId={id} />
            </Panel>
          )}
          {tab === 'historial' && <History entityType="processor" entityId={id} />}
          {tab === 'ficha' && (
            <Split
              aside={
                <>
                  <Risk processor={processor} />
                  <Comments entityType="processor" entityId={id} />
                </>
              }
            >
              <Panel title="Datos del encargado">
                <Facts
                  facts={[
                    ['RUT', processor.taxId],
                    ['País', countryName(processor.country)],
                    ['Contacto', processor.contactName],
                    ['Correo', processor.contactEmail],
                    ['Revisión', processor.reviewAt && day(processor.reviewAt)],
                    ['Sistemas que opera', <Systems key="systems" systems={processor.systems} />],
                    ['Servicios', processor.services, 'whole'],
                  ]}
                />
              </Panel>
              <Contracts processor={processor} />
            </Split>
          )}
        </>
      )}
    </Page>
  )
}

function Systems({ systems }: Pick<Processor, 'systems'>) {
  const at = useAt()
  if (systems.length === 0) return '—'
  return (
    <ul className="stack tight plain">
      {systems.map(({ id, name }) => (
        <li key={id}>
          <Link {...at(`mapa/sistemas/${id}`)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

function Editor({ processor, onDone }: { processor: Processor; onDone: () => void }) {
  const { id } = processor
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.put('/processors/{id}', { path: { id }, body: bodyOf(values), ...seen }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `processor/${id}`,
    version: useSeen(`/processors/${id}`),
    initial: valuesOf(processor),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return <ProcessorForm form={form} submit="Guardar" onCancel={onDone} />
}

function Contracts({ processor }: { processor: Processor }) {
  const at = useAt()
  const contracts = useWhole('/contracts', { processorId: processor.id })
  return (
    <Panel title="Contratos">
      {contracts.length === 0 && (
        <p className="muted">
          Ninguno todavía. El art. 15 bis pide un contrato: fírmelo por escrito y antes de confiarle datos.
        </p>
      )}
      <ul className="stack tight plain">
        {contracts.map(({ id, type, status, version, expiresAt, createdAt }) => (
          <li key={id} className="row">
            <Link {...at(`contratos/${id}`)}>
              {CONTRACT_TYPES[type]}, versión {version}
            </Link>
            <Mark tone={CONTRACT_STATES[status][1]}>{CONTRACT_STATES[status][0]}</Mark>
            <span className="hint">
              {expiresAt ? `vence el ${day(expiresAt)}` : `creado el ${day(createdAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The risk of the processor, and the weight of each reason. */
function Risk({ processor: { risk } }: { processor: Processor }) {
  const at = useAt()
  const id = useParam('id')
  const [name, tone] = RISKS[risk.level]
  return (
    <Panel title="Riesgo">
      <div className="row">
        <Mark tone={tone}>{name}</Mark>
        <span className="muted">{risk.points === 1 ? '1 punto' : `${risk.points} puntos`}</span>
      </div>
      {risk.reasons.length === 0 ? (
        <p className="muted">Nada que señalar.</p>
      ) : (
        <ul className="stack tight plain">
          {risk.reasons.map(({ reason, points, article }) => (
            <li key={reason}>
              {reason} <span className="hint">{[article, `+${points}`].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">
        Medio desde 3 puntos, alto desde 6. Baja con el contrato firmado, la{' '}
        <Link {...at(`encargados/${id}`, { parte: 'diligencia' })}>diligencia</Link> hecha y los{' '}
        <Link {...at(`encargados/${id}`, { parte: 'subencargados' })}>subencargados</Link> autorizados.
      </p>
    </Panel>
  )
}
