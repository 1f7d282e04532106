import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

function period(days: number | null): string {
  if (days === null) return 'Mientras exista la organización'
  if (days % 365 === 0) return days === 365 ? '1 año' : `${days / 365} años`
  return days === 1 ? '1 día' : `${days} días`
}

/** What the service itself keeps, until when, and why. */
export function RetentionSettings() {
  const { items } = useRecord('/settings/retention')
  const at = useAt()
  return (
    <Shell
      title="Conservación"
      about="Cuánto guarda el servicio cada clase de registro. Lo que cumple su plazo se elimina solo."
    >
      <Notice>
        <p>
          El plazo de los datos que su organización trata lo fija usted, actividad por actividad, en el
          registro (art. 3 letra c)).
        </p>
        <div>
          <ButtonLink {...at('registro')}>Ir al registro</ButtonLink>
        </div>
      </Notice>
      <Panel title="Registros del servicio">
        <ul className="plain">
          {items.map(({ what, days, why }) => (
            <li key={what} className={css['item']}>
              <span className="stack tight">
                <span className="strong">{what}</span>
                <span className="hint">{why}</span>
              </span>
              <Mark tone={days === null ? 'info' : 'plain'}>{period(days)}</Mark>
            </li>
          ))}
        </ul>
      </Panel>
    </Shell>
  )
}
