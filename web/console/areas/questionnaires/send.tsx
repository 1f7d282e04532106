import { useSuspenseQueries } from '@tanstack/react-query'
import type { Data } from '#client'
import { addDays } from '#kernel/dates.ts'
import { reading, useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { today } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, DayField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { peopleIn, type Questionnaire } from './words.ts'

interface Values {
  people: string
  dueOn: string
}

/** Chooses recipients and the due date. People paste addresses or pick heads of departments. */
export function SendDialog({
  questionnaire,
  onClose,
}: {
  questionnaire: Questionnaire
  onClose: () => void
}) {
  const { id, name } = questionnaire
  const heads = useHeads()
  const send = useAct(
    (service, { people, dueOn }: Values) =>
      service.post('/questionnaires/{id}/send', {
        path: { id },
        body: {
          recipients: peopleIn(people).map((person) => ({
            ...person,
            departmentId: heads.find(({ email }) => email === person.email)?.departmentId ?? null,
          })),
          dueOn,
        },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: ({ sent }) => (sent === 1 ? 'Se envió a 1 persona.' : `Se envió a ${sent} personas.`),
      after: onClose,
    },
  )
  const form = useForm<Values>({
    keep: `questionnaire/${id}/send`,
    names: { recipients: 'people' },
    initial: { people: '', dueOn: addDays(today(), 14) },
    save: (values) => send.mutateAsync(values),
  })
  const people = peopleIn(form.values.people)
  const addHeads = () => {
    const there = new Set(people.map(({ email }) => email))
    const lines = heads.filter(({ email }) => !there.has(email)).map((head) => `${head.name} <${head.email}>`)
    form.set('people', [form.values.people.trim(), ...lines].filter(Boolean).join('\n'))
  }
  return (
    <Dialog
      title="Enviar el cuestionario"
      about={`«${name}», versión ${questionnaire.version}. Cada persona recibe por correo un enlace propio; no necesita una cuenta.`}
      onClose={onClose}
    >
      <FormView
        form={form}
        submit={people.length > 1 ? `Enviar a ${people.length}` : 'Enviar'}
        onCancel={onClose}
      >
        <AreaField
          form={form}
          name="people"
          label="Personas"
          hint="Una por línea: Ana Rojas <ana@empresa.cl>, o solo el correo. Hasta 100."
          rows={6}
          required
        />
        {heads.length > 0 && (
          <div>
            <Button onClick={addHeads}>Agregar a las jefaturas de área ({heads.length})</Button>
          </div>
        )}
        <DayField form={form} name="dueOn" label="Responder hasta" required />
      </FormView>
    </Dialog>
  )
}

type Department = Data<'GET /org/entities/{entityId}/departments'>['departments'][number]

/** The heads of departments who have an address. */
function useHeads(): { name: string; email: string; departmentId: string }[] {
  const { slug } = useOrganisation()
  const { entities } = useRecord('/org/entities')
  const found = useSuspenseQueries({
    queries: entities
      .filter(({ isActive }) => isActive)
      .map(({ id }) => reading(slug, '/org/entities/{entityId}/departments', { path: { entityId: id } })),
  })
  return found
    .flatMap(({ data }) => flat(data.departments))
    .flatMap(({ id, headName, headEmail }) =>
      headEmail ? [{ name: headName ?? headEmail, email: headEmail, departmentId: id }] : [],
    )
}

function flat(departments: readonly Department[]): Department[] {
  return departments.flatMap((one) => [one, ...flat((one.children ?? []) as Department[])])
}
