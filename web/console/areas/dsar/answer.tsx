import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { asSeen, messageOf, serviceOf } from '../../service.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, ChoiceField, FormView } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { useOverride, type Warning, Warnings } from '../../ui/gate.tsx'
import { RadioField } from '../../ui/group-field.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel, Split } from '../../ui/page.tsx'
import { type Alternative, bodyOf, needsGround, type Values } from './answer-body.ts'
import { Asked } from './asked.tsx'
import { type Draft, ReviewDialog } from './review.tsx'
import { type FinalResponse, gapsIn, isClosed, isRefusal, RESPONSES, type Request } from './words.ts'

/** Edits the answer, or shows the one that was sent. */
export function Answer({ request }: { request: Request }) {
  const { may } = useOrganisation()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  if (isClosed(request.status))
    return (
      <>
        <Warnings warnings={warnings} />
        <Answered request={request} />
      </>
    )
  return (
    <Split aside={<Asked request={request} />}>
      {may('POST /dsar/requests/{id}/respond') ? (
        <>
          <PackageState id={request.id} />
          <Editor request={request} onSent={setWarnings} />
        </>
      ) : (
        <Panel title="Respuesta">
          <p className="muted">Todavía no se responde.</p>
        </Panel>
      )}
    </Split>
  )
}

/** The letter does not contain the package, so a letter that promises a copy needs a delivery too. */
function PackageState({ id }: { id: string }) {
  const { hasPackage } = useRecord('/dsar/requests/{id}/package/sources', { path: { id } })
  return hasPackage ? <Undelivered id={id} /> : null
}

function Undelivered({ id }: { id: string }) {
  const at = useAt()
  const { status, delivery } = useRecord('/dsar/requests/{id}/package', { path: { id } })
  if (status === 'expired' || (delivery !== null && delivery.revokedAt === null)) return null
  return (
    <Notice tone="warn">
      Hay un paquete preparado y la persona no lo ha recibido: la carta no lo lleva.{' '}
      <Link {...at(`solicitudes/${id}`, { parte: 'entrega' })}>Ir a la entrega</Link>
    </Notice>
  )
}

