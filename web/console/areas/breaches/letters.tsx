import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useSeenByAct } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView, TextField, WhenField } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { OverrideField, useOverride } from '../../ui/gate.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { say } from '../../ui/say.ts'
import { Listed } from './listed.tsx'
import { type Audience, type Breach, LETTERS, lettersOf } from './words.ts'

/** Shows each letter as the recipient will read it, its gaps, and the record of its sending. */
export function Letters({ breach }: { breach: Breach }) {
  const { search, set } = useFilters()
  const letters = lettersOf(breach)
  const chosen = letters.find((one) => one === search['carta']) ?? letters[0]!
  return (
    <Split
      aside={
        <Panel title="Comunicaciones">
          <ul className="stack plain">
            {letters.map((audience) => (
              <li key={audience} className="stack tight">
                <button
                  type="button"
                  className="linklike"
                  aria-pressed={audience === chosen}
                  onClick={() => set({ carta: audience })}
                >
                  {LETTERS[audience][0]}
                </button>
                <SentMark breach={breach} audience={audience} />
              </li>
            ))}
          </ul>
        </Panel>
      }
    >
      <Letter key={chosen} breach={breach} audience={chosen} />
    </Split>
  )
}

function sentAt(breach: Breach, audience: Audience): string | null {
  const clock = (key: string) => breach.clocks.find((one) => one.key === key)?.doneAt ?? null
  switch (audience) {
    case 'authority':
      return breach.notifiedApdpAt
    case 'subjects':
      return breach.subjectsNotifiedAt
    case 'mass_media':
      return breach.massMediaNotice && breach.subjectsNotifiedAt
    case 'controller':
      return breach.controllerNotifiedAt
    default:
      return clock(audience)
  }
}

function SentMark({ breach, audience }: { breach: Breach; audience: Audience }) {
  const at = sentAt(breach, audience)
  const isDue =
    (audience === 'authority' && breach.requiresNotification) ||
    (audience === 'subjects' && breach.requiresSubjectNotification) ||
    audience === 'controller' ||
    audience === 'csirt_alert'
  if (at)
    return (
      <span>
        <Mark tone="ok">Hecha el {moment(at)}</Mark>
      </span>
    )
  return <span>{isDue ? <Mark tone="warn">Pendiente</Mark> : <Mark>Si corresponde</Mark>}</span>
}

