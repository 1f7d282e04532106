import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDot } from 'lucide-react'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { BASE } from '../../service.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { ANY_ACTIVITY } from './first.ts'
import { firstSteps } from './first-steps.ts'
import { existing } from './words.ts'

/** The first steps of a new organisation. The panel disappears when all are done. */
export function FirstSteps() {
  const { entities } = useRecord('/org/entities')
  const { pagination } = useRecord('/rat/activities', ANY_ACTIVITY)
  const { widgets } = useRecord('/dsar/widgets')
  const versions = useRecord('/privacy-policy/versions')
  const { may } = useOrganisation()
  const at = useAt()
  const steps = firstSteps({
    // The list is newest first. The main entity is the oldest.
    entity: entities.findLast(({ isActive }) => isActive),
    activities: pagination.total,
    forms: widgets.length,
    policyPublished: versions.some(({ status }) => status === 'PUBLISHED'),
  })
  const now = steps.find(({ done }) => !done)
  if (!now) return null
  return (
    <Panel title="Primeros pasos">
      <ol className="stack plain">
        {steps.map((step) => {
          const { key, title, why, done, guide } = step
          const screen = existing(step.screen)
          return (
            <li key={key} className="row" style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
              {done ? (
                <CircleCheck size={20} className="ok" aria-label="Hecho" />
              ) : (
                <CircleDot
                  size={20}
                  className={step === now ? 'warn' : 'muted'}
                  aria-label={step === now ? 'Ahora' : 'Pendiente'}
                />
              )}
              <div className="stack tight">
                <span className={step === now ? 'strong' : done ? 'muted' : ''}>{title}</span>
                {!done && <span className="muted">{why}</span>}
                {step === now && screen && (screen !== 'comenzar' || may('POST /rat/packs/{key}/apply')) && (
                  <div>
                    <ButtonLink kind="main" {...at(screen)}>
                      {screen === 'comenzar' ? 'Empezar' : 'Hacerlo ahora'}
                    </ButtonLink>
                  </div>
                )}
                {step !== now && !done && screen && <Link {...at(screen)}>Ir a hacerlo</Link>}
                {!done && !screen && (
                  <a href={`${BASE}/guia/${guide}`} target="_blank" rel="noreferrer">
                    Cómo se hace
                  </a>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
