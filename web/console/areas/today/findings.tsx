import { Link } from '@tanstack/react-router'
import { useRecord } from '../../data.ts'
import { placeOf, points } from '../../frame/findings.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './today.module.css'

const MOST = 5

/** The findings worth most points, each with a link to where it is fixed. */
export function Findings() {
  const { areas } = useRecord('/governance/compliance-score')
  const at = useAt()
  const findings = areas
    .flatMap((area) => area.findings)
    .toSorted((a, b) => b.pointsLost - a.pointsLost)
    .slice(0, MOST)
  return (
    <Panel title="Lo que más sube el puntaje">
      {findings.length === 0 && <p className="muted">Nada pendiente según lo registrado.</p>}
      <ul className="stack plain">
        {findings.map((finding) => {
          const place = placeOf(finding.target)
          return (
            <li key={finding.check} className="stack tight">
              <span className="strong">
                <Link {...at(place.path, place.search)} className={css['finding']}>
                  {finding.message}
                </Link>
              </span>
              <span>{finding.action}</span>
              <span className="hint">
                {finding.pointsLost > 0 && `+${points(finding.pointsLost)} · `}
                {finding.article}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
