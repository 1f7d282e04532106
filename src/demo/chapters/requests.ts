import { after, DAY_MS } from '#kernel/dates.ts'
import type { Made } from '../callers.ts'
import { type Asked, type Handling, REQUESTS } from '../data/requests.ts'
import { MAIL_DOMAIN } from '../people.ts'
import { rut, type Story } from '../story.ts'
import { mailOf } from './consents.ts'
import { act } from './workflows.ts'

/** Eight weeks of requests from the forms on both sites. */
export function requests(story: Story): void {
  story.plan(story.week(9, 2, '16:20'), async () => {
    await widget(story, 'tienda', 'retail', `https://www.${MAIL_DOMAIN}`)
    await widget(story, 'tarjeta', 'financiera', `https://tarjeta.${MAIL_DOMAIN}`)
  })
  REQUESTS.forEach((asked, index) => {
    const receivedAt = story.week(asked.weeksAgo, asked.weekday, `${10 + (index % 8)}:${12 + 3 * index}`)
    const key = `request:${asked.key ?? index}`
    story.plan(receivedAt, () => ask(story, asked, key, index))
    for (const step of asked.next) {
      story.plan(after(receivedAt, step.days * DAY_MS + 7_200_000), () => handle(story, story.id(key), step))
    }
  })
  REQUESTS.forEach((asked, index) => {
    const receivedAt = story.week(asked.weeksAgo, asked.weekday, `${10 + (index % 8)}:${12 + 3 * index}`)
    const [assigned, closed] = ['assign', 'respond'].map((act) => asked.next.find((step) => step.do === act))
    if (!assigned) return
    const days = closed ? (assigned.days + closed.days) / 2 : assigned.days + 1
    const key = `request:${asked.key ?? index}`
    story.plan(after(receivedAt, days * DAY_MS + 10_800_000), () => search(story, story.id(key), !closed))
  })
  throughTheWorkflow(story)
  acrossTheCounter(story)
}

interface Searched {
  items: (Made & { systemName: string; status: string })[]
}

const FOUND = [
  ['found', 'Una ficha, con sus compras y sus datos de contacto.'],
  ['nothing_found', 'Buscado por RUT, por correo y por nombre.'],
] as const

/** The areas answer by telephone. One area has not answered for a request that is still open. */
async function search(story: Story, id: string, isOpen: boolean): Promise<void> {
  const service = story.as('service')
  const path = `/dsar/requests/${id}/tasks`
  const { items } = await service.get<Searched>(path)
  const waiting = items.filter(({ status }) => status === 'open' || status === 'sent')
  for (const [index, task] of (isOpen ? waiting.slice(0, -1) : waiting).entries()) {
    const [outcome, notes] = FOUND[index % FOUND.length]!
    await service.patch(`${path}/${task.id}`, { outcome, notes })
  }
}

async function widget(story: Story, site: string, entity: string, origin: string): Promise<void> {
  const { widgetKey } = await story.as('admin').post<Made & { widgetKey: string }>('/dsar/widgets', {
    name: `Formulario de ${site === 'tienda' ? 'la tienda en línea' : 'la Tarjeta Aromo'}`,
    config: {
      title: 'Ejerza sus derechos',
      intro: 'Le responderemos dentro del plazo que fija la ley para cada derecho.',
      allowedOrigins: [origin],
    },
    legalEntityId: story.id(`entity:${entity}`),
  })
  story.keep(`widget:${site}`, widgetKey)
}

async function ask(
  story: Story,
  { who, form, rightType, description, more, main }: Asked,
  key: string,
  index: number,
) {
  const { id, folioNumber } = await story.visitor.post<Made & { folioNumber: string }>(
    `/public/dsar/${story.id(`widget:${form}`)}`,
    {
      subjectName: who,
      subjectEmail: mailOf(who),
      subjectRut: rut(31_050_000 + 52_361 * index),
      rightType,
      description,
      organizationRelation: 'cliente',
      declarationTruthful: true,
      ...(main !== undefined && { parentRequestId: story.id(`request:${main}`) }),
      ...more,
    },
  )
  story.keep(key, id)
  story.keep(key.replace('request', 'folio'), folioNumber)
}

