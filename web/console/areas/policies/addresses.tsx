import { FileLink } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Panel } from '../../ui/page.tsx'
import { KINDS, type Kind } from './words.ts'

/** The public address of the policy, and the code that embeds it in a site. */
export function Addresses({
  kind,
  pageUrl,
  embedCode,
  title = 'Dónde se lee',
}: {
  kind: Kind
  pageUrl: string
  embedCode: string
  title?: string
}) {
  return (
    <Panel
      title={title}
      actions={
        <FileLink open href={pageUrl}>
          Ver como el público
        </FileLink>
      }
    >
      <div className="stack tight">
        <h3>Enlazarla</h3>
        <p className="muted">{KINDS[kind].linked}</p>
        <Copy text={pageUrl} />
      </div>
      <div className="stack tight">
        <h3>Mostrarla en su sitio</h3>
        <p className="muted">
          Pegue esto donde quiere que aparezca: muestra siempre la versión vigente. Sin JavaScript se ve el
          enlace.
        </p>
        <Copy text={embedCode} />
      </div>
    </Panel>
  )
}
