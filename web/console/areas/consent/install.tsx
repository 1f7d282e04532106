import { Link } from '@tanstack/react-router'
import type { Data } from '#client'
import { useChoosing } from '../../choices.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice as Remark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import css from './consent.module.css'
import { Identify } from './identify.tsx'
import type { Notice } from './words.ts'

const MARKED = '<script type="text/plain" data-purpose="medicion" src="https://…"></script>'

/** How to install the banner on the site, and whether it is installed. */
export function Install({ notice }: { notice: Notice }) {
  const { embedCode, embedCodePinned, pageUrl } = notice
  if (!embedCode)
    return (
      <Empty title="Publique primero el aviso">
        Con la primera publicación recibe su clave y el código para el sitio.
      </Empty>
    )
  return (
    <>
      <Panel
        title="El código"
        actions={
          pageUrl && (
            <FileLink open href={pageUrl}>
              Verlo en una página de prueba
            </FileLink>
          )
        }
      >
        <p>
          Péguelo en la plantilla de su sitio, <span className="strong">lo primero dentro de {'<head>'}</span>
          : lo que esté antes no se puede retener.
        </p>
        <Copy text={embedCode} />
        {embedCodePinned && (
          <details className={css['more']}>
            <summary>Para sitios que exigen un código que no cambie (integrity)</summary>
            <p className="muted">
              Para sitios que exigen que el programa no cambie. Renuévelo cuando se actualice el servicio.
            </p>
            <Copy text={embedCodePinned} />
          </details>
        )}
        <p>
          El banner retiene por sí solo a los terceros más conocidos. Para que los demás ni siquiera se pidan,
          márquelos con la clave de su finalidad:
        </p>
        <Copy text={MARKED} />
      </Panel>
      <Check domainId={notice.domainId} />
      <Identify of="notices" id={notice.id} />
    </>
  )
}

type Checked = Data<'POST /cookie-scans/banner-check'>

function Check({ domainId }: { domainId: string | null }) {
  const at = useAt()
  const { may } = useOrganisation()
  const domains = useChoosing('/domains')
  const check = useAct(
    (service, id: string): Promise<Checked> =>
      service.post('/cookie-scans/banner-check', { body: { domainId: id } }),
  )
  const form = useForm({
    initial: { chosen: domainId ?? domains.rows[0]?.id ?? '' },
    save: async () => undefined,
  })
  const { chosen } = form.values
  if (domains.total === 0)
    return (
      <Panel title="¿Funciona en su sitio?">
        <p className="muted">
          Registre su sitio en <Link {...at('dominios')}>Dominios</Link> y compruébelo aquí.
        </p>
      </Panel>
    )
  return (
    <Panel title="¿Funciona en su sitio?">
      <p className="muted">Leemos la primera página y buscamos el código.</p>
      {domainId === null && (
        <PickOneField form={form} name="chosen" label="Sitio que se comprueba" from={domains} required />
      )}
      <div className="row">
        {may('POST /cookie-scans/banner-check') && (
          <Button kind="main" busy={check.isPending} onClick={() => check.mutate(chosen)}>
            {check.isPending ? 'Leyendo el sitio…' : 'Comprobar ahora'}
          </Button>
        )}
        <Link {...at(`cookies/${chosen}`)}>Revisar qué guarda y a quién llama antes de aceptar</Link>
      </div>
      <div aria-live="polite">{check.data && <Result found={check.data} />}</div>
    </Panel>
  )
}

function Result({ found: { works, findings, url, checkedAt } }: { found: Checked }) {
  return (
    <div className="stack">
      <Remark tone={works ? 'ok' : 'danger'}>
        {works ? 'El banner funciona en este sitio.' : 'El banner no funciona todavía en este sitio.'}
      </Remark>
      <ul className="stack tight plain">
        {findings.map(({ ok, message, action }) => (
          <li key={message}>
            <Mark tone={ok ? 'ok' : 'warn'}>{ok ? 'Bien' : 'Por arreglar'}</Mark> {message}
            {action && <span className="hint"> {action}</span>}
          </li>
        ))}
      </ul>
      <p className="hint">
        {url}, {moment(checkedAt)}
      </p>
    </div>
  )
}
