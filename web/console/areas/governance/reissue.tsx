import { Link } from '@tanstack/react-router'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { day } from '../../times.ts'
import { Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './governance.module.css'
import { screenOf } from './words.ts'

/** Documents that were issued under another version of the law than today's. */
export function Reissue() {
  const at = useAt()
  const { items, lawVersion, pagination } = useRecord('/governance/reissue', { query: { limit: 100 } })
  return (
    <Panel title="Documentos por reemitir">
      <p className="muted">
        Políticas publicadas, contratos enviados o firmados y evaluaciones aprobadas que se escribieron según
        otra versión de la ley. La vigente es la del {day(lawVersion)}.
      </p>
      {items.length === 0 ? (
        <Notice tone="ok">Todo lo vigente se escribió según la ley de hoy.</Notice>
      ) : (
        <p>
          {pagination.total === 1 ? '1 documento' : `${pagination.total} documentos`}, el más antiguo primero.
        </p>
      )}
      <ul className={`plain ${css['rows']}`}>
        {items.map(({ entityType, entityId, title, lawVersion: written, issuedAt }) => {
          const screen = screenOf(entityType, entityId)
          return (
            <li key={entityId} className="stack tight">
              {screen ? <Link {...at(screen)}>{title}</Link> : <span>{title}</span>}
              <span className="hint">
                Del {day(issuedAt)}, según la ley del {day(written)}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
