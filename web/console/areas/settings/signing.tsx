import { useState } from 'react'
import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useSeenByAct, useShown } from '../../seen.ts'
import { day } from '../../times.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Shell } from './shell.tsx'

type Certificate = Data<'GET /settings/signing-certificate'>

/** The certificate that signs the organisation's documents. */
export function SigningSettings() {
  const held = useRecord('/settings/signing-certificate')
  const { may } = useOrganisation()
  const { tone, text } = stateOf(held)
  const [uploads, setUploads] = useState(0)
  return (
    <Shell
      title="Certificado para firmar documentos"
      mark={<Mark tone={tone}>{text}</Mark>}
      about="Con él, el PDF de cada contrato firmado sale con la firma electrónica de la organización."
    >
      {held.configured ? (
        <Held held={held} />
      ) : (
        <Panel title="Para qué sirve">
          <p>
            Quien reciba un contrato ve en su lector de PDF qué certificado lo firmó y que nadie lo cambió
            desde entonces. Mientras no haya un certificado, los contratos salen igual, sin esa firma.
          </p>
          <p className="muted">
            Trátela como firma electrónica simple. La avanzada exige, además de un prestador acreditado, que
            la clave esté bajo el exclusivo control de su titular (art. 2, letra g, Ley 19.799), y aquí la
            guarda el servicio.
          </p>
        </Panel>
      )}
      {may('PUT /settings/signing-certificate') && (
        <Panel title={held.configured ? 'Reemplazarlo' : 'Subir el certificado'}>
          <UploadForm key={uploads} onDone={() => setUploads(uploads + 1)} />
        </Panel>
      )}
    </Shell>
  )
}

function stateOf({ configured, usable, expired }: Certificate) {
  if (!configured) return { tone: 'plain', text: 'Sin certificado' } as const
  if (usable) return { tone: 'ok', text: 'En uso' } as const
  return { tone: 'danger', text: expired ? 'Venció' : 'No firma' } as const
}

function Held({ held }: { held: Certificate }) {
  const { may } = useOrganisation()
  const shown = useShown('/settings/signing-certificate')
  const remove = useAct((service) => service.delete('/settings/signing-certificate', shown()), {
    done: 'El certificado se quitó. Los documentos salen sin su firma.',
  })
  return (
    <Panel title="El que se usa">
      {!held.usable && (
        <Notice tone="warn">
          <p>
            {held.expired
              ? 'El certificado venció: los contratos salen sin firma. Suba el nuevo.'
              : 'La clave de este certificado no se puede abrir: los contratos salen sin firma. Suba el archivo otra vez.'}
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          ['A nombre de', held.subject],
          ['Emitido por', held.issuer],
          ['Vigencia', `${day(held.notBefore!)} a ${day(held.notAfter!)}`],
          ['Clave', held.keyType === 'EC' ? 'Curva elíptica P-256' : held.keyType],
          ['Número de serie', <code key="serial">{held.serial}</code>],
          ['Huella SHA-256', <code key="fingerprint">{held.fingerprint}</code>],
          ['Lo subió', [held.uploadedBy, day(held.uploadedAt!)].filter(Boolean).join(', ')],
        ]}
      />
      {may('DELETE /settings/signing-certificate') && (
        <div>
          <ConfirmButton
            title="¿Quitar el certificado?"
            about="Los contratos salen desde ahora sin la firma de la organización. Los que ya salieron conservan la suya."
            confirm="Quitarlo"
            act={() => remove.mutate(undefined as never)}
          >
            Quitar
          </ConfirmButton>
        </div>
      )}
    </Panel>
  )
}

function UploadForm({ onDone }: { onDone: () => void }) {
  const seen = useSeenByAct('/settings/signing-certificate')
  const save = useAct(
    (service, body: { file: string; password: string }) =>
      service.put('/settings/signing-certificate', { body, ...seen }),
    {
      quiet: true,
      done: 'Guardado. Los contratos firmados salen desde ahora con esta firma.',
      after: onDone,
    },
  )
  const form = useForm({
    initial: { file: '', password: '' },
    save: (body) => save.mutateAsync(body),
  })
  return (
    <FormView form={form} submit="Guardar">
      <FileField
        form={form}
        name="file"
        label="Archivo .p12 o .pfx"
        hint="El que le entregó su certificador, con la clave privada. 64 kB a lo más."
        accept=".p12,.pfx,application/x-pkcs12"
        required
      />
      <TextField
        form={form}
        name="password"
        label="Contraseña del archivo"
        type="password"
        complete="new-password"
        hint="Abre el archivo ahora y no se guarda."
        maxLength={500}
      />
    </FormView>
  )
}
