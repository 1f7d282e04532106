import { useNavigate } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { History } from '../../ui/history.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { shownAt } from '../../ui/origins.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { FormDesigner } from './form-designer.tsx'
import { Identify } from './identify.tsx'
import { TemplateRecords } from './records.tsx'
import type { ShownTemplate } from './shown.ts'
import { StatsView } from './stats.tsx'
import { Versions } from './versions.tsx'
import { Webhooks } from './webhooks.tsx'
import type { Template } from './words.ts'

const TABS = [
  ['diseno', 'Diseño'],
  ['usar', 'Usar'],
  ['registros', 'Registros'],
  ['estadisticas', 'Estadísticas'],
  ['envios', 'Otros sistemas'],
  ['versiones', 'Versiones'],
] as const

export function TemplatePage() {
  const id = useParam('id')
  const at = useAt()
  const template = useRecord('/consent/templates/{id}', { path: { id } })
  const version = useSeen(`/consent/templates/${id}`)
  const tab = useTab(TABS)
  return (
    <Page
      title={template.name}
      mark={
        <Mark tone={template.isActive ? 'ok' : 'plain'}>{template.isActive ? 'En uso' : 'Desactivado'}</Mark>
      }
      about={`Versión ${template.version}`}
      back={{ ...at('consentimiento/formularios'), children: 'Formularios de consentimiento' }}
      actions={<Actions template={template} />}
    >
      <Tabs label="Partes del formulario" tabs={TABS} />
      {tab === 'diseno' && <FormDesigner key={id} template={template} version={version} />}
      {tab === 'usar' && (
        <>
          <Use template={template} />
          <Identify of="templates" id={id} />
        </>
      )}
      {tab === 'registros' && <TemplateRecords id={id} />}
      {tab === 'estadisticas' && <StatsView of="templates" id={id} />}
      {tab === 'envios' && <Webhooks id={id} />}
      {tab === 'versiones' && (
        <>
          <Versions of="templates" id={id} />
          <History entityType="consent_template" entityId={id} />
        </>
      )}
    </Page>
  )
}

function Actions({ template: { id, isActive, pageUrl } }: Pick<ShownTemplate, 'template'>) {
  const { may } = useOrganisation()
  const shown = useShown(`/consent/templates/${id}`)
  const at = useAt()
  const navigate = useNavigate()
  const turn = useAct(
    (service, on: boolean) =>
      service.put('/consent/templates/{id}', { path: { id }, body: { isActive: on }, ...shown() }),
    {
      done: (_, on) => (on ? 'El formulario está en uso otra vez.' : 'El formulario quedó desactivado.'),
    },
  )
  const remove = useAct((service) => service.delete('/consent/templates/{id}', { path: { id } }), {
    done: 'El formulario se eliminó; sus registros se conservan.',
    after: () => void navigate(at('consentimiento/formularios')),
  })
  return (
    <>
      {isActive && (
        <FileLink open href={pageUrl}>
          Abrir la página
        </FileLink>
      )}
      {may('PUT /consent/templates/{id}') && (
        <Button busy={turn.isPending} onClick={() => turn.mutate(!isActive)}>
          {isActive ? 'Desactivar' : 'Volver a usar'}
        </Button>
      )}
      {may('DELETE /consent/templates/{id}') && (
        <ConfirmButton
          kind="grave"
          title="¿Eliminar el formulario?"
          about="Su página deja de mostrarse. Lo que las personas consintieron se conserva, y lo pueden retirar."
          confirm="Eliminar"
          act={() => remove.mutate()}
        >
          Eliminar
        </ConfirmButton>
      )}
    </>
  )
}

function Use({ template: { pageUrl, embedCode, isActive, allowedOrigins } }: { template: Template }) {
  return (
    <Panel title="Cómo usarlo">
      {!isActive && (
        <Notice tone="warn">
          <p>
            Está desactivado: su dirección no abre y nadie puede consentir por él, tampoco donde esté pegado.
            Quien ya consintió lo puede retirar aquí:
          </p>
          <Copy text={`${pageUrl}/retirar`} />
        </Notice>
      )}
      <div className="stack tight">
        <h3>Enlazarlo</h3>
        <p className="muted">
          La página del formulario, para correos, mensajes o un código QR. Quien tenga la dirección puede
          responder, sin cuenta{allowedOrigins.length > 0 && ' y desde cualquier sitio'}.
        </p>
        <Copy text={pageUrl} />
      </div>
      <div className="stack tight">
        <h3>Pegarlo en su sitio</h3>
        <p className="muted">
          En el lugar de la página donde quiere que aparezca. Quien no tenga JavaScript ve el enlace.{' '}
          {shownAt(allowedOrigins)}
        </p>
        <Copy text={embedCode} />
      </div>
    </Panel>
  )
}
