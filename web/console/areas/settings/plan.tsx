import { useRecord } from '../../data.ts'
import { bytes } from '../../ui/files.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'
import { LIMITS, PLANS } from './words.ts'

const NEARLY = 0.8

/** The limits of the plan, and their use. */
export function PlanSettings() {
  const { plan, limits, usage, features } = useRecord('/settings/usage')
  return (
    <Shell
      title="Plan y uso"
      mark={<Mark tone="info">{PLANS[plan]}</Mark>}
      about="El plan lo cambia quien opera el servicio, con efecto inmediato."
    >
      <Panel title="Uso">
        {LIMITS.map(([limit, used, label]) => (
          <Meter
            key={used}
            label={label}
            used={usage[used]}
            limit={limits[limit]}
            words={limit === 'storageBytes' ? bytes : count}
          />
        ))}
      </Panel>
      <Panel title="Además">
        <Facts
          facts={[
            ['Personas', usage.members.toLocaleString('es-CL')],
            ['Solicitudes por minuto de otros sistemas', limits.requestsPerMinute?.toLocaleString('es-CL')],
            [
              'Cláusulas reforzadas en los contratos',
              features.CONTRACT_REINFORCED_CLAUSES ? 'Incluidas' : 'No incluidas',
            ],
          ]}
        />
      </Panel>
    </Shell>
  )
}

const count = (amount: number) => amount.toLocaleString('es-CL')

function Meter({
  label,
  used,
  limit,
  words,
}: {
  label: string
  used: number
  limit: number | null
  words: (amount: number) => string
}) {
  const shown = used === 0 ? '0' : words(used)
  return (
    <div className={css['meter']}>
      <span>{label}</span>
      <span className="row">
        {limit !== null && limit > 0 && used >= limit && <Mark tone="danger">Agotado</Mark>}
        <span className="muted">
          {limit === null
            ? `${shown}, sin límite`
            : limit === 0
              ? 'No incluidas'
              : `${shown} de ${words(limit)}`}
        </span>
      </span>
      {limit !== null && limit > 0 && (
        <meter aria-label={label} min={0} max={limit} high={limit * NEARLY} value={used} />
      )}
    </div>
  )
}
