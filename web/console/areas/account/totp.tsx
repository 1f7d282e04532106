import { useQuery } from '@tanstack/react-query'
import { useActIn } from '../../data.ts'
import { messageOf, serviceOf } from '../../service.ts'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import css from './account.module.css'

/** The service shows the secret once. The factor counts from its first valid code on. */
export function TotpDialog({
  onClose,
  onCodes,
}: {
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const { data, error } = useQuery({
    queryKey: ['totp'],
    queryFn: () => serviceOf().post('/auth/mfa/totp'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const confirm = useActIn(
    '',
    (service, code: string) => service.post('/auth/mfa/totp/confirm', { body: { code } }),
    { quiet: true, after: ({ recoveryCodes }) => onCodes(recoveryCodes) },
  )
  const form = useForm({
    initial: { code: '' },
    save: ({ code }) => confirm.mutateAsync(code.replace(/\s/g, '')),
  })
  return (
    <Dialog
      title="Configurar la aplicación de códigos"
      about="Con Google Authenticator, Microsoft Authenticator, Aegis u otra que lea códigos QR."
      onClose={onClose}
    >
      {error && (
        <Notice tone="danger" alert>
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      {data && (
        <>
          <p>1. Lea este código con la aplicación:</p>
          <img
            className={css['qr']}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(data.qrSvg)}`}
            alt="Código QR para la aplicación"
          />
          <p>O escriba esta clave en ella:</p>
          <Copy text={data.secret} />
          <p>2. Escriba los seis dígitos que muestra:</p>
          <FormView form={form} submit="Activar" onCancel={onClose}>
            <TextField
              form={form}
              name="code"
              label="Código de la aplicación"
              complete="one-time-code"
              code
              maxLength={10}
              required
            />
          </FormView>
        </>
      )}
    </Dialog>
  )
}
