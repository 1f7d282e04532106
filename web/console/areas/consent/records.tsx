import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AreaField, ChoiceField, FormView, Pair, TextField, WhenField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { CHANNELS, decisionWords, PROOFS, SOURCES } from './words.ts'

const NONE = 'Cada decisión queda aquí con su recibo, que prueba qué se mostró y qué se decidió.'

/** Visitors' decisions on a notice. */
export function NoticeRecords({ id }: { id: string }) {
  const at = useAt()
  const { search } = useFilters()
  const { rows, total, more } = useRecords(
    `/consent/notices/${id}/records` as '/consent/notices/{id}/records',
    { q: search['q'] },
  )
  if (total === 0 && !search['q']) return <Empty title="Nadie ha decidido todavía">{NONE}</Empty>
  return (
    <>
      <Filters filters={[]} />
      <List
        label="Decisiones"
        rows={rows}
        total={total}
        more={more}
        to={(row) => at(`consentimiento/registros/${row.id}`)}
        columns={[
          { label: 'Cuándo', cell: ({ createdAt }) => moment(createdAt) },
          {
            label: 'Decisión',
            cell: ({ action, decisions, signal }) => {
              const [words, tone] = decisionWords({ action, granted: Object.values(decisions).some(Boolean) })
              return (
                <span className="row">
                  <Mark tone={tone}>{words}</Mark>
                  {signal && <Mark>Señal del navegador</Mark>}
                </span>
              )
            },
          },
          { label: 'Quién', cell: ({ subjectRef }) => subjectRef },
          { label: 'Versión', cell: ({ noticeVersion }) => String(noticeVersion) },
          { label: 'Página', cell: ({ url }) => url ?? '—' },
        ]}
      />
    </>
  )
}

/** People who consented with a form, online or on paper. */
export function TemplateRecords({ id }: { id: string }) {
  const at = useAt()
  const { may } = useOrganisation()
  const { search } = useFilters()
  const [adding, setAdding] = useState(false)
  const { rows, total, more } = useRecords(
    `/consent/templates/${id}/records` as '/consent/templates/{id}/records',
    { q: search['q'] },
  )
  const add = may('POST /consent/templates/{id}/manual') && (
    <Button onClick={() => setAdding(true)}>Registrar uno en papel o por teléfono</Button>
  )
  return (
    <>
      {total === 0 && !search['q'] ? (
        <Empty title="Nadie ha decidido todavía" action={add}>
          {NONE}
        </Empty>
      ) : (
        <>
          <Filters filters={[]}>{add}</Filters>
          <List
            label="Decisiones"
            rows={rows}
            total={total}
            more={more}
            to={(row) => at(`consentimiento/registros/${row.id}`)}
            columns={[
              { label: 'Cuándo', cell: ({ occurredAt }) => moment(occurredAt) },
              {
                label: 'Decisión',
                cell: (row) => {
                  const [words, tone] = decisionWords(row)
                  return <Mark tone={tone}>{words}</Mark>
                },
              },
              { label: 'Quién', cell: ({ subjectRef }) => subjectRef },
              { label: 'Por dónde', cell: ({ source }) => SOURCES[source] ?? source },
              { label: 'Cómo se comprobó', cell: ({ provenBy }) => PROOFS[provenBy] },
              { label: 'Versión', cell: ({ templateVersion }) => String(templateVersion) },
            ]}
          />
        </>
      )}
      {adding && <ManualDialog id={id} onClose={() => setAdding(false)} />}
    </>
  )
}

interface Manual {
  subjectRef: string
  granted: string
  channel: string
  evidence: string
  obtainedAt: string
}

function ManualDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const record = useAct(
    (service, { granted, obtainedAt, ...values }: Manual) =>
      service.post('/consent/templates/{id}/manual', {
        path: { id },
        body: { ...values, granted: granted === 'si', obtainedAt: obtainedAt || null },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: (_, { granted }) =>
        granted === 'si'
          ? 'Quedó registrado, con su recibo.'
          : 'Quedó registrado, con su recibo. Si lo retiró, deje de usar los datos para esta finalidad y suprímalos, salvo que otra base permita conservarlos (arts. 7 letra b y 12).',
      after: onClose,
    },
  )
  const form = useForm<Manual>({
    keep: `consent/manual/${id}`,
    initial: { subjectRef: '', granted: 'si', channel: 'paper', evidence: '', obtainedAt: '' },
    save: (values) => record.mutateAsync(values),
  })
  return (
    <Dialog
      title="Registrar un consentimiento"
      about="El que se dio o retiró en papel, por teléfono o en persona. Queda unido al texto de hoy de este formulario: regístrelo solo si a la persona se le dijo lo mismo. A su organización le toca probarlo (art. 12): diga dónde está la evidencia."
      onClose={onClose}
    >
      <FormView form={form} submit="Registrar" onCancel={onClose}>
        <TextField
          form={form}
          name="subjectRef"
          label="Persona"
          hint="De quien son los datos: su correo, su RUT con guion o el número con que la identifica."
          maxLength={200}
          required
        />
        <RadioField
          form={form}
          name="granted"
          label="Decisión"
          choices={[
            ['si', 'Otorga'],
            ['no', 'No otorga, o retira lo que había otorgado'],
          ]}
          required
        />
        <Pair>
          <ChoiceField form={form} name="channel" label="Cómo" choices={CHANNELS} required />
          <WhenField form={form} name="obtainedAt" label="Cuándo" hint="En blanco, ahora." />
        </Pair>
        <AreaField
          form={form}
          name="evidence"
          label="Evidencia"
          hint="Por ejemplo: formulario firmado, carpeta 12. Si consintió otra persona en su nombre, diga quién, su RUT y qué es de ella: hasta los 13 años consiente su madre, su padre, su representante legal o quien tiene su cuidado personal; a los 14 y 15, solo si los datos son sensibles (art. 16 quáter). Si fue un mandatario, dónde está su poder expreso (art. 12)."
          rows={2}
          required
        />
      </FormView>
    </Dialog>
  )
}