function handle(story: Story, id: string, step: Handling): Promise<unknown> {
  const path = `/dsar/requests/${id}`
  const service = story.as('service')
  switch (step.do) {
    case 'verify':
      return service.patch(path, { status: 'VERIFYING', notes: step.notes })
    case 'assign':
      return service.post(`${path}/assign`, { assignedTo: service.userId })
    case 'extend':
      return service.post(`${path}/extend`, { reason: step.reason })
    case 'respond':
      return service.post(`${path}/respond`, {
        responseType: step.as,
        responseNotes: step.notes,
        denialReason: step.denial ?? null,
      })
    case 'thirds':
      return service.post(`${path}/notify-thirds`, { notes: step.notes })
    case 'recipients':
      return service.post(`${path}/recipients`, { recipients: step.recipients })
    case 'agency':
      return service.post(`${path}/agency-notice`, { ground: step.ground, notes: step.notes })
  }
}

/** From week four, requests run through a workflow. One reaches its end, which closes the request. */
function throughTheWorkflow(story: Story): void {
  const search = (subStageId: string, notes: string) => ({
    by: 'service',
    stageId: 'busqueda',
    subStageId,
    notes,
  })
  const steps = [
    {
      ...search('sistemas', 'Cuatro llamadas, todas en el centro de contacto.'),
      at: story.week(3, 5, '10:30'),
    },
    { ...search('tiendas', 'Nada en tiendas.'), at: story.week(3, 5, '12:40') },
    { by: 'analyst', stageId: 'busqueda', notes: 'Búsqueda completa.', at: story.week(2, 1, '09:20') },
    {
      by: 'dpo',
      stageId: 'respuesta',
      notes: 'Borradas las cuatro grabaciones.',
      fieldValues: { conclusion: 'Procede: no hay deber de conservarlas.' },
      at: story.week(2, 3, '11:10'),
    },
  ]
  for (const { at, ...action } of steps) {
    story.plan(at, () => act(story, 'DSAR', story.id('request:flujo'), { ...action, actionType: 'APPROVE' }))
  }
}

/** Requests by hand or telephone, with a check of identity, and recipients of the data who answer. */
function acrossTheCounter(story: Story): void {
  const entity = () => story.id('entity:retail')
  story.plan(story.week(5, 2, '11:05'), async () => {
    const { id } = await story.as('service').post<Made>('/dsar/requests', {
      channel: 'in_person',
      subjectName: 'Berta Huenchumán Cayul',
      subjectRut: rut(31_871_254),
      subjectAddress: 'Pasaje Los Notros 482, Padre Las Casas',
      rightType: 'DELETION',
      description: 'Cerró su cuenta en la tienda de Temuco y pide que borren su ficha.',
      organizationRelation: 'exclienta',
      legalEntityId: entity(),
    })
    story.keep('request:mostrador', id)
    await story.as('service').post(`/dsar/requests/${id}/identity`, {
      method: 'document_seen',
      proves: ['rut'],
      notes: 'Cédula vigente, a la vista. No se guardó copia.',
    })
  })
  story.plan(story.week(4, 1, '12:30'), async () => {
    const path = `/dsar/requests/${story.id('request:mostrador')}`
    await story.as('service').post(`${path}/respond`, {
      responseType: 'PARTIALLY_FULFILLED',
      responseNotes: 'Borramos su ficha de clienta y sus preferencias.',
      denialReason:
        'Las boletas se guardan seis años, porque la ley tributaria lo ordena (art. 7; Código Tributario, arts. 17 y 200).',
    })
    const { items } = await story
      .as('service')
      .post<{ items: { pageUrl: string | null }[] }>(`${path}/recipients`, {
        recipients: [
          { name: 'Despachos del Sur Ltda.', email: `privacidad@despachos.${MAIL_DOMAIN}` },
          { name: 'Mensajería Araucanía SpA', email: `datos@mensajeria.${MAIL_DOMAIN}` },
        ],
      })
    story.keep('acknowledgement:mostrador', items[0]!.pageUrl!.split('/').at(-1)!)
  })
  story.plan(story.week(4, 3, '09:40'), () =>
    story.visitor.post(`/public/acknowledgements/${story.id('acknowledgement:mostrador')}`, {
      name: 'Rosa Millán, operaciones',
      done: true,
      notes: 'Eliminada de la base de despachos y de la planilla de rutas.',
    }),
  )
  story.plan(story.week(1, 2, '16:45'), async () => {
    const { id } = await story.as('service').post<Made>('/dsar/requests', {
      channel: 'post',
      subjectName: 'Segundo Painemal Llanca',
      subjectRut: rut(32_412_887),
      subjectAddress: 'Fundo El Radal s/n, Vilcún',
      rightType: 'ACCESS',
      description: 'Su hija pide copia de los datos de la cuenta de su padre, que falleció en marzo.',
      deceased: { isHeir: true, heirName: 'Elena Painemal Cea', relation: 'hija' },
      legalEntityId: entity(),
    })
    story.keep('request:carta', id)
  })
}
