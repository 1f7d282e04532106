import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Input } from '#client'
import { useChoosing, useChoosingAhead } from '../../choices.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { messageOf, serviceOf } from '../../service.ts'
import { ChoiceField, FormView, TextField } from '../../ui/field.tsx'
import { type Form, useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { PickField, PickOneField } from '../../ui/pick-field.tsx'
import css from './contracts.module.css'
import { Findings } from './missing.tsx'
import { TYPES } from './words.ts'

type Asked = NonNullable<Input<'POST /contracts/preview'>['body']>

interface Values {
  processorId: string
  templateId: string
  activityIds: string[]
  /** Answers to the gaps that the register leaves. */
  custom: Record<string, string>
}

/** A short list, read whole. */
const TEMPLATES = { query: { sort: 'name' } } as const

/** Writes a contract from a template and the register. A preview follows the form. */
export function NewContract() {
  const at = useAt()
  const navigate = useNavigate()
  const { search } = useFilters()
  useAhead([['/contracts/templates', TEMPLATES]])
  useChoosingAhead(['/processors', '/rat/activities'])
  const processors = useChoosing('/processors')
  const { templates } = useRecord('/contracts/templates', TEMPLATES)
  const activities = useChoosing('/rat/activities')
  const generate = useAct((service, body: Asked) => service.post('/contracts/generate', { body }), {
    quiet: true,
    done: 'El contrato está redactado. Revíselo antes de enviarlo.',
    after: ({ contractId }) => void navigate(at(`contratos/${contractId}`)),
  })
  const form = useForm<Values>({
    // A draft for another processor does not reach this form.
    keep: `contract/new/${search['encargado'] ?? ''}`,
    initial: {
      processorId: search['encargado'] ?? '',
      templateId: (templates.find(({ type }) => type === 'DPA') ?? templates[0])?.id ?? '',
      activityIds: [],
      custom: {},
    },
    save: (values) => generate.mutateAsync(bodyOf(values)),
  })
  const preview = usePreview(form.values)
  return (
    <FormPage
      needs="POST /contracts/generate"
      title="Preparar un contrato"
      back={{ ...at('contratos'), children: 'Contratos' }}
    >
      {processors.total === 0 && (
        <Notice tone="warn">
          Primero agregue a la contraparte en <Link {...at('encargados')}>Encargados</Link>.
        </Notice>
      )}
      {activities.total === 0 && (
        <Notice tone="warn">
          El texto sale de las actividades que se confían: agréguelas antes en{' '}
          <Link {...at('registro')}>Registro</Link>.
        </Notice>
      )}
      <Split aside={<Reading preview={preview} />}>
        <Panel title="Con quién y sobre qué">
          <FormView form={form} submit="Redactar el contrato">
            <PickOneField
              form={form}
              name="processorId"
              label="Encargado o contraparte"
              none="Elija uno"
              from={processors}
              required
            />
            <ChoiceField
              form={form}
              name="templateId"
              label="Modelo"
              choices={templates.map(({ id, name, type, isSystem }) => [
                id,
                // Built-in templates already have the type in their names.
                isSystem ? name : `${name} · ${TYPES[type]}`,
              ])}
              required
            />
            <PickField
              form={form}
              name="activityIds"
              label="Actividades que se le confían"
              hint="De ellas salen los datos, las personas, los plazos y las medidas del texto."
              from={activities}
              required
            />
            <Gaps form={form} gaps={preview.data?.gaps ?? []} />
          </FormView>
        </Panel>
      </Split>
    </FormPage>
  )
}

function bodyOf({ processorId, templateId, activityIds, custom }: Values): Asked {
  const given = Object.entries(custom).filter(([, value]) => value.trim() !== '')
  return {
    processorId,
    templateId,
    activityIds,
    ...(given.length > 0 && { customFields: Object.fromEntries(given) }),
  }
}

const PAUSE_MS = 350

/** Asks when the person pauses typing. Until the answer comes, the last one stays. */
function usePreview(values: Values) {
  const { slug } = useOrganisation()
  const [asked, setAsked] = useState(values)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(values), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [values])
  const body = bodyOf(asked)
  return useQuery({
    queryKey: [slug, '/contracts/preview', body],
    queryFn: ({ signal }) => serviceOf(slug).post('/contracts/preview', { body, signal }),
    enabled: body.processorId !== '' && body.templateId !== '' && body.activityIds.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Asks for what the register lacks, for this contract only. */
function Gaps({
  form,
  gaps,
}: {
  form: Form<Values>
  gaps: readonly { key: string; label: string; description?: string }[]
}) {
  const [seen, setSeen] = useState(gaps)
  useEffect(() => {
    setSeen((before) => [...before, ...gaps.filter(({ key }) => !before.some((one) => one.key === key))])
  }, [gaps])
  const shown = seen.filter(
    ({ key }) => gaps.some((gap) => gap.key === key) || form.values.custom[key] !== undefined,
  )
  if (shown.length === 0) return null
  const own = {
    ...form,
    values: { ...Object.fromEntries(shown.map(({ key }) => [key, ''])), ...form.values.custom },
    faults: {},
    set: (name: string, value: string) => form.set('custom', { ...form.values.custom, [name]: value }),
  } as unknown as Form<Record<string, string>>
  return (
    <fieldset className={`stack ${css['gaps']}`}>
      <legend className="strong">Lo que el registro no dice</legend>
      <p className="hint">Lo que quede en blanco se leerá «dato no indicado» en lo que se envía.</p>
      {shown.map(({ key, label, description }) => (
        <TextField key={key} form={own} name={key} label={label} hint={description} />
      ))}
    </fieldset>
  )
}

function Reading({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error, isPlaceholderData } = preview
  return (
    <>
      <Panel title="Lo que falta">
        <div aria-live="polite" className="stack">
          {error && <Notice tone="danger">{messageOf(error)}</Notice>}
          {!data && !error && (
            <p className="muted">Elija la contraparte y al menos una actividad para ver el texto.</p>
          )}
          {data && data.findings.length === 0 && (
            <Notice tone="ok">
              No encontramos que falte algo de lo que piden los arts. 15 bis, 27 y 28. Léalo antes de
              enviarlo: la revisión busca las cláusulas, no juzga su contenido.
            </Notice>
          )}
          {data && <Findings findings={data.findings} />}
        </div>
      </Panel>
      {data && (
        <Panel title="El texto">
          <section
            className={css['preview']}
            aria-label="El texto que se redactaría"
            aria-busy={isPlaceholderData}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard scrolls what has the focus.
            tabIndex={0}
          >
            <MarkedText markup={data.content} />
          </section>
        </Panel>
      )}
    </>
  )
}
