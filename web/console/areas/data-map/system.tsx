import { Link, useNavigate } from '@tanstack/react-router'
import { countryName } from '../../countries.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { day } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Comments, commentsOf } from '../../ui/comments.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Files, filesOf } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { History, historyOf } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { TransferMark } from './chosen.tsx'
import { FlowDialog } from './flow-dialog.tsx'
import { type Known, know } from './seen.ts'
import { SystemForm } from './system-form.tsx'
import { bodyOf, type Values, valuesOf } from './system-values.ts'
import {
  CONTRACT_TONES,
  categoryNames,
  contractName,
  type Flow,
  hostingName,
  measureName,
  type System,
  typeName,
} from './words.ts'

export function SystemPage() {
  const id = useParam('id')
  const organisation = useOrganisation()
  useAhead(
    [['/data-map/systems/{id}', { path: { id } }], ['/data-map/graph'], ['/settings/law']],
    [historyOf(organisation, 'system', id), commentsOf('system', id)],
    [filesOf('system', id)],
  )
  const { may } = organisation
  const system = useRecord('/data-map/systems/{id}', { path: { id } })
  const graph = useRecord('/data-map/graph')
  const { adequateCountries } = useRecord('/settings/law')
  const known = know(graph, adequateCountries)
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const isEditing = search['editar'] === 'si' && may('PUT /data-map/systems/{id}')
  const remove = useAct((service) => service.delete('/data-map/systems/{id}', { path: { id } }), {
    done: 'El sistema ya no está.',
    after: () => void navigate(at('mapa/sistemas')),
  })
  return (
    <Page
      title={system.name}
      mark={system.hasSensitiveData && <Mark tone="danger">Datos sensibles</Mark>}
      about={system.description}
      back={{ ...at('mapa/sistemas'), children: 'Sistemas' }}
      actions={
        !isEditing && (
          <>
            <ButtonLink {...at('mapa', { elegido: id })}>Ver en el mapa</ButtonLink>
            {may('PUT /data-map/systems/{id}') && (
              <Button kind="main" onClick={() => set({ editar: 'si' })}>
                Editar
              </Button>
            )}
            {may('DELETE /data-map/systems/{id}') && (
              <ConfirmButton
                kind="grave"
                title="¿Eliminar este sistema?"
                about="Se eliminan también sus flujos, y las actividades que lo nombran quedan sin él. El encargado queda."
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
        <Editor system={system} onDone={() => set({ editar: '' })} />
      ) : (
        <Split
          aside={
            <>
              <Comments entityType="system" entityId={id} />
              <History entityType="system" entityId={id} />
            </>
          }
        >
          <Panel title="Qué datos tiene">
            <Facts
              facts={[
                ['Clase', typeName(system.type)],
                ['A cargo de', system.owner],
                ['Su correo', system.ownerEmail],
                ['Datos personales', categoryNames(system.dataCategories), 'whole'],
                ['Medidas de seguridad', system.securityMeasures.map(measureName).join(', '), 'whole'],
              ]}
            />
          </Panel>
          <Panel title="Dónde está y quién lo opera">
            <Facts
              facts={[
                ['Alojamiento', system.hostingType && hostingName(system.hostingType)],
                ['País', countryName(system.hostingCountry)],
                [
                  'Encargado',
                  system.processorId ? (
                    <Link key="processor" {...at(`encargados/${system.processorId}`)}>
                      {system.vendor}
                    </Link>
                  ) : (
                    'Lo opera la organización'
                  ),
                ],
                [
                  'Contrato',
                  system.contractStatus && (
                    <Mark tone={CONTRACT_TONES[system.contractStatus] ?? 'plain'}>
                      {contractName(system.contractStatus)}
                    </Mark>
                  ),
                ],
                ['Vence el', system.contractExpiry && day(system.contractExpiry)],
                ['Trata la protección de datos', system.vendor && (system.hasDpaClause ? 'Sí' : 'No')],
              ]}
            />
          </Panel>
          <Flows known={known} id={id} />
          <Activities known={known} id={id} />
          <Panel title="Archivos">
            <Files entityType="system" entityId={id} />
          </Panel>
        </Split>
      )}
      {search['flujo'] && <FlowDialog known={known} id={search['flujo']} />}
    </Page>
  )
}

function Editor({ system, onDone }: { system: System; onDone: () => void }) {
  const { id } = system
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.put('/data-map/systems/{id}', { path: { id }, body: bodyOf(values), ...seen }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `system/${id}`,
    version: useSeen(`/data-map/systems/${id}`),
    initial: valuesOf(system),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return <SystemForm form={form} submit="Guardar" onCancel={onDone} />
}

function Flows({ known, id }: { known: Known; id: string }) {
  const { may } = useOrganisation()
  const { set } = useFilters()
  const { flows, systems } = known.graph
  const own = flows.filter(({ source, target }) => source === id || target === id)
  return (
    <Panel
      title="Flujos"
      actions={
        may('POST /data-map/flows') &&
        systems.length > 1 && (
          <Button onClick={() => set({ flujo: 'nuevo', de: id })}>Agregar un flujo</Button>
        )
      }
    >
      {own.length === 0 && <p className="muted">Ningún dato llega a este sistema ni sale de él.</p>}
      <ul className="stack plain">
        {own.map((flow) => (
          <OneFlow key={flow.id} known={known} flow={flow} of={id} />
        ))}
      </ul>
    </Panel>
  )
}

function OneFlow({ known, flow, of }: { known: Known; flow: Flow; of: string }) {
  const { set } = useFilters()
  const at = useAt()
  const other = known.systems.get(flow.source === of ? flow.target : flow.source)
  return (
    <li className="stack tight">
      <span className="row">
        <span>
          {flow.source === of ? 'Envía a ' : 'Recibe de '}
          {other && <Link {...at(`mapa/sistemas/${other.id}`)}>{other.name}</Link>}
        </span>
        <TransferMark known={known} flow={flow} />
        <button type="button" className="linklike" onClick={() => set({ flujo: flow.id })}>
          Ver <span className="heard">el flujo con {other?.name}</span>
        </button>
      </span>
      <span className="hint">
        {[flow.description, categoryNames(flow.dataCategories)].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

function Activities({ known, id }: { known: Known; id: string }) {
  const at = useAt()
  const activities = known.activitiesOf(id)
  return (
    <Panel title="Actividades que lo usan">
      {activities.length === 0 && (
        <p className="muted">Ninguna actividad del registro dice que sus datos están aquí.</p>
      )}
      <ul className="stack tight plain">
        {activities.map((activity) => (
          <li key={activity.id}>
            <Link {...at(`registro/${activity.id}`)}>{activity.name}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
