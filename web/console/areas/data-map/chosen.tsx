import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { countryName } from '../../countries.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import type { Known } from './seen.ts'
import { categoryNames, type Flow, type Node, typeName } from './words.ts'

/** The chosen system or flow, with a link to its record. */
export function Chosen({ known, id, onClose }: { known: Known; id: string; onClose: () => void }) {
  const system = known.systems.get(id)
  const flow = known.graph.flows.find((one) => one.id === id)
  const close = (
    <Button kind="quiet" icon label="Dejar de mirarlo" onClick={onClose}>
      <X size={16} aria-hidden />
    </Button>
  )
  if (system) return <ChosenSystem known={known} system={system} close={close} />
  if (flow) return <ChosenFlow known={known} flow={flow} close={close} />
  return (
    <Panel title="Ya no está" actions={close}>
      <p className="muted">Lo que eligió se eliminó del mapa.</p>
    </Panel>
  )
}

function ChosenSystem({ known, system, close }: { known: Known; system: Node; close: ReactNode }) {
  const at = useAt()
  const processor = system.processorId ? known.processors.get(system.processorId) : undefined
  const activities = known.activitiesOf(system.id)
  return (
    <Panel title={system.name} actions={close}>
      {system.hasSensitiveData && (
        <div>
          <Mark tone="danger">Datos sensibles</Mark>
        </div>
      )}
      <Facts
        facts={[
          ['Clase', typeName(system.type)],
          ['País', countryName(system.country)],
          ['A cargo', system.owner],
          ['Encargado', processor && <Link {...at(`encargados/${processor.id}`)}>{processor.name}</Link>],
          ['Datos', categoryNames(system.dataCategories), 'whole'],
        ]}
      />
      <Activities activities={activities} />
      <div>
        <ButtonLink kind="main" {...at(`mapa/sistemas/${system.id}`)}>
          Abrir la ficha
        </ButtonLink>
      </div>
    </Panel>
  )
}

function ChosenFlow({ known, flow, close }: { known: Known; flow: Flow; close: ReactNode }) {
  const at = useAt()
  const { set } = useFilters()
  const { may } = useOrganisation()
  const ends = [flow.source, flow.target].map((id) => known.systems.get(id))
  return (
    <Panel title="Flujo de datos" actions={close}>
      <p>
        {ends.map((end, index) => (
          <span key={end?.id}>
            {index === 1 && ' → '}
            {end && <Link {...at(`mapa/sistemas/${end.id}`)}>{end.name}</Link>}
          </span>
        ))}
      </p>
      <TransferMark known={known} flow={flow} />
      <Facts
        facts={[
          ['Qué pasa', flow.description, 'whole'],
          ['Datos', categoryNames(flow.dataCategories), 'whole'],
          ['Garantías', flow.safeguards, 'whole'],
        ]}
      />
      <Activities activities={flow.activities} />
      <div>
        <Button kind="main" onClick={() => set({ flujo: flow.id })}>
          {may('PUT /data-map/flows/{id}') ? 'Editar el flujo' : 'Ver el flujo'}
        </Button>
      </div>
    </Panel>
  )
}

export function TransferMark({ known, flow }: { known: Known; flow: Flow }) {
  if (known.isUnfounded(flow)) return <Mark tone="danger">Sale de Chile sin garantía anotada</Mark>
  return known.isTransfer(flow) ? <Mark tone="warn">Sale de Chile</Mark> : <Mark>En el país</Mark>
}

function Activities({ activities }: { activities: readonly { id: string; name: string }[] }) {
  const at = useAt()
  if (activities.length === 0) return <p className="hint">Ninguna actividad del registro lo nombra.</p>
  return (
    <div className="stack tight">
      <h3>Actividades</h3>
      <ul className="stack tight plain">
        {activities.map(({ id, name }) => (
          <li key={id}>
            <Link {...at(`registro/${id}`)}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
