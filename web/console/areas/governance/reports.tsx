import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { reading, useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { bytes } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import css from './governance.module.css'
import { KINDS, type Report, STATES } from './words.ts'

const EVERY_MS = 1500

/** Generated reports, and the progress of those in work. */
export function Reports() {
  const { slug, may } = useOrganisation()
  const [making, setMaking] = useState<Report['kind']>()
  const query = { limit: 50 }
  const first = useRecord('/governance/reports', { query })
  const { data = first } = useQuery({
    ...reading(slug, '/governance/reports', { query }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'PENDING') ? EVERY_MS : false,
  })
  return (
    <Split aside={<FolderParts />}>
      <Panel
        title="Informes y carpetas"
        actions={
          <>
            {may('POST /governance/inspection-folder') && (
              <Button onClick={() => setMaking('INSPECTION')}>Carpeta de fiscalización</Button>
            )}
            {may('POST /governance/reports/generate') && (
              <Button kind="main" onClick={() => setMaking('REPORT')}>
                Generar un informe
              </Button>
            )}
          </>
        }
      >
        {data.items.length === 0 && (
          <p className="muted">
            Ninguno todavía. El informe es un PDF para el directorio; la carpeta reúne los registros y sus
            huellas para una fiscalización.
          </p>
        )}
        <ul className={`plain ${css['rows']}`}>
          {data.items.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} />
            </li>
          ))}
        </ul>
      </Panel>
      {making && <MakeDialog kind={making} onClose={() => setMaking(undefined)} />}
    </Split>
  )
}

export function ReportRow({ report }: { report: Report }) {
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const { id, title, kind, status, progress, score, sizeBytes, sha256, error, createdAt } = report
  const [state, tone] = STATES[status]
  // Only administrators can create or download a folder.
  const mayHave = kind === 'REPORT' || may('POST /governance/inspection-folder')
  const remove = useAct((service) => service.delete('/governance/reports/{id}', { path: { id } }), {
    done: 'Ya no está.',
  })
  return (
    <div className={css['rowOf']}>
      <div className="stack tight">
        <span className="strong">{title}</span>
        <span className="hint">
          {[
            KINDS[kind],
            moment(createdAt),
            score !== null && `puntaje ${score}`,
            sizeBytes !== null && bytes(sizeBytes),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {sha256 && (
          <span className="hint row">
            Huella SHA-256 <Copy text={sha256} />
          </span>
        )}
        {error && <span className="danger">{error}</span>}
        {status === 'PENDING' && (
          <progress max={100} value={progress} aria-label={`Avance de ${title}`}>
            {progress} %
          </progress>
        )}
      </div>
      <div className={css['side']}>
        <Mark tone={tone}>{state}</Mark>
        {status === 'READY' && mayHave && (
          <FileLink href={url(`/governance/reports/${id}/download`)}>
            <FileDown size={16} aria-hidden /> Descargar<span className="heard"> {title}</span>
          </FileLink>
        )}
        {mayHave && may('DELETE /governance/reports/{id}') && status !== 'PENDING' && (
          <ConfirmButton
            kind="quiet"
            label={`Eliminar ${title}`}
            title={`¿Eliminar «${title}»?`}
            about="El archivo se pierde; se puede generar otro con los datos de hoy."
            confirm="Eliminar"
            act={() => remove.mutate()}
          >
            Eliminar
          </ConfirmButton>
        )}
      </div>
    </div>
  )
}

function MakeDialog({ kind, onClose }: { kind: Report['kind']; onClose: () => void }) {
  const start = useAct(
    (service, title: string) => {
      const body = title ? { title } : {}
      return kind === 'REPORT'
        ? service.post('/governance/reports/generate', { body })
        : service.post('/governance/inspection-folder', { body })
    },
    { quiet: true, done: 'Se está preparando: verá aquí su avance.', after: onClose },
  )
  const form = useForm({ initial: { title: '' }, save: ({ title }) => start.mutateAsync(title.trim()) })
  return (
    <Dialog
      title={kind === 'REPORT' ? 'Generar un informe' : 'Generar la carpeta de fiscalización'}
      about={
        kind === 'REPORT'
          ? 'Un PDF con el puntaje, los hallazgos y cómo han cambiado, con los datos de este momento.'
          : 'Un ZIP con los registros, los documentos vigentes y la huella SHA-256 de cada archivo. Contiene datos personales: entréguelo solo a quien corresponda.'
      }
      onClose={onClose}
    >
      <FormView form={form} submit="Generar" onCancel={onClose}>
        <TextField
          form={form}
          name="title"
          label="Título"
          hint="En blanco, lo pone el servicio."
          maxLength={200}
        />
      </FormView>
    </Dialog>
  )
}

function FolderParts() {
  const { items } = useRecord('/governance/inspection-folder')
  return (
    <Panel title="Qué lleva la carpeta">
      <ol className="stack tight plain">
        {items.map(({ folder, title, article, note }) => (
          <li key={folder} className="stack tight">
            <span>
              {folder.slice(0, 2)}. {title}
            </span>
            <span className="hint">{[article, note].filter(Boolean).join('. ')}</span>
          </li>
        ))}
      </ol>
      <p className="hint">
        El índice dice qué contiene, y la huella de cada archivo permite comprobar que no cambió.
      </p>
    </Panel>
  )
}
