import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenByAct } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView, TextField, WhenField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Request } from './words.ts'

/** A refused temporary block is reported to the Agency: shows the report, and records that it was sent. */
export function Agency({ request }: { request: Request }) {
  const { may } = useOrganisation()
  const notice = useRecord('/dsar/requests/{id}/agency-notice', { path: { id: request.id } })
  const [recording, setRecording] = useState(false)
  return (
    <Panel
      title="Comunicación a la Agencia"
      actions={
        notice.sentAt === null &&
        may('POST /dsar/requests/{id}/agency-notice') && (
          <Button kind="main" onClick={() => setRecording(true)}>
            Dejar constancia del envío
          </Button>
        )
      }
    >
      {notice.sentAt ? (
        <div>
          <Mark tone="ok">Informada el {moment(notice.sentAt)}</Mark>
        </div>
      ) : (
        <p className="muted">
          Si niega el bloqueo, infórmelo a la Agencia por vía electrónica. Copie el texto, envíelo por el
          canal de la Agencia y deje aquí constancia. <span className="hint">{notice.article}</span>
        </p>
      )}
      {!notice.isComplete && (
        <Notice tone="warn">
          Al texto le falta el fundamento de la negativa: se completa al rechazar la solicitud, o al dejar la
          constancia.
        </Notice>
      )}
      <p className="strong">{notice.subject}</p>
      <Copy text={notice.text} />
      {recording && (
        <SentDialog request={request} isComplete={notice.isComplete} onClose={() => setRecording(false)} />
      )}
    </Panel>
  )
}

function SentDialog({
  request: { id },
  isComplete,
  onClose,
}: {
  request: Request
  isComplete: boolean
  onClose: () => void
}) {
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const record = useAct(
    (service, { ground, sentAt, notes }: { ground: string; sentAt: string; notes: string }) =>
      service.post('/dsar/requests/{id}/agency-notice', {
        path: { id },
        body: { ground: ground || null, sentAt: sentAt || null, notes: notes || null },
        ...seen,
      }),
    { quiet: true, done: 'Quedó la constancia, con el texto completo.', after: onClose },
  )
  const form = useForm({
    keep: `agency/${id}`,
    initial: { ground: '', sentAt: new Date().toISOString(), notes: '' },
    save: (values) => record.mutateAsync(values),
  })
  return (
    <Dialog
      title="Constancia del envío a la Agencia"
      about="Se guarda el texto tal como se envió."
      onClose={onClose}
    >
      <FormView form={form} submit="Dejar constancia" onCancel={onClose}>
        {!isComplete && (
          <AreaField
            form={form}
            name="ground"
            label="Fundamento de la negativa"
            hint="La comunicación lo contiene."
            rows={3}
            required
          />
        )}
        <WhenField form={form} name="sentAt" label="Cuándo se envió" hint="Hora de Chile." required />
        <TextField
          form={form}
          name="notes"
          label="Canal y comprobante"
          hint="Por ejemplo: portal de la Agencia, ingreso 4821."
          maxLength={500}
        />
      </FormView>
    </Dialog>
  )
}
