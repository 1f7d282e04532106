import { useNavigate } from '@tanstack/react-router'
import { useChoosing } from '../../choices.ts'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { KINDS, type Kind, LANGUAGES } from './words.ts'

interface WriteProps {
  kind: Kind
  entity: { id: string; name: string }
  onClose: () => void
}

interface Values {
  language: string
  domainId: string
}

/** The service writes a new version from the records. */
export function WriteDialog({ kind, entity, onClose }: WriteProps) {
  const at = useAt()
  const navigate = useNavigate()
  const own = useChoosing('/domains', { legalEntityId: entity.id })
  const write = useAct(
    async (service, { language, domainId }: Values): Promise<{ id: string }> => {
      const body = { legalEntityId: entity.id, language }
      return kind === 'privacy'
        ? service.post('/privacy-policy/generate', { body })
        : service.post('/cookie-policy/generate', { body: { ...body, domainId: domainId || null } })
    },
    {
      quiet: true,
      done: 'El borrador está escrito. Léalo antes de publicarlo.',
      after: ({ id }) => void navigate(at(KINDS[kind].screen(id))),
    },
  )
  const form = useForm<Values>({
    initial: { language: 'es', domainId: '' },
    save: (values) => write.mutateAsync(values),
  })
  return (
    <Dialog
      title={`Escribir la ${KINDS[kind].name.toLowerCase()}`}
      about={`De ${entity.name}, con ${KINDS[kind].from} de hoy. Queda en borrador.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Escribir el borrador" onCancel={onClose}>
        <RadioField form={form} name="language" label="Idioma" choices={Object.entries(LANGUAGES)} required />
        {kind === 'cookies' && own.total > 0 && (
          <PickOneField
            form={form}
            name="domainId"
            label="Sitio"
            none="Todos los sitios de la entidad"
            from={own}
          />
        )}
      </FormView>
    </Dialog>
  )
}