function Letter({ breach, audience }: { breach: Breach; audience: Audience }) {
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const [recording, setRecording] = useState(false)
  const { gaps, notes } = useRecord('/breaches/{id}/notification-template', {
    path: { id: breach.id },
    query: { audience },
  })
  const [name, about] = LETTERS[audience]
  const sent = sentAt(breach, audience)
  // A letter to the CSIRT is sent once. Any other letter may be completed by a second one.
  const isOver = sent !== null && audience.startsWith('csirt_')
  const file = (format: string) =>
    url(`/breaches/${breach.id}/document?audience=${audience}&format=${format}`)
  return (
    <Panel
      title={name}
      actions={
        <>
          <FileLink href={file('docx')}>
            <FileDown size={16} aria-hidden /> Word
          </FileLink>
          <FileLink href={file('pdf')}>
            <FileDown size={16} aria-hidden /> PDF
          </FileLink>
          {may('PUT /breaches/{id}') && !isOver && (
            <Button kind={sent === null ? 'main' : undefined} onClick={() => setRecording(true)}>
              {sent === null ? 'Dejar constancia del envío' : 'Dejar constancia de otro envío'}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">{about}</p>
      {gaps.length > 0 && (
        <Notice tone="warn">
          <p className="strong">Falta en el texto:</p>
          <Listed items={gaps} />
          <p>Complételo en la brecha o en la entidad legal, o a mano en el Word.</p>
        </Notice>
      )}
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <FrameView
        key={breach.updatedAt}
        src={url(`/breaches/${breach.id}/preview?audience=${audience}`)}
        title={`${name}: cómo se leerá`}
      />
      {recording && <RecordDialog breach={breach} audience={audience} onClose={() => setRecording(false)} />}
    </Panel>
  )
}

interface Sent {
  notifiedAt: string
  medium: string
  notes: string
  massMediaNotice: string
  controllerName: string
  notificationFileKey: string
  overrideReason: string
}

/** The service writes the letter. People send it by each recipient's channel and record here that they did. */
function RecordDialog({
  breach,
  audience,
  onClose,
}: {
  breach: Breach
  audience: Audience
  onClose: () => void
}) {
  const { id } = breach
  const seen = useSeenByAct(`/breaches/${id}`)
  const [fileName, setFileName] = useState('')
  const override = useOverride()
  const record = useAct(
    async (service, sent: Sent): Promise<{ warnings?: readonly { message: string }[] }> => {
      const { notifiedAt, medium, overrideReason } = sent
      const notes = sent.notes || null
      const path = { id }
      if (audience === 'authority')
        return service.post('/breaches/{id}/notify-apdp', {
          path,
          body: {
            notifiedAt,
            notificationFileKey: sent.notificationFileKey,
            ...(overrideReason && { override: { reason: overrideReason } }),
          },
          ...seen,
        })
      if (audience === 'controller') {
        await service.post('/breaches/{id}/notify-controller', {
          path,
          body: { notifiedAt, medium: medium || null, notes, controllerName: sent.controllerName || null },
          ...seen,
        })
      } else if (audience === 'subjects' || audience === 'mass_media') {
        await service.post('/breaches/{id}/notify-subjects', {
          path,
          body: {
            notifiedAt,
            medium,
            notes,
            ...(audience === 'mass_media' && { massMediaNotice: sent.massMediaNotice }),
          },
          ...seen,
        })
      } else {
        await service.post('/breaches/{id}/clocks/{key}/done', {
          path: { id, key: audience },
          body: { doneAt: notifiedAt },
          ...seen,
        })
      }
      return {}
    },
    {
      quiet: true,
      after: ({ warnings = [] }) => {
        say(
          warnings.length > 0
            ? `Quedó la constancia, pero falta: ${warnings.map(({ message }) => message).join(' ')}`
            : 'Quedó la constancia del envío.',
          warnings.length > 0 ? 'danger' : 'ok',
        )
        onClose()
      },
    },
  )
  const form = useForm<Sent>({
    keep: `sent/${id}/${audience}`,
    initial: {
      notifiedAt: new Date().toISOString(),
      medium: audience === 'mass_media' ? 'medio de comunicación de alcance nacional' : '',
      notes: '',
      massMediaNotice: '',
      controllerName: breach.controllerName ?? '',
      notificationFileKey: '',
      overrideReason: '',
    },
    save: (sent) => override.watch(record.mutateAsync(sent)),
  })
  return (
    <Dialog
      title={`${LETTERS[audience][0]}: constancia`}
      about={
        audience === 'authority'
          ? 'Envíe el texto por el canal que corresponda y anote aquí cuándo y cómo. La brecha quedará «Notificada» y ya no cambiará de estado; podrá seguir completándola y complementar el reporte.'
          : 'Envíe el texto por el canal que corresponda y anote aquí cuándo y cómo lo hizo.'
      }
      onClose={onClose}
    >
      <FormView form={form} submit="Dejar constancia" onCancel={onClose}>
        <WhenField form={form} name="notifiedAt" label="Cuándo se envió" hint="Hora de Chile." required />
        {audience === 'authority' && (
          <div className="stack tight">
            <TextField
              form={form}
              name="notificationFileKey"
              label="Comprobante del reporte"
              hint="Adjunte el archivo que lo prueba, o escriba su número de ingreso."
              required
            />
            <div className="row">
              <UploadButton
                text="Adjuntar el comprobante"
                of={{ entityType: 'breach', entityId: id }}
                onStored={({ key, name }) => {
                  form.set('notificationFileKey', key)
                  setFileName(name)
                }}
              />
              {fileName && <span className="hint">{fileName}</span>}
            </div>
          </div>
        )}
        {(audience === 'subjects' || audience === 'controller') && (
          <TextField
            form={form}
            name="medium"
            label="Por qué medio"
            hint="Por ejemplo: correo electrónico a cada persona."
            maxLength={500}
            required={audience === 'subjects'}
          />
        )}
        {audience === 'controller' && (
          <TextField form={form} name="controllerName" label="Responsable avisado" maxLength={200} />
        )}
        {audience === 'mass_media' && (
          <AreaField
            form={form}
            name="massMediaNotice"
            label="Medio, fecha y por qué no se pudo avisar a cada persona"
            rows={3}
            required
          />
        )}
        {audience !== 'authority' && !audience.startsWith('csirt') && (
          <AreaField form={form} name="notes" label="Nota" rows={2} />
        )}
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
