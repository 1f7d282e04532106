import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useSeen, useShown } from '../../seen.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { useMembers } from '../../ui/people.ts'
import type { Entity } from './words.ts'

/** The DPO of an entity, and the act of appointment. */
export function Dpo({ entity }: { entity: Entity }) {
  const { id, dpoName, dpoEmail, dpoUserId } = entity
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const shown = useShown(`/org/entities/${id}`)
  const [naming, setNaming] = useState(false)
  const clear = useAct(
    (service) =>
      service.patch('/org/entities/{id}', {
        path: { id },
        body: { dpoName: null, dpoEmail: null },
        ...shown(),
      }),
    { done: 'La entidad quedó sin delegado. Comuníquelo a la Agencia si antes lo informó.' },
  )
  const document = `/governance/dpo-appointment?legalEntityId=${id}`
  const mayName = may('PATCH /org/entities/{id}/dpo')
  return (
    <Panel
      title="Delegado o delegada de protección de datos"
      actions={
        mayName && (
          <Button kind={dpoName ? undefined : 'main'} onClick={() => setNaming(true)}>
            {dpoName ? 'Cambiar' : 'Designar'}
          </Button>
        )
      }
    >
      {dpoName ? (
        <>
          <Facts
            facts={[
              ['Nombre', dpoName],
              ['Correo', dpoEmail],
              ['Cuenta', dpoUserId ? 'Tiene cuenta en esta organización' : 'Sin cuenta aquí'],
            ]}
          />
          <p className="muted">
            La designación la firma la máxima autoridad (art. 50). El documento trae el acta y la comunicación
            a la Agencia, listas para firmar; guarde la copia firmada.
          </p>
          <div className="row">
            <FileLink href={url(`${document}&format=pdf`)}>Acta en PDF</FileLink>
            <FileLink href={url(`${document}&format=docx`)}>Acta en Word</FileLink>
            {may('PATCH /org/entities/{id}') && (
              <ConfirmButton
                kind="quiet"
                title="¿Dejar la entidad sin delegado?"
                about="Su nombre sale de la política y de las cartas nuevas. Dentro de un modelo de prevención el delegado es obligatorio (art. 49)."
                confirm="Dejar sin delegado"
                act={() => clear.mutate()}
              >
                Dejar sin delegado
              </ConfirmButton>
            )}
          </div>
        </>
      ) : (
        <p className="muted">
          Nadie designado. Es voluntario, salvo dentro de un modelo de prevención de infracciones (arts. 49 y
          50). Puede ser alguien de la organización o de fuera, con autonomía y sin conflictos de interés; una
          misma persona puede servir a todo un grupo, y en una micro, pequeña o mediana empresa puede serlo su
          dueño o dueña.
        </p>
      )}
      {naming && <NameDialog id={id} onClose={() => setNaming(false)} />}
    </Panel>
  )
}

interface Named {
  who: string
  userId: string
  dpoName: string
  dpoEmail: string
}

function NameDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const entity = useRecord('/org/entities/{id}', { path: { id } })
  const members = useMembers()
  const save = useAct(
    (service, { values: { who, userId, dpoName, dpoEmail }, seen }: { values: Named; seen: Seen }) =>
      who === 'member'
        ? service.patch('/org/entities/{id}/dpo', { path: { id }, body: { userId }, ...seen })
        : service.patch('/org/entities/{id}', {
            path: { id },
            body: { dpoName, dpoEmail: dpoEmail || null },
            ...seen,
          }),
    {
      quiet: true,
      done: 'Quedó registrado. La designación vale cuando la máxima autoridad firme el acta: descárguela.',
      after: onClose,
    },
  )
  const form = useForm({
    keep: `dpo/${id}`,
    version: useSeen(`/org/entities/${id}`),
    initial: {
      who: entity.dpoName && !entity.dpoUserId ? 'other' : 'member',
      userId: entity.dpoUserId ?? '',
      dpoName: entity.dpoName ?? '',
      dpoEmail: entity.dpoEmail ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <Dialog
      title="Designar al delegado o a la delegada"
      about={
        entity.isPublicBody
          ? 'En un órgano del Estado debe ser un funcionario en ejercicio (art. quinto transitorio, Ley 21.719).'
          : 'Su nombre y su correo van en la política, en las cartas y en el acta.'
      }
      onClose={onClose}
    >
      <FormView form={form} submit="Designar" onCancel={onClose}>
        <RadioField
          form={form}
          name="who"
          label="Quién es"
          choices={[
            ['member', 'Alguien con cuenta en esta organización'],
            entity.isPublicBody
              ? ['other', 'Otro funcionario en ejercicio', 'sin cuenta aquí']
              : ['other', 'Otra persona', 'un asesor externo, por ejemplo'],
          ]}
          required
        />
        {form.values.who === 'member' ? (
          <ChoiceField
            form={form}
            name="userId"
            label="Persona"
            choices={members}
            none="Elija una persona"
            required
          />
        ) : (
          <Pair>
            <TextField form={form} name="dpoName" label="Nombre" maxLength={200} required />
            <TextField form={form} name="dpoEmail" label="Correo" type="email" />
          </Pair>
        )}
      </FormView>
    </Dialog>
  )
}
