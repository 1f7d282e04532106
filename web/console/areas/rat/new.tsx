import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fold } from '#kernel/text.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { useLeft } from '../../ui/left.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { ActivityForm } from './editor.tsx'
import { PROPOSED, proposedWords, takenValues } from './proposal.ts'
import css from './rat.module.css'
import { bodyOf, keepRisk, NAMES, proposedValues, type Values, valuesOf } from './values.ts'
import type { Draft, Template } from './words.ts'

interface Start {
  values: Partial<Values>
  /** Continues the unsaved form. */
  goesOn?: true
  /** Explains where the values come from. */
  note?: string
  proposed?: Proposed
  /** The proposal is from an earlier visit. */
  isBack?: true
}

/** A proposal that nobody has edited. Once a person types, the form is an ordinary draft. */
interface Proposed {
  draft: Draft
  /** The fields that the person accepted. */
  chosen: readonly string[]
  /** The accepted fields are in the form. */
  isTaken?: true
}

const KEEP = 'activity/new'
const KEEP_PROPOSED = 'activity/proposed'
const GOES_ON: Start = { values: {}, goesOn: true }

/** Starts an activity from a sentence, from a template, or blank. */
export function NewActivity() {
  const at = useAt()
  const { left, look, drop } = useLeft<Values>(KEEP)
  const proposal = useLeft<Proposed>(KEEP_PROPOSED)
  const back: Start | undefined = proposal.left && { values: {}, proposed: proposal.left, isBack: true }
  const [start, setStart] = useState<Start | undefined>(back ?? (left && GOES_ON))
  const leave = () => {
    look()
    proposal.look()
    setStart(undefined)
  }
  return (
    <FormPage
      needs="POST /rat/activities"
      title="Agregar una actividad"
      about="Lo que se propone es un borrador: usted lo revisa y decide."
      back={{ ...at('registro'), children: 'Registro' }}
      actions={start && <Button onClick={leave}>Empezar de otra forma</Button>}
    >
      {!start && left && (
        <LeftOver goOn="Seguir con ella" onGoOn={() => setStart(GOES_ON)} drop="Descartarla" onDrop={drop}>
          Dejó a medio escribir {left.name ? `«${left.name}»` : 'una actividad'}. Se conserva mientras no
          escriba en otra.
        </LeftOver>
      )}
      {!start && back && (
        <LeftOver
          goOn="Seguir con él"
          onGoOn={() => setStart(back)}
          drop="Descartarlo"
          onDrop={proposal.drop}
        >
          No guardó el borrador que se le propuso{nameOf(proposal.left)}. Se conserva mientras no pida otro.
        </LeftOver>
      )}
      {start?.isBack && (
        <div role="status">
          <Notice>Recuperamos el borrador que se le propuso y no alcanzó a guardar.</Notice>
        </div>
      )}
      {start ? (
        <Editor start={start} onDropped={leave} keep={proposal.keep} drop={proposal.drop} />
      ) : (
        <Begin onStart={setStart} keep={proposal.keep} />
      )}
    </FormPage>
  )
}

const nameOf = (proposed: Proposed | undefined) => {
  const name = proposed?.draft.activity.name
  return name ? `: «${name}»` : ''
}

/** Offers an earlier draft that the screen does not show. */
function LeftOver({
  goOn,
  onGoOn,
  drop,
  onDrop,
  children,
}: {
  goOn: string
  onGoOn: () => void
  drop: string
  onDrop: () => void
  children: ReactNode
}) {
  return (
    <Notice>
      <p>{children}</p>
      <div className="row">
        <Button kind="main" onClick={onGoOn}>
          {goOn}
        </Button>
        <Button onClick={onDrop}>{drop}</Button>
      </div>
    </Notice>
  )
}

type Keep = (proposed: Proposed) => void

