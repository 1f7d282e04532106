import { useServiceUrl } from '../../frame/organisation.tsx'
import { FrameView } from '../../ui/frame-view.tsx'
import { FilterChoice, useFilters } from '../../ui/list.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './policies.module.css'
import { callOf, type Kind } from './words.ts'

const WIDTHS = [
  ['', 'Pantalla completa'],
  ['telefono', 'Teléfono (390 px)'],
] as const

/** The published look of the text, at the width of a desk or a phone. */
export function Preview({ kind, id }: { kind: Kind; id: string }) {
  const url = useServiceUrl()
  const { search } = useFilters()
  return (
    <Panel title="Como se leerá" actions={<FilterChoice name="ancho" label="Ancho" choices={WIDTHS} />}>
      <div className={search['ancho'] === 'telefono' ? css['phone'] : undefined}>
        <FrameView
          src={url(callOf(kind, `/privacy-policy/${id}/preview`))}
          title="La política como la leerá el público"
        />
      </div>
    </Panel>
  )
}
