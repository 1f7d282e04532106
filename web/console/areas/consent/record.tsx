import { FileDown } from 'lucide-react'
import { shownRut } from '#kernel/rut.ts'
import { useRecord } from '../../data.ts'
import { useAt, useServiceUrl } from '../../frame/organisation.tsx'
import { useWhole } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { moment } from '../../times.ts'
import { FileLink } from '../../ui/button.tsx'
import { FrameView } from '../../ui/frame-view.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Seal } from '../../ui/seal.tsx'
import { DecisionList } from './decisions.tsx'
import { decisionWords, PROOFS, SOURCES } from './words.ts'

/** One decision with its proof, and the person's other decisions. */
export function RecordPage() {
  const id = useParam('id')
  const at = useAt()
  const url = useServiceUrl()
  const record = useRecord('/consent/records/{id}', { path: { id } })
  const items = useWhole('/consent/subject-records', { subjectRef: record.subjectRef })
  // Only the whole list tells whether a refusal is a first answer or a withdrawal.
  const [words, tone] = decisionWords(items.find((one) => one.id === id) ?? record)
  const back =
    record.kind === 'notice'
      ? at(`consentimiento/avisos/${record.noticeId}`, { parte: 'registros' })
      : at(`consentimiento/formularios/${record.templateId}`, { parte: 'registros' })
  const file = (format: string) => url(`/consent/records/${id}/document?format=${format}`)
  return (
    <Page
      title={shownRut(record.subjectRef)}
      mark={<Mark tone={tone}>{words}</Mark>}
      about={`${record.name}, versión ${record.version}, ${moment(record.occurredAt)}`}
      back={{ ...back, children: record.name }}
      actions={
        <>
          <Seal
            of={{ entityType: record.kind === 'notice' ? 'consent_record' : 'consent_form_record', id }}
            what={record.subjectRef}
          />
          <FileLink href={file('docx')}>
            <FileDown size={16} aria-hidden /> Word
          </FileLink>
          <FileLink kind="main" href={file('pdf')}>
            <FileDown size={16} aria-hidden /> Prueba en PDF
          </FileLink>
        </>
      }
    >
      <Notice tone={record.valid ? 'ok' : 'danger'}>
        {record.valid
          ? 'El recibo vale: el registro y el texto que se mostró siguen intactos.'
          : 'El recibo no coincide con el registro. Avise a quien administra el servicio.'}
      </Notice>
      <Split
        aside={
          <>
            <Panel title="La decisión">
              <Facts
                facts={[
                  ['Decidió', moment(record.occurredAt)],
                  ['Registrado', moment(record.createdAt)],
                  ['Por dónde', SOURCES[record.source] ?? record.source],
                  ['Cómo se comprobó', PROOFS[record.provenBy], 'whole'],
                  ...(record.evidence ? ([['Evidencia', record.evidence, 'whole']] as const) : []),
                  ...(record.url ? ([['Página', record.url, 'whole']] as const) : []),
                  ['Recibo', <code key="receipt">{record.receipt}</code>, 'whole'],
                ]}
              />
            </Panel>
            {record.shown.purposes.length > 0 && (
              <Panel title="Por finalidad">
                <ul className="stack tight plain">
                  {record.shown.purposes.map(({ key, name, required, granted }) => (
                    <li key={key}>
                      <Mark tone={required ? 'plain' : granted ? 'ok' : 'warn'}>
                        {required ? 'Necesaria' : granted ? 'Aceptada' : 'Rechazada'}
                      </Mark>{' '}
                      {name}
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </>
        }
      >
        <Panel title="La prueba, como se entrega">
          <FrameView src={url(`/consent/records/${id}/preview`)} title="La prueba del consentimiento" />
        </Panel>
      </Split>
      <Panel title="Todas sus decisiones">
        <DecisionList items={items} />
      </Panel>
    </Page>
  )
}
