import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { moment } from '../../times.ts'
import { Approval } from '../../ui/approval.tsx'
import { Button, FileLink } from '../../ui/button.tsx'
import { type Warning, Warnings } from '../../ui/gate.tsx'
import { History, historyOf } from '../../ui/history.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Addresses } from './addresses.tsx'
import { SideBySide } from './beside.tsx'
import { Changes } from './changes.tsx'
import { DriftNotice } from './drift.tsx'
import { Preview } from './preview.tsx'
import { PublishDialog } from './publish.tsx'
import { Remove } from './remove.tsx'
import { SectionEditor } from './sections.tsx'
import { useVersions } from './versions.ts'
import { callOf, KINDS, type Kind, LANGUAGES, type Policy, STATES } from './words.ts'

export const PrivacyPolicyPage = () => <PolicyPage kind="privacy" />
export const CookiePolicyPage = () => <PolicyPage kind="cookies" />

const TABS = [
  ['texto', 'Texto'],
  ['registro', 'Registro y texto'],
  ['cambios', 'Versiones y cambios'],
] as const
const WITH_EDITOR = [...TABS, ['editar', 'Editar']] as const

/** One version of a policy, from draft to public. */
function PolicyPage({ kind }: { kind: Kind }) {
  const id = useParam('id')
  const organisation = useOrganisation()
  useAhead(
    [
      [callOf(kind, '/privacy-policy/{id}'), { path: { id } }],
      ['/org/entities'],
      [callOf(kind, '/privacy-policy/{id}/drift'), { path: { id } }],
      approvalOf(kind, id),
    ],
    [historyOf(organisation, KINDS[kind].entityType, id)],
  )
  const { may } = organisation
  const policy = useRecord(callOf(kind, '/privacy-policy/{id}'), { path: { id } })
  const { entities } = useRecord('/org/entities')
  const versions = useVersions(kind, policy.legalEntityId)
  const at = useAt()
  const url = useServiceUrl()
  const [publishing, setPublishing] = useState(false)
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const [name, tone] = STATES[policy.status]
  const isDraft = policy.status === 'DRAFT'
  const mayEdit =
    isDraft && may(kind === 'privacy' ? 'PATCH /privacy-policy/{id}' : 'PUT /cookie-policy/{id}')
  const mayPublish =
    isDraft &&
    may(kind === 'privacy' ? 'POST /privacy-policy/{id}/publish' : 'POST /cookie-policy/{id}/publish')
  const tabs = mayEdit ? WITH_EDITOR : TABS
  const tab = useTab(tabs)
  const file = (format: string) => url(callOf(kind, `/privacy-policy/${id}/document?format=${format}`))
  const entity = entities.find((one) => one.id === policy.legalEntityId)
  return (
    <Page
      title={`${KINDS[kind].name}, versión ${policy.version}`}
      mark={<Mark tone={tone}>{name}</Mark>}
      about={[entity?.name, LANGUAGES[policy.language]].filter(Boolean).join(' · ')}
      back={{
        ...at('politicas', { ...(kind === 'cookies' && { tipo: 'cookies' }), entidad: policy.legalEntityId }),
        children: 'Políticas',
      }}
      actions={
        <>
          <FileLink href={file('docx')}>
            <FileDown size={16} aria-hidden /> Word
          </FileLink>
          <FileLink href={file('pdf')}>
            <FileDown size={16} aria-hidden /> PDF
          </FileLink>
          {kind === 'cookies' && isDraft && <Remove id={id} />}
          {mayPublish && (
            <Button kind="main" onClick={() => setPublishing(true)}>
              Publicar
            </Button>
          )}
        </>
      }
    >
      <Warnings warnings={warnings} />
      {tab === 'texto' && policy.status !== 'ARCHIVED' && <DriftNotice kind={kind} id={id} />}
      <Tabs label="Partes de la política" tabs={tabs} />
      {tab === 'texto' && (
        <Split aside={<Aside kind={kind} policy={policy} />}>
          <Preview kind={kind} id={id} />
        </Split>
      )}
      {tab === 'registro' && <SideBySide kind={kind} id={id} />}
      {tab === 'cambios' && <Changes kind={kind} id={id} versions={versions} />}
      {tab === 'editar' && <SectionEditor kind={kind} policy={policy} />}
      {publishing && (
        <PublishDialog kind={kind} id={id} onDone={setWarnings} onClose={() => setPublishing(false)} />
      )}
    </Page>
  )
}

const approvalOf = (kind: Kind, entityId: string) =>
  [
    '/workflow-instances/entity/{entityType}/{entityId}',
    { path: { entityType: KINDS[kind].approvedAs, entityId } },
  ] as const

function Aside({ kind, policy }: { kind: Kind; policy: Policy }) {
  const { entityType } = KINDS[kind]
  const approval = useRecord(...approvalOf(kind, policy.id))
  const missing = [...new Set(policy.gaps.map((gap) => gap.missing))]
  const { percentage, filled, total } = policy.completeness
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="warn">
          <p className="strong">Falta en los registros de la organización:</p>
          <ul>
            {missing.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>Complételo en el registro, los encargados o la entidad legal, y escriba un borrador nuevo.</p>
        </Notice>
      )}
      {approval && <Approval id={approval.id} />}
      {policy.status === 'PUBLISHED' && (
        <Addresses kind={kind} pageUrl={policy.pageUrl} embedCode={policy.embedCode} />
      )}
      <Panel title="Datos">
        <Facts
          facts={[
            ['Escrita', moment(policy.createdAt)],
            ['Publicada', policy.publishedAt && moment(policy.publishedAt)],
            ['Completa', `${percentage} % (${filled} de ${total} secciones)`],
            ['Nota', policy.publishNotes, 'whole'],
          ]}
        />
      </Panel>
      <History entityType={entityType} entityId={policy.id} />
    </>
  )
}
