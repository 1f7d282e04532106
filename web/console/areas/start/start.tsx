import { Link } from '@tanstack/react-router'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { EntityForm } from './entity.tsx'
import { PackForm } from './pack.tsx'
import css from './start.module.css'

const STEPS = ['Quién responde', 'Qué hace la organización', 'Listo'] as const

/** The first run. Each step is saved when it is done, so people can leave and come back. */
export function Start() {
  const { name, may } = useOrganisation()
  const at = useAt()
  const { search, set } = useFilters()
  useAhead([['/org/entities'], ['/rat/activities', { query: { limit: 1 } }]])
  const { entities } = useRecord('/org/entities')
  const { pagination } = useRecord('/rat/activities', { query: { limit: 1 } })
  // The list is newest first. The main entity is the oldest.
  const entity = entities.findLast(({ isActive }) => isActive)
  const reached = !entity?.taxId ? 1 : pagination.total === 0 ? 2 : 3
  const step = Number(search['paso']) || reached
  const go = (paso: number) => set({ paso: String(paso) })
  return (
    <Page
      narrow
      title="Puesta en marcha"
      about={`Tres pasos y ${name} queda con su registro empezado. Puede dejarlo y seguir después.`}
      actions={<Link {...at('hoy')}>Saltar por ahora</Link>}
    >
      <ol className={css['steps']} aria-label="Pasos">
        {STEPS.map((text, index) => (
          <li key={text} aria-current={index + 1 === step ? 'step' : undefined}>
            <button type="button" onClick={() => go(index + 1)}>
              <span>{index + 1}</span> {text}
            </button>
          </li>
        ))}
      </ol>
      {step === 1 &&
        (entity && may('PATCH /org/entities/{id}') ? (
          <EntityForm id={entity.id} onDone={() => go(2)} />
        ) : (
          <Notice>
            <p>La razón social y el delegado los indica quien administra la organización.</p>
          </Notice>
        ))}
      {step === 2 &&
        (may('POST /rat/packs/{key}/apply') ? (
          <PackForm isPublicBody={entity?.isPublicBody ?? false} onDone={() => go(3)} />
        ) : (
          <Notice>
            <p>Su rol permite ver el registro, no llenarlo.</p>
          </Notice>
        ))}
      {step === 3 && (
        <Panel title="El registro está empezado">
          <p>
            {pagination.total === 1
              ? 'Hay 1 actividad en el registro.'
              : `Hay ${pagination.total.toLocaleString('es-CL')} actividades en el registro.`}{' '}
            Las del paquete son borradores: revise cada una, diga en qué sistema están los datos y publíquela.
          </p>
          <div className="row">
            <ButtonLink kind="main" {...at('hoy')}>
              Ir a mi día
            </ButtonLink>
            <ButtonLink {...at('registro')}>Ver el registro</ButtonLink>
          </div>
        </Panel>
      )}
    </Page>
  )
}
