import { useAt } from '../../frame/organisation.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { CheckPart } from './check.tsx'
import { Documents } from './documents.tsx'
import { ExposurePart } from './exposure.tsx'
import { Reissue } from './reissue.tsx'
import { Reports } from './reports.tsx'
import { ScorePart } from './score.tsx'

const TABS = [
  ['puntaje', 'Puntaje'],
  ['exposicion', 'Exposición'],
  ['documentos', 'Directorio y modelo'],
  ['informes', 'Informes y carpeta'],
  ['reemitir', 'Por reemitir'],
  ['comprobar', 'Comprobar'],
] as const

/** The score, the possible fines, and documents to show to others. */
export function Governance() {
  const at = useAt()
  const tab = useTab(TABS)
  return (
    <Page
      title="Gobierno"
      about="Cómo está la organización ante la ley, qué hacer primero, y qué entregar al directorio o a la Agencia."
      actions={
        tab !== 'informes' && (
          <ButtonLink {...at('gobierno', { parte: 'informes' })}>Generar un informe</ButtonLink>
        )
      }
    >
      <Tabs label="Partes de gobierno" tabs={TABS} />
      {tab === 'puntaje' && <ScorePart />}
      {tab === 'exposicion' && <ExposurePart />}
      {tab === 'documentos' && <Documents />}
      {tab === 'informes' && <Reports />}
      {tab === 'reemitir' && <Reissue />}
      {tab === 'comprobar' && <CheckPart />}
    </Page>
  )
}
