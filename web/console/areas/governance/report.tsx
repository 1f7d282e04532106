import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { ReportRow } from './reports.tsx'
import { KINDS } from './words.ts'

/** One report, for links from notices and from the search. */
export function ReportPage() {
  const at = useAt()
  const report = useRecord('/governance/reports/{id}', { path: { id: useParam('id') } })
  return (
    <Page
      narrow
      title={report.title}
      about={KINDS[report.kind]}
      back={{ ...at('gobierno', { parte: 'informes' }), children: 'Informes y carpeta' }}
      actions={<ButtonLink {...at('gobierno')}>Ver el puntaje</ButtonLink>}
    >
      <Panel title="Archivo">
        <ReportRow report={report} />
      </Panel>
    </Page>
  )
}
