import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useSeenByAct } from '../../seen.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { ManyField, RadioField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'
import { METHODS, type Method, PROVABLES, type Provable, provableOf, type Request } from './words.ts'

interface Values {
  method: string
  proves: string[]
  notes: string
}

interface Dialogue {
  request: Request
  onClose: () => void
}

/** Records a check of identity: the method, what it proved, and the evidence. */
export function IdentityDialog({ request, onClose }: Dialogue) {
  const { id } = request
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const [file, setFile] = useState<{ key: string; name: string }>()
  const provable = provableOf(request)
  const methods = (Object.keys(METHODS) as Method[]).filter((one) =>
    METHODS[one][1].some((what) => provable.includes(what)),
  )
  const check = useAct(
    (service, { method, proves, notes }: Values) =>
      service.post('/dsar/requests/{id}/identity', {
        path: { id },
        body: {
          method: method as Method,
          proves: proves as Provable[],
          notes: notes || null,
          fileId: file?.key ?? null,
        },
        ...seen,
      }),
    { quiet: true, done: 'Quedó la constancia de la verificación.', after: onClose },
  )
  const provenBy = (method: string) =>
    method in METHODS ? provable.filter((what) => METHODS[method as Method][1].includes(what)) : []
  // The method is evidence, so the form preselects none.
  const form = useForm<Values>({
    initial: { method: '', proves: [], notes: '' },
    save: (values) =>
      check.mutateAsync({
        ...values,
        proves: values.proves.filter((one) => provenBy(values.method).includes(one as Provable)),
      }),
  })
  const { method } = form.values
  return (
    <Dialog
      title="Verificar la identidad"
      about="Compruebe lo necesario, y no más: cuanto más sensible es lo que va a entregar, más segura debe ser la comprobación (art. 11)."
      onClose={onClose}
    >
      <FormView form={form} submit="Dejar constancia" onCancel={onClose}>
        <RadioField
          form={form}
          name="method"
          label="Cómo lo comprobó"
          choices={methods.map((one) => [one, METHODS[one][0], METHODS[one][2]])}
          required
        />
        {method === 'document_copy' && (
          <Notice tone="warn">
            No pida una copia de la cédula cuando baste con verla, con un código o con una llamada. Si la
            recibió sin pedirla, no hace falta guardarla (art. 3 letra c).
          </Notice>
        )}
        {method && (
          <ManyField
            form={form}
            name="proves"
            label="Qué quedó probado"
            choices={provenBy(method).map((one) => [one, PROVABLES[one][1]])}
            required
          />
        )}
        <AreaField
          form={form}
          name="notes"
          label="Qué revisó"
          hint="Queda con la solicitud; la persona no lo ve. No copie más datos de los necesarios."
          rows={3}
        />
        <div className="row">
          <UploadButton text={file ? 'Cambiar la evidencia' : 'Adjuntar evidencia'} onStored={setFile} />
          {file && (
            <>
              <span>{file.name}</span>
              <Button kind="quiet" onClick={() => setFile(undefined)}>
                Quitar
              </Button>
            </>
          )}
        </div>
      </FormView>
    </Dialog>
  )
}

/** A wrong check stays on record, with the reason why it no longer counts. */
export function WithdrawDialog({
  request: { id },
  check,
  onClose,
}: Dialogue & { check: Request['identity']['checks'][number] }) {
  const seen = useSeenByAct(`/dsar/requests/${id}`)
  const withdraw = useAct(
    (service, { reason }: { reason: string }) =>
      service.post('/dsar/requests/{id}/identity/{checkId}/withdraw', {
        path: { id, checkId: check.id },
        body: { reason },
        ...seen,
      }),
    { quiet: true, done: 'La comprobación ya no cuenta.', after: onClose },
  )
  const form = useForm({ initial: { reason: '' }, save: (values) => withdraw.mutateAsync(values) })
  return (
    <Dialog
      title="Retirar la comprobación"
      about={`«${METHODS[check.method][0]}» deja de contar, y queda en el registro con su motivo.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Retirar" onCancel={onClose}>
        <AreaField form={form} name="reason" label="Por qué" rows={3} required />
      </FormView>
    </Dialog>
  )
}
