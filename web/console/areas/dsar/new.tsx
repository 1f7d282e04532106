import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useServiceUrl } from '../../frame/organisation.tsx'
import { day, today } from '../../times.ts'
import { ButtonLink, FileLink } from '../../ui/button.tsx'
import { AreaField, ChoiceField, DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Form, useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { RadioField } from '../../ui/group-field.tsx'
import { useAskBeforeLeaving } from '../../ui/leaving.ts'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { BLANK, bodyOf, NAMES, type Values } from './intake.ts'
import { type Same, useSamePerson } from './same-person.ts'
import { type Scan, Scans } from './scans.tsx'
import { CHANNELS, RIGHT_CHOICES, RIGHTS, STATES, tellsThirds } from './words.ts'

/** Records a request that arrived by phone, on paper or at the counter. */
export function NewRequest() {
  const at = useAt()
  const { search } = useFilters()
  const made = search['ingresada']
  return (
    <FormPage
      needs="POST /dsar/requests"
      narrow
      title={made ? 'La solicitud quedó ingresada' : 'Ingresar solicitud'}
      about={
        made
          ? undefined
          : 'De quien llamó, escribió o vino en persona. El plazo corre desde el día en que llegó (art. 11).'
      }
      back={{ ...at('solicitudes'), children: 'Solicitudes' }}
    >
      {made ? <Made id={made} /> : <IntakeForm />}
    </FormPage>
  )
}

/** The receipt for the person, and where to continue. */
function Made({ id }: { id: string }) {
  const at = useAt()
  const url = useServiceUrl()
  const { folioNumber, rightType, subjectName, subjectEmail, legalDueOn } = useRecord('/dsar/requests/{id}', {
    path: { id },
  })
  return (
    <Panel title={`Folio ${folioNumber}`}>
      <Facts
        facts={[
          ['Persona', subjectName],
          ['Derecho', RIGHTS[rightType].name],
          ['Último día para responder', `${day(legalDueOn)} (${RIGHTS[rightType].article})`, 'whole'],
        ]}
      />
      <Notice tone={subjectEmail ? 'ok' : 'warn'}>
        {subjectEmail
          ? `Se le escribió a ${subjectEmail} con su folio. Si está con usted, entréguele además el comprobante.`
          : 'No indicó un correo: entréguele o envíele el comprobante con su folio. Las demás cartas quedan para imprimir.'}
      </Notice>
      <div className="row">
        <FileLink kind="main" href={url(`/dsar/requests/${id}/receipt?format=pdf`)}>
          Imprimir el comprobante
        </FileLink>
        <FileLink href={url(`/dsar/requests/${id}/receipt?format=docx`)}>Word</FileLink>
        <ButtonLink {...at(`solicitudes/${id}`)}>Abrir la solicitud</ButtonLink>
        <ButtonLink {...at('solicitudes/nueva')}>Ingresar otra</ButtonLink>
      </div>
    </Panel>
  )
}

function IntakeForm() {
  const at = useAt()
  const navigate = useNavigate()
  const { set } = useFilters()
  const [scans, setScans] = useState<Scan[]>([])
  const [mandate, setMandate] = useState<Scan[]>([])
  const create = useAct(
    (service, values: Values) =>
      service.post('/dsar/requests', { body: bodyOf(values, scans, mandate), idempotencyKey: true }),
    { quiet: true, after: ({ id }) => set({ ingresada: id }) },
  )
  // No draft: somebody else's data must not stay on a shared computer at the counter.
  const form = useForm<Values>({
    initial: { ...BLANK, receivedOn: today() },
    names: NAMES,
    save: (values) => create.mutateAsync(values),
  })
  useAskBeforeLeaving(form, '¿Salir sin ingresar la solicitud? Lo que escribió se pierde.')
  const same = useSamePerson(form.values)
  return (
    <FormView form={form} submit="Ingresar" onCancel={() => void navigate(at('solicitudes'))}>
      <Arrived form={form} scans={scans} setScans={setScans} />
      <Asker form={form} same={same} />
      <Behalf form={form} mandate={mandate} setMandate={setMandate} />
      <Wish form={form} same={same} />
    </FormView>
  )
}

interface Part {
  form: Form<Values>
}

function Arrived({ form, scans, setScans }: Part & { scans: Scan[]; setScans: (files: Scan[]) => void }) {
  return (
    <Panel title="Cómo llegó">
      <RadioField
        form={form}
        name="channel"
        label="Canal"
        choices={Object.entries(CHANNELS).map(([key, [name]]) => [key, name])}
        columns
        required
      />
      <DayField
        form={form}
        name="receivedOn"
        label="Qué día llegó"
        hint="No el día en que se ingresa: el plazo corre desde que la organización la recibió. Hasta 60 días atrás."
        required
      />
      <Scans
        label="Carta escaneada y lo que traía"
        hint="PDF o imágenes, hasta 10. Quedan con la solicitud."
        most={10}
        files={scans}
        onChange={setScans}
      />
    </Panel>
  )
}

function Asker({ form, same }: Part & { same: readonly Same[] }) {
  const hasMail = form.values.subjectEmail.trim() !== ''
  return (
    <Panel title="De quién son los datos">
      <TextField form={form} name="subjectName" label="Nombre" maxLength={200} required />
      <Pair>
        <TextField form={form} name="subjectRut" label="RUT" maxLength={20} />
        <TextField form={form} name="subjectPhone" type="tel" label="Teléfono" maxLength={200} />
      </Pair>
      <Pair>
        <TextField
          form={form}
          name="subjectEmail"
          type="email"
          label="Correo"
          hint="Sin correo, las cartas se imprimen."
        />
        <TextField
          form={form}
          name="subjectAddress"
          label="Dirección postal"
          hint={hasMail ? undefined : 'Adónde enviar la respuesta.'}
          maxLength={500}
        />
      </Pair>
      <TextField
        form={form}
        name="organizationRelation"
        label="Relación con la organización"
        hint="Cliente, exempleada, postulante…"
        maxLength={500}
      />
      <div aria-live="polite">{same.length > 0 && <Duplicates same={same} />}</div>
    </Panel>
  )
}

/** Warns that the person may have an open request for the same thing. */
function Duplicates({ same }: { same: readonly Same[] }) {
  const at = useAt()
  return (
    <Notice tone="warn">
      <p className="strong">
        {same.length === 1
          ? 'Esta persona ya tiene una solicitud abierta'
          : `Esta persona ya tiene ${same.length} solicitudes abiertas`}
      </p>
      <ul>
        {same.map(({ id, folioNumber, rightType, status, legalDueOn }) => (
          <li key={id}>
            <Link {...at(`solicitudes/${id}`)} target="_blank">
              {folioNumber}
            </Link>
            : {RIGHTS[rightType].name.toLowerCase()}, {STATES[status][0].toLowerCase()}, vence el{' '}
            {day(legalDueOn)}
          </li>
        ))}
      </ul>
      <p>Si es la misma, no la ingrese otra vez.</p>
    </Notice>
  )
}

function Behalf({
  form,
  mandate,
  setMandate,
}: Part & { mandate: Scan[]; setMandate: (files: Scan[]) => void }) {
  const { behalf } = form.values
  return (
    <Panel title="Quién la presenta">
      <RadioField
        form={form}
        name="behalf"
        label="Pide"
        choices={[
          ['self', 'La misma persona'],
          ['representative', 'Un representante', 'Legal, o con un poder.'],
          ['heir', 'Un heredero', 'De una persona que falleció (art. 4).'],
        ]}
        required
      />
      {behalf === 'representative' && (
        <>
          <Pair>
            <TextField
              form={form}
              name="representativeName"
              label="Nombre del representante"
              maxLength={200}
              required
            />
            <TextField form={form} name="representativeRut" label="Su RUT" maxLength={20} />
          </Pair>
          <TextField
            form={form}
            name="representativeRelation"
            label="Su relación con la persona"
            hint="Madre, tutora, abogado con poder…"
            maxLength={500}
          />
          <Scans
            label="Poder o mandato"
            hint="Si lo presentó. Queda con la solicitud."
            most={1}
            files={mandate}
            onChange={setMandate}
          />
        </>
      )}
      {behalf === 'heir' && (
        <Pair>
          <TextField form={form} name="heirName" label="Nombre del heredero" maxLength={200} required />
          <TextField
            form={form}
            name="heirRelation"
            label="Su relación con la persona"
            maxLength={500}
            required
          />
        </Pair>
      )}
    </Panel>
  )
}

function Wish({ form, same }: Part & { same: readonly Same[] }) {
  const { entities } = useRecord('/org/entities')
  const active = entities.filter(({ isActive }) => isActive)
  const { rightType } = form.values
  const mains = same.filter((one) => tellsThirds(one.rightType))
  const right = RIGHTS[rightType as keyof typeof RIGHTS]
  return (
    <Panel title="Qué pide">
      <ChoiceField
        form={form}
        name="rightType"
        label="Derecho"
        hint={right ? `${right.wants} (${right.article}).` : undefined}
        choices={RIGHT_CHOICES}
        none="Elija uno"
        required
      />
      {rightType === 'BLOCKING' && (
        <ChoiceField
          form={form}
          name="parentRequestId"
          label="Solicitud a la que acompaña"
          hint="Una rectificación, supresión u oposición abierta de la misma persona. Aparecen al escribir su RUT o su correo."
          choices={mains.map((one) => [one.id, `${one.folioNumber}: ${RIGHTS[one.rightType].name}`])}
          none="Ninguna"
        />
      )}
      <AreaField
        form={form}
        name="description"
        label="En sus palabras"
        hint="Lo que dijo o escribió, sin resumirlo más de lo necesario."
        rows={5}
      />
      {active.length > 1 && (
        <ChoiceField
          form={form}
          name="legalEntityId"
          label="Ante quién la presenta"
          choices={active.map(({ id, name }) => [id, name])}
          none="La entidad principal"
        />
      )}
    </Panel>
  )
}
