import { Link } from '@tanstack/react-router'
import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Contract } from './words.ts'

export interface Found {
  key: string
  message: string
  article: string
  severity: 'critical' | 'high' | 'medium' | 'low'
}

const GRAVITY = {
  critical: ['Puede ser infracción gravísima', 'danger'],
  high: ['Puede ser infracción grave', 'danger'],
  medium: ['Puede ser infracción leve', 'warn'],
  low: ['Consejo', 'plain'],
} as const

/** What the law requires and the text lacks, gravest first. The service sorts them. */
export function Findings({ findings }: { findings: readonly Found[] }) {
  return (
    <ul className="stack plain">
      {findings.map(({ key, message, article, severity }) => (
        <li key={key} className="stack tight">
          <span>
            <Mark tone={GRAVITY[severity][1]}>{GRAVITY[severity][0]}</Mark> {message}
          </span>
          <span className="hint">{article}</span>
        </li>
      ))}
    </ul>
  )
}

export function Missing({ contract }: { contract: Contract }) {
  const at = useAt()
  const { findings } = useRecord('/contracts/{id}/checks', { path: { id: contract.id } })
  const isDraft = contract.status === 'DRAFT'
  return (
    <Panel title={isDraft ? 'Lo que falta antes de enviarlo' : 'Lo que faltaba al enviarlo'}>
      {findings.length === 0 ? (
        <Notice tone="ok">
          No encontramos que falte algo de lo que piden los arts. 15 bis, 27 y 28. Léalo antes de enviarlo: la
          revisión busca las cláusulas, no juzga su contenido.
        </Notice>
      ) : (
        <Findings findings={findings} />
      )}
      {isDraft && findings.length > 0 && (
        <p className="muted">
          Complete el texto en <Link {...at(`contratos/${contract.id}`, { parte: 'editar' })}>Editar</Link>, o
          los datos en la entidad, el encargado y las actividades, y redacte el contrato de nuevo.
        </p>
      )}
    </Panel>
  )
}
