import { useState } from 'react'
import type { Data } from '#client'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField, FormView, TextField } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'

export type SourceFile = Data<'GET /dsar/requests/{id}/package/sources'>['files'][number]

/** A redaction as the API takes it. `name` is the name of the replacement file. */
export interface Covering {
  fileId: string
  field: string | null
  replacementFileId: string | null
  what: string
  reason: string
  name: string | null
}

const OTHERS = 'Son datos de otra persona'

/** Redacts a column or a whole file, or replaces the file with another version. */
export function CoverDialog({
  requestId,
  file,
  onCovered,
  onClose,
}: {
  requestId: string
  file: SourceFile
  onCovered: (one: Covering) => void
  onClose: () => void
}) {
  const columns = file.columns ?? []
  const [version, setVersion] = useState<{ key: string; name: string }>()
  const [missing, setMissing] = useState<string>()
  const form = useForm({
    initial: {
      how: columns.length > 0 ? 'column' : 'replace',
      field: columns[0] ?? '',
      what: '',
      reason: OTHERS,
    },
    save: async () => undefined,
  })
  const { how, field, what, reason } = form.values
  const cover = () => {
    if (how === 'replace' && !version) return setMissing('Suba primero la versión cubierta.')
    if (!what.trim() || !reason.trim())
      return setMissing('Escriba qué se cubre y por qué: la persona lo leerá.')
    return onCovered({
      fileId: file.id,
      field: how === 'column' ? field : null,
      replacementFileId: how === 'replace' ? version!.key : null,
      what: what.trim(),
      reason: reason.trim(),
      name: how === 'replace' ? version!.name : null,
    })
  }
  return (
    <Dialog
      title="Cubrir lo que no va"
      about={`En «${file.name}». El índice dirá qué se cubrió, por qué y que usted lo hizo.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Cubrir" instead={cover} onCancel={onClose}>
        <RadioField
          form={form}
          name="how"
          label="Cómo"
          required
          choices={[
            ...(columns.length > 0
              ? [
                  [
                    'column',
                    'Cubrir una columna',
                    'En cada fila dirá «[dato cubierto: vea el índice]».',
                  ] as const,
                ]
              : [
                  ['replace', 'Entregar otra versión', 'Una copia del archivo con lo ajeno tapado.'] as const,
                ]),
            ['out', 'No entregar el archivo', 'Queda fuera entero.'],
          ]}
        />
        {how === 'column' && (
          <ChoiceField
            form={form}
            name="field"
            label="Columna"
            required
            choices={columns.map((name) => [name, name] as const)}
          />
        )}
        {how === 'replace' && (
          <div className="row">
            <UploadButton
              text={version ? 'Cambiar la versión' : 'Subir la versión cubierta'}
              of={{ entityType: 'dsar_request', entityId: requestId }}
              onStored={({ key, name }) => setVersion({ key, name })}
            />
            {version && <span>{version.name}</span>}
          </div>
        )}
        <TextField
          form={form}
          name="what"
          label="Qué se cubre"
          hint="Sin decir lo que se oculta: «Nombre de otra clienta»."
          maxLength={500}
          required
        />
        <TextField form={form} name="reason" label="Por qué" maxLength={500} required />
        {missing && (
          <Notice tone="danger">
            <p role="alert">{missing}</p>
          </Notice>
        )}
      </FormView>
    </Dialog>
  )
}
