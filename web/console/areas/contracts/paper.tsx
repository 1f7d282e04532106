import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { asSeen, Told } from '../../service.ts'
import { dayOf, today } from '../../times.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { OverrideField, useOverride, type Warning } from '../../ui/gate.tsx'
import { type Contract, expiryOf } from './words.ts'

interface PaperProps {
  contract: Contract
  onWarned: (warnings: readonly Warning[]) => void
  onClose: () => void
}

/** Records a contract signed outside the service: the copy, the date and the signatories. */
export function PaperDialog({ contract, onWarned, onClose }: PaperProps) {
  const { id } = contract
  const { slug } = useOrganisation()
  const override = useOverride()
  const [file, setFile] = useState<{ key: string; name: string }>()
  const record = useAct(
    (service, { values, fileKey }: { values: Values; fileKey: string }) =>
      service.post('/contracts/{id}/signed-copy', {
        path: { id },
        body: {
          fileKey,
          signedOn: values.signedOn,
          signerName: values.signerName,
          ...(values.signerRut && { signerRut: values.signerRut }),
          ...(values.name && {
            organizationSigner: { name: values.name, position: values.position || null },
          }),
          ...(values.expiresAt && { expiresAt: expiryOf(contract, values.expiresAt) }),
          ...(values.overrideReason && { override: { reason: values.overrideReason } }),
        },
        ...asSeen(slug, `/contracts/${id}`),
      }),
    {
      quiet: true,
      done: 'El contrato quedó firmado, con su ejemplar.',
      after: ({ warnings }) => {
        onWarned(warnings)
        onClose()
      },
    },
  )
  const form = useForm({
    keep: `contract/paper/${id}`,
    initial: {
      signedOn: today(),
      signerName: contract.signerName ?? '',
      signerRut: contract.signerRut ?? '',
      name: '',
      position: '',
      expiresAt: dayOf(contract.expiresAt),
      overrideReason: '',
    },
    save: (values) => {
      if (!file) throw new Told('Suba primero el ejemplar firmado.')
      return override.watch(record.mutateAsync({ values, fileKey: file.key }))
    },
  })
  return (
    <Dialog
      title="Registrar un contrato firmado en papel"
      about="Suba el ejemplar con las firmas. El contrato queda firmado y la constancia dice que se firmó fuera del servicio, con la huella del archivo."
      onClose={onClose}
    >
      <FormView form={form} submit="Registrar la firma" onCancel={onClose}>
        <div className="row">
          <UploadButton
            text={file ? 'Cambiar el archivo' : 'Subir el ejemplar firmado'}
            of={{ entityType: 'contract', entityId: id }}
            onStored={({ key, name }) => setFile({ key, name })}
          />
          <span className={file ? 'ok' : 'muted'} role="status">
            {file ? file.name : 'PDF o imagen'}
          </span>
        </div>
        <Pair>
          <DayField form={form} name="signedOn" label="Día de la última firma" required />
          <DayField form={form} name="expiresAt" label="Rige hasta" hint="En blanco, no vence." />
        </Pair>
        <Pair>
          <TextField form={form} name="signerName" label="Firmó por la contraparte" required />
          <TextField form={form} name="signerRut" label="Su RUT" />
        </Pair>
        <Pair>
          <TextField form={form} name="name" label="Firmó por la organización" />
          <TextField form={form} name="position" label="Cargo" />
        </Pair>
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}

interface Values {
  signedOn: string
  signerName: string
  signerRut: string
  name: string
  position: string
  expiresAt: string
  overrideReason: string
}
