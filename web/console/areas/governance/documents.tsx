import { FileDown } from 'lucide-react'
import { useServiceUrl } from '../../frame/organisation.tsx'
import { FileLink } from '../../ui/button.tsx'
import { FrameView } from '../../ui/frame-view.tsx'
import { Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'

const WHICH = [
  ['directorio', 'Informe al directorio'],
  ['modelo', 'Modelo de prevención'],
] as const

/** Previews two documents that the service writes from today's records. */
export function Documents() {
  const url = useServiceUrl()
  const which = useTab(WHICH, 'documento')
  return (
    <>
      <Tabs label="Qué documento" tabs={WHICH} name="documento" />
      {which === 'directorio' ? (
        <Panel title="Informe al directorio">
          <p className="muted">
            Con los datos de este momento. Para guardarlo con su fecha, genere un informe en «Informes y
            carpeta».
          </p>
          <FrameView
            src={url('/governance/board-report/preview')}
            title="El informe al directorio como se leerá"
          />
        </Panel>
      ) : (
        <Panel
          title="Modelo de prevención de infracciones"
          actions={
            <>
              <FileLink href={url('/governance/mpi?format=docx')}>
                <FileDown size={16} aria-hidden /> Word
              </FileLink>
              <FileLink href={url('/governance/mpi')}>
                <FileDown size={16} aria-hidden /> PDF
              </FileLink>
            </>
          }
        >
          <p className="muted">
            Arts. 49 a 53 y DS 662. Adoptarlo es voluntario; certificado, atenúa la responsabilidad (art. 36).
            Al final dice lo que falta y lo que la organización debe completar.
          </p>
          <FrameView src={url('/governance/mpi/preview')} title="El modelo de prevención como se leerá" />
        </Panel>
      )}
    </>
  )
}