function Begin({ onStart, keep }: { onStart: (start: Start) => void; keep: Keep }) {
  const draft = useAct(
    (service, body: { description: string }) => service.post('/rat/generate-from-ai', { body }),
    {
      quiet: true,
      after: (draft) => {
        const proposed = { draft, chosen: choosable(draft) }
        keep(proposed)
        onStart({ values: {}, proposed })
      },
    },
  )
  const form = useForm({
    keep: 'activity/sentence',
    initial: { description: '' },
    save: (values) => draft.mutateAsync(values),
  })
  return (
    <>
      <Panel title="Descríbala en una frase">
        <FormView form={form} submit="Proponer un borrador">
          <AreaField
            form={form}
            name="description"
            label="Qué hacen con los datos"
            hint="Por ejemplo: «Guardamos el RUT, teléfono y dirección de quienes compran en la tienda para despacharles y emitir la boleta»."
            rows={3}
            required
          />
        </FormView>
      </Panel>
      <Templates
        onChoose={(template) => onStart({ values: proposedValues(template), note: template.note })}
      />
      <Panel title="Desde cero">
        <div>
          <Button onClick={() => onStart({ values: {} })}>Abrir el formulario en blanco</Button>
        </div>
      </Panel>
    </>
  )
}

function Templates({ onChoose }: { onChoose: (template: Template) => void }) {
  useAhead([['/rat/templates'], ['/rat/packs']])
  const { items } = useRecord('/rat/templates')
  const { items: packs } = useRecord('/rat/packs')
  const { search, set } = useFilters()
  const [word, setWord] = useState('')
  const pack = packs.find(({ key }) => key === search['rubro'])
  const fitting = items.filter(
    ({ id, name, area, purpose }) =>
      (pack?.templateIds.includes(id) ?? true) && fold(`${name} ${area} ${purpose}`).includes(fold(word)),
  )
  const areas = [...new Set(fitting.map(({ area }) => area))]
  return (
    <Panel title="O elija una plantilla">
      <div className={css['sector']}>
        <label htmlFor="sector" className="hint">
          Rubro
        </label>
        <select id="sector" value={pack?.key ?? ''} onChange={({ target }) => set({ rubro: target.value })}>
          <option value="">Todos</option>
          {packs.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        {pack && <span className="hint">{pack.about}</span>}
      </div>
      <input
        type="search"
        aria-label="Buscar una plantilla"
        placeholder="Buscar: farmacia, cámaras, remuneraciones…"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <div className={css['gallery']}>
        {areas.length === 0 && <p className="muted">Ninguna plantilla con esas palabras.</p>}
        {areas.map((area) => (
          <section key={area} className="stack tight" aria-label={area}>
            <h3>{area}</h3>
            <ul className={css['templates']}>
              {fitting
                .filter((template) => template.area === area)
                .map((template) => (
                  <li key={template.id} className={css['template']}>
                    <button type="button" className={css['choose']} onClick={() => onChoose(template)}>
                      {template.name}
                    </button>
                    <span className="hint">{template.purpose}</span>
                    <span className="row">
                      {template.hasSensitiveData && <Mark tone="warn">Datos sensibles</Mark>}
                      {template.dpiaRequired && <Mark tone="warn">Requiere evaluación</Mark>}
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

interface Editing {
  start: Start
  /** Called when the person discards the recovered values. */
  onDropped: () => void
  /** Keeps or drops the proposal. */
  keep: Keep
  drop: () => void
}

function Editor({ start, keep, ...more }: Editing) {
  const [proposed, setProposed] = useState(start.proposed)
  const change = (next: Proposed) => {
    keep(next)
    setProposed(next)
  }
  if (proposed && !proposed.isTaken) return <Proposal proposed={proposed} onChange={change} />
  const values = proposed
    ? takenValues(proposedValues(proposed.draft.activity), new Set(proposed.chosen))
    : start.values
  return <Filling start={{ ...start, values }} {...more} />
}

function Filling({ start: { values, note, proposed, goesOn }, onDropped, drop }: Omit<Editing, 'keep'>) {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    async (service, values: Values) => {
      const made = await service.post('/rat/activities', { body: bodyOf(values), idempotencyKey: true })
      await keepRisk(service, made.id, values)
      return made
    },
    {
      quiet: true,
      done: 'La actividad quedó como borrador. Publíquela cuando esté completa.',
      after: ({ id }) => {
        if (proposed) drop()
        void navigate(at(`registro/${id}`))
      },
    },
  )
  const form = useForm({
    keep: KEEP,
    fresh: !goesOn,
    initial: { ...valuesOf(), ...values },
    names: NAMES,
    save: (typed) => create.mutateAsync(typed),
  })
  return (
    <>
      {note && <Notice>{note}</Notice>}
      <ActivityForm
        form={{
          ...form,
          // The first edit turns the proposal into an ordinary draft.
          set: (name, value) => {
            if (proposed) drop()
            form.set(name, value)
          },
          discard: () => {
            form.discard()
            onDropped()
          },
        }}
        submit="Guardar el borrador"
      />
    </>
  )
}

/** The fields of a proposal that a person can accept. */
const choosable = ({ reasons }: Draft) =>
  reasons.map(({ field }) => field).filter((field) => field in PROPOSED)

/** Each proposed field with its reason and its certainty. The person accepts some and leaves others. */
function Proposal({ proposed, onChange }: { proposed: Proposed; onChange: (next: Proposed) => void }) {
  const { draft, chosen } = proposed
  const { confidence, alternatives, hasSensitiveData, dpiaRequired, reasons, rationale } = draft
  const { vocabulary } = useRecord('/data-map/catalog')
  const fields = reasons.filter(({ field }) => field in PROPOSED)
  const turn = (field: string, on: boolean) =>
    onChange({ ...proposed, chosen: on ? [...chosen, field] : chosen.filter((one) => one !== field) })
  return (
    <Panel title="Lo que se propone">
      <Notice tone={confidence < 0.5 ? 'warn' : 'ok'}>
        <p>
          {confidence < 0.5
            ? 'No reconocemos bien esta actividad: conservamos sus palabras y dejamos el resto en blanco.'
            : `Reconocida con ${percent(confidence)} de seguridad. Tome lo que corresponda; todo se puede corregir después.`}
        </p>
        {(hasSensitiveData || dpiaRequired) && (
          <p className="row">
            {hasSensitiveData && <Mark tone="warn">Datos sensibles</Mark>}
            {dpiaRequired && <Mark tone="warn">Requiere evaluación de impacto</Mark>}
          </p>
        )}
        {alternatives.length > 0 && (
          <p className="hint">Plantillas parecidas: {alternatives.map(({ name }) => name).join('; ')}.</p>
        )}
      </Notice>
      <ul className="stack plain">
        {fields.map(({ field, reason, confidence: sure }) => (
          <li key={field} className={css['proposed']}>
            <input
              type="checkbox"
              id={`take-${field}`}
              checked={chosen.includes(field)}
              aria-describedby={`why-${field}`}
              onChange={({ target }) => turn(field, target.checked)}
            />
            <div className="stack tight">
              <label htmlFor={`take-${field}`}>
                <span className="strong">{PROPOSED[field]?.[0]}:</span>{' '}
                {proposedWords(field, draft.activity, vocabulary)}
              </label>
              <span className="hint" id={`why-${field}`}>
                {percent(sure)} de seguridad. {reason}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {confidence >= 0.5 && !draft.activity.automatedDecisions && (
        <p className="hint">
          Sin decisiones automatizadas: su descripción no nombra ninguna. Si las hay, márquelas en el
          formulario (art. 8 bis).
        </p>
      )}
      <details>
        <summary>Por qué, en detalle</summary>
        <p className="prose">{rationale}</p>
      </details>
      <div className="row">
        <Button kind="main" onClick={() => onChange({ ...proposed, isTaken: true })}>
          Seguir con lo elegido
        </Button>
      </div>
    </Panel>
  )
}

const percent = (share: number) => `${Math.round(share * 100)} %`