/** Starts with the proposed text. The person reads the whole letter before it is sent. */
function Editor({ request, onSent }: { request: Request; onSent: (warnings: readonly Warning[]) => void }) {
  const { slug } = useOrganisation()
  const { id } = request
  const { search } = useFilters()
  const { answers, alternatives, grounds } = useRecord('/dsar/requests/{id}/answer-proposals', {
    path: { id },
  })
  const proposed = (type: string) => {
    const found = answers.find(({ responseType }) => responseType === type)
    return { responseNotes: found?.responseNotes ?? '', denialReason: found?.denialReason ?? '' }
  }
  // Some requests have fewer legal outcomes: nothing outweighs an objection to direct marketing (art. 8 b).
  const choices = Object.entries(RESPONSES).flatMap(([key, [name, about]]) =>
    answers.some(({ responseType }) => responseType === key) ? [[key, name, about] as const] : [],
  )
  const asked = search['tipo']
  const isOffered = (type: string) => choices.some(([key]) => key === type)
  const first = !asked
    ? 'FULFILLED'
    : isOffered(asked)
      ? asked
      : isRefusal(asked)
        ? 'REJECTED_IDENTITY'
        : 'FULFILLED'
  const override = useOverride()
  const [draft, setDraft] = useState<Draft>()
  const [fileName, setFileName] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const send = useAct(
    (service, values: Values) =>
      service.post('/dsar/requests/{id}/respond', {
        path: { id },
        body: {
          ...bodyOf(values, alternatives),
          ...(values.overrideReason && { override: { reason: values.overrideReason } }),
        },
        ...asSeen(slug, `/dsar/requests/${id}`),
      }),
    {
      quiet: true,
      done: 'La respuesta va en camino. La carta queda en «Cartas».',
      after: ({ warnings }) => onSent(warnings),
    },
  )
  const form = useForm<Values>({
    keep: `answer/${id}`,
    initial: {
      responseType: first,
      ground: '',
      beginning: '',
      ...proposed(first),
      responseFileKey: '',
      overrideReason: '',
    },
    save: (values) => override.watch(send.mutateAsync(values)),
  })
  const { values } = form
  // Another outcome brings its proposed text, unless somebody edited the field.
  const choose = (type: string) => {
    const before = proposed(values.responseType)
    const next = proposed(type)
    form.set('responseType', type)
    if (values.responseNotes === before.responseNotes) form.set('responseNotes', next.responseNotes)
    if (values.denialReason === before.denialReason || !needsGround(values.responseType))
      form.set('denialReason', next.denialReason)
  }
  const review = async () => {
    const gaps = gapsIn(values.responseNotes, needsGround(values.responseType) ? values.denialReason : '')
    if (gaps.length > 0)
      return setTrouble(`Complete lo que está marcado en el texto, o bórrelo: ${gaps.join('; ')}.`)
    if (isRefusal(values.responseType) && values.denialReason.trim() === '')
      return setTrouble('Escriba el fundamento del rechazo: la persona tiene que conocerlo (art. 11).')
    setTrouble(undefined)
    try {
      const body = bodyOf(values, alternatives)
      setDraft(await serviceOf(slug).post('/dsar/requests/{id}/respond/preview', { path: { id }, body }))
    } catch (error) {
      setTrouble(messageOf(error))
    }
  }
  const typing = { ...form, set: setterOf(form, choose, grounds, alternatives) }
  const beginnings = alternatives.flatMap(({ name, responseType }, index) =>
    responseType === values.responseType ? [[String(index), name] as const] : [],
  )
  return (
    <Panel title="Escribir la respuesta">
      <FormView form={typing} submit="Leer la carta antes de enviarla" instead={() => void review()}>
        <RadioField form={typing} name="responseType" label="Cómo se resuelve" choices={choices} required />
        {beginnings.length > 0 && (
          <ChoiceField
            form={typing}
            name="beginning"
            label="Empezar con otro texto"
            hint="Reemplaza el texto de abajo."
            none="El de siempre"
            choices={beginnings}
          />
        )}
        {!isRefusal(values.responseType) && (
          <AreaField
            form={typing}
            name="responseNotes"
            label="Lo que se responde"
            hint="La carta agrega sola el saludo, el folio, los plazos de reclamo y la firma."
            rows={8}
          />
        )}
        {needsGround(values.responseType) && (
          <>
            {values.responseType !== 'REJECTED_IDENTITY' && (
              <ChoiceField
                form={typing}
                name="ground"
                label="Tomar un motivo de la ley"
                hint="Reemplaza el texto de abajo."
                none="Elija para empezar con él"
                choices={grounds.map(({ text, article }, index) => [
                  String(index),
                  `${text.split(':', 1)[0]!.replace(/\.$/, '')} (${article.split(',', 1)[0]})`,
                ])}
              />
            )}
            <AreaField
              form={typing}
              name="denialReason"
              label="Fundamento de lo que no se acoge"
              hint="La persona lo leerá, con su derecho a reclamar (arts. 11 y 41)."
              rows={5}
              required
            />
          </>
        )}
        <div className="row">
          <UploadButton
            text={values.responseFileKey ? 'Cambiar el documento' : 'Guardar el documento entregado'}
            of={{ entityType: 'dsar_request', entityId: id }}
            onStored={({ key, name }) => {
              form.set('responseFileKey', key)
              setFileName(name)
            }}
          />
          {values.responseFileKey && (
            <>
              <span className="hint">{fileName || 'Documento adjunto'}</span>
              <Button kind="quiet" onClick={() => form.set('responseFileKey', '')}>
                Quitar
              </Button>
            </>
          )}
        </div>
        {trouble && (
          <Notice tone="danger" alert>
            {trouble}
          </Notice>
        )}
      </FormView>
      {draft && (
        <ReviewDialog
          form={form}
          draft={draft}
          isRefused={override.isRefused}
          onClose={() => setDraft(undefined)}
        />
      )}
    </Panel>
  )
}

/** Setting one of three fields also sets the text of others. */
function setterOf(
  form: { set: <K extends keyof Values & string>(name: K, value: Values[K]) => void },
  choose: (type: string) => void,
  grounds: readonly { text: string }[],
  alternatives: readonly Alternative[],
): typeof form.set {
  return (name, value) => {
    if (name === 'responseType') return choose(value)
    form.set(name, value)
    const ground = name === 'ground' && value !== '' ? grounds[Number(value)] : undefined
    if (ground) form.set('denialReason', ground.text)
    const other = name === 'beginning' && value !== '' ? alternatives[Number(value)] : undefined
    if (other) form.set('responseNotes', other.responseNotes ?? '')
  }
}

function Answered({ request }: { request: Request }) {
  const url = useServiceUrl()
  const { responseType, responseFileKey } = request
  const [name] = RESPONSES[responseType as FinalResponse] ?? ['Sin indicar si se acogió entera o en parte']
  return (
    <Panel title="Cómo se resolvió">
      <Facts
        facts={[
          ['Resultado', request.nothingHeld ? 'No hay datos de la persona, aparte de la solicitud' : name],
          ['Cerrada', request.completedAt && moment(request.completedAt)],
          [
            'Documento',
            responseFileKey && (
              <a href={url(`/files/${responseFileKey}`)} download>
                Descargar
              </a>
            ),
          ],
          ['Lo que se respondió', request.responseNotes, 'whole'],
          ['Fundamento de lo que no se acogió', request.denialReason, 'whole'],
        ]}
      />
    </Panel>
  )
}
