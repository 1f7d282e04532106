import { useState } from 'react'
import { countryName } from '../../countries.ts'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, ChoiceField, DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { type KeptFile, useKept } from './diligence.tsx'
import css from './processors.module.css'
import { AUTHORISATIONS, type SubProcessor } from './words.ts'

const NEW = 'nuevo'

/** The sub-processors. Each one needs a specific written authorisation. */
export function SubProcessors({ processorId }: { processorId: string }) {
  const { items } = useRecord('/processors/{id}/sub-processors', { path: { id: processorId } })
  const files = useKept(processorId)
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const { search, set } = useFilters()
  const mayChange = may('POST /processors/{id}/sub-processors')
  const open = search['sub']
  const chosen = items.find(({ id }) => id === open)
  const remove = useAct(
    (service, subId: string) =>
      service.delete('/processors/{id}/sub-processors/{subId}', { path: { id: processorId, subId } }),
    { done: 'El subencargado ya no está en la lista.' },
  )
  return (
    <Panel
      title="Subencargados"
      actions={mayChange && <Button onClick={() => set({ sub: NEW })}>Agregar un subencargado</Button>}
    >
      <p className="muted">
        Solo puede delegar con su autorización específica y por escrito; una general no basta, y sigue siendo
        solidariamente responsable (art. 15 bis).
      </p>
      {items.length === 0 && <p className="muted">No ha informado ninguno.</p>}
      <ul className={`plain ${css['questions']}`}>
        {items.map((sub) => {
          const [state, tone] = AUTHORISATIONS[sub.authorisation]
          const paper = files.find(({ key }) => key === sub.fileKey)
          return (
            <li key={sub.id} className={css['question']}>
              <div className="stack tight">
                <span className="strong">{sub.name}</span>
                <span className="hint">
                  {[countryName(sub.country), sub.services].filter(Boolean).join(' · ') || '—'}
                </span>
                {sub.note && <span className="prose">{sub.note}</span>}
                {paper && (
                  <a href={url(`/files/${paper.key}`)} download={paper.name}>
                    {paper.name}
                  </a>
                )}
              </div>
              <div className={css['answer']}>
                <Mark tone={tone}>{state}</Mark>
                {sub.authorisedOn && <span className="hint">{day(sub.authorisedOn)}</span>}
                {mayChange && (
                  <span className="row">
                    <Button onClick={() => set({ sub: sub.id })} label={`Cambiar ${sub.name}`}>
                      Cambiar
                    </Button>
                    <ConfirmButton
                      kind="quiet"
                      label={`Quitar ${sub.name}`}
                      title={`¿Quitar a ${sub.name}?`}
                      about="Sale de la lista; el historial del encargado conserva que estuvo."
                      confirm="Quitar"
                      act={() => remove.mutate(sub.id)}
                    >
                      Quitar
                    </ConfirmButton>
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {mayChange && (open === NEW || chosen) && (
        <SubDialog
          key={open}
          processorId={processorId}
          sub={chosen}
          files={files}
          onClose={() => set({ sub: '' })}
        />
      )}
    </Panel>
  )
}

function SubDialog({
  processorId,
  sub,
  files,
  onClose,
}: {
  processorId: string
  sub: SubProcessor | undefined
  files: readonly KeptFile[]
  onClose: () => void
}) {
  const [added, setAdded] = useState<readonly KeptFile[]>([])
  const save = useAct(
    (service, { values: { name, authorisation, ...rest }, seen }: { values: Values; seen: Seen }) => {
      const body = {
        name,
        authorisation: authorisation as SubProcessor['authorisation'],
        ...(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value || null])) as Partial<
          Omit<Values, 'name' | 'authorisation'>
        >),
      }
      return sub
        ? service.put('/processors/{id}/sub-processors/{subId}', {
            path: { id: processorId, subId: sub.id },
            body,
            ...seen,
          })
        : service.post('/processors/{id}/sub-processors', { path: { id: processorId }, body, ...seen })
    },
    { quiet: true, done: 'El subencargado quedó guardado.', after: onClose },
  )
  const form = useForm<Values>({
    keep: `processor/${processorId}/sub/${sub?.id ?? 'new'}`,
    version: useSeen(`/processors/${processorId}`),
    initial: {
      name: sub?.name ?? '',
      country: sub?.country ?? '',
      services: sub?.services ?? '',
      authorisation: sub?.authorisation ?? 'PENDING',
      authorisedOn: sub?.authorisedOn ?? '',
      fileKey: sub?.fileKey ?? '',
      note: sub?.note ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  const known = [...files, ...added.filter(({ key }) => !files.some((file) => file.key === key))]
  return (
    <Dialog title={sub ? `Cambiar ${sub.name}` : 'Agregar un subencargado'} onClose={onClose}>
      <FormView form={form} submit="Guardar" onCancel={onClose}>
        <Pair>
          <TextField form={form} name="name" label="Nombre o razón social" maxLength={200} required />
          <TextField form={form} name="country" label="País" />
        </Pair>
        <AreaField form={form} name="services" label="Qué se le delega" rows={2} />
        <Pair>
          <ChoiceField
            form={form}
            name="authorisation"
            label="Autorización"
            choices={Object.entries(AUTHORISATIONS).map(([key, [name]]) => [key, name] as const)}
            required
          />
          <DayField
            form={form}
            name="authorisedOn"
            label="Día de la autorización"
            hint="La que usted dio por escrito."
          />
        </Pair>
        {known.length > 0 && (
          <ChoiceField
            form={form}
            name="fileKey"
            label="Documento de la autorización"
            none="Ninguno"
            choices={known.map(({ key, name }) => [key, name] as const)}
          />
        )}
        <div>
          <UploadButton
            text="Subir la autorización"
            of={{ entityType: 'processor', entityId: processorId }}
            onStored={(file) => {
              setAdded((before) => [...before, file])
              form.set('fileKey', file.key)
            }}
          />
        </div>
        <AreaField form={form} name="note" label="Nota" rows={2} />
      </FormView>
    </Dialog>
  )
}

interface Values {
  name: string
  country: string
  services: string
  authorisation: string
  authorisedOn: string
  fileKey: string
  note: string
}
