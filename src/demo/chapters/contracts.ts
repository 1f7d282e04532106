import { dayIn } from '#documents/languages.ts'
import type { Made } from '../callers.ts'
import { rut, type Story } from '../story.ts'

type Step = 'send' | 'sign' | 'terminate' | 'renew'

interface Agreement {
  key: string
  processor: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  activities: string[]
  weeksAgo: number
  /** The term in the text. With a last day, the words before that day. */
  duration: string
  /** The last day, in days from today. The text names the same day. */
  expires?: number
  /** The next steps, each with its weeks ago. The contract stays at the last one. */
  next: [step: Step, weeksAgo: number][]
}

const FROM_SIGNING = 'desde la firma'

/** Contracts in every state. «erp» has none, which lowers the governance score. */
const AGREEMENTS: readonly Agreement[] = [
  {
    key: 'nomina',
    processor: 'personas',
    type: 'DPA',
    activities: ['remuneraciones', 'carpeta'],
    weeksAgo: 8,
    duration: FROM_SIGNING,
    expires: 640,
    next: [
      ['send', 8],
      ['sign', 7],
    ],
  },
  {
    // The same processor for another entity: each entity signs its own contract.
    key: 'nomina-logistica',
    processor: 'personas',
    type: 'DPA',
    activities: ['mutual'],
    weeksAgo: 8,
    duration: FROM_SIGNING,
    expires: 640,
    next: [
      ['send', 8],
      ['sign', 7],
    ],
  },
  {
    key: 'club',
    processor: 'crm',
    type: 'DPA',
    activities: ['club'],
    weeksAgo: 8,
    duration: FROM_SIGNING,
    expires: 19,
    next: [
      ['send', 8],
      ['sign', 8],
    ],
  },
  {
    key: 'clausulas',
    processor: 'crm',
    type: 'CCT',
    activities: ['club'],
    weeksAgo: 7,
    duration: FROM_SIGNING,
    expires: 300,
    next: [
      ['send', 7],
      ['sign', 6],
    ],
  },
  {
    key: 'vitrina',
    processor: 'ecommerce',
    type: 'DPA',
    activities: ['venta', 'fraude'],
    weeksAgo: 5,
    duration: FROM_SIGNING,
    expires: 330,
    next: [
      ['send', 5],
      ['sign', 4],
    ],
  },
  {
    key: 'anexo',
    processor: 'ecommerce',
    type: 'ADDENDUM',
    activities: ['fraude'],
    weeksAgo: 1,
    duration: 'la del contrato que modifica',
    next: [],
  },
  {
    key: 'camaras',
    processor: 'cctv',
    type: 'DPA',
    activities: ['cctv'],
    weeksAgo: 7,
    duration: FROM_SIGNING,
    expires: 310,
    next: [
      ['send', 7],
      ['sign', 7],
    ],
  },
  {
    key: 'cajas',
    processor: 'pos',
    type: 'DPA',
    activities: ['garantia'],
    weeksAgo: 5,
    duration: FROM_SIGNING,
    expires: 325,
    next: [
      ['send', 5],
      ['sign', 5],
    ],
  },
  {
    key: 'reloj',
    processor: 'reloj',
    type: 'DPA',
    activities: ['huella'],
    weeksAgo: 8,
    duration: 'desde la firma y mientras dure el piloto',
    expires: -12,
    next: [
      ['send', 8],
      ['sign', 7],
      ['renew', 1],
    ],
  },
  {
    key: 'correos',
    processor: 'correos',
    type: 'DPA',
    activities: ['boletin', 'encuestas'],
    weeksAgo: 2,
    duration: FROM_SIGNING,
    expires: 365,
    next: [['send', 2]],
  },
  {
    key: 'rutas',
    processor: 'rutas',
    type: 'DPA',
    activities: ['flota'],
    weeksAgo: 1,
    duration: FROM_SIGNING,
    expires: 365,
    next: [['send', 1]],
  },
  {
    key: 'contacto',
    processor: 'contacto',
    type: 'DPA',
    activities: ['reclamos'],
    weeksAgo: 7,
    duration: FROM_SIGNING,
    expires: 290,
    next: [
      ['send', 7],
      ['sign', 6],
      ['terminate', 2],
    ],
  },
  {
    key: 'datalago',
    processor: 'datos',
    type: 'DPA',
    activities: ['analitica'],
    weeksAgo: 2,
    duration: '12 meses desde la firma, renovables por escrito',
    next: [],
  },
]

const ADDENDUM = {
  contratoOriginal: 'Contrato de encargo de la tienda en línea',
  modificaciones: 'Se agrega la prevención de fraude en pagos en línea a los tratamientos encargados.',
}

const DAYS: Readonly<Record<Step, number>> = { send: 3, sign: 4, terminate: 5, renew: 2 }

/** From week eight: the recipients of the data and their terms. */
export function contracts(story: Story): void {
  story.plan(story.week(8, 2, '09:00'), () => findTemplates(story))
  AGREEMENTS.forEach((agreement, index) => {
    story.plan(story.week(agreement.weeksAgo, 2, '09:10'), () => draw(story, agreement))
    for (const [step, weeksAgo] of agreement.next) {
      story.plan(story.week(weeksAgo, DAYS[step], '14:40'), () => go(story, agreement, step, index))
    }
  })
}

async function findTemplates(story: Story): Promise<void> {
  const found = await story
    .as('dpo')
    .get<{ templates: (Made & { type: string; name: string })[] }>('/contracts/templates')
  for (const { id, type, name } of found.templates)
    if (!BETWEEN_CONTROLLERS.test(name)) story.keep(`template:${type}`, id)
}

/** Excluded: nobody here gets the organisation's data for purposes of their own. */
const BETWEEN_CONTROLLERS = /responsable/

async function draw(
  story: Story,
  { key, processor, type, activities, duration, expires }: Agreement,
): Promise<void> {
  const dpo = story.as('dpo')
  const { contractId } = await dpo.post<{ contractId: string }>('/contracts/generate', {
    processorId: story.id(`processor:${processor}`),
    templateId: story.id(`template:${type}`),
    activityIds: activities.map((activity) => story.id(`activity:${activity}`)),
    customFields: {
      duracion: expires === undefined ? duration : `${duration}, hasta el ${dayIn('es', story.day(expires))}`,
      subencargados: 'Ninguno; cualquier delegación requiere autorización previa y por escrito',
      ...(type === 'ADDENDUM' && ADDENDUM),
    },
  })
  story.keep(`contract:${key}`, contractId)
  if (expires !== undefined) await dpo.put(`/contracts/${contractId}`, { expiresAt: story.day(expires) })
}

async function go(story: Story, { key, processor }: Agreement, step: Step, index: number): Promise<void> {
  // A party's representative signs for it, here too.
  const signer = story.id(`contact:${processor}`)
  const contract = `/contracts/${story.id(`contract:${key}`)}`
  const [first = '', last = ''] = signer.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  const body = {
    send: {
      signerName: signer,
      signerEmail: `${first}.${last}@proveedores.example`,
      organizationSigner: {
        name: await representativeOf(story, contract),
        position: 'Representante legal',
        declaresAuthority: true,
      },
    },
    sign: { signerName: signer, signerRut: rut(34_210_000 + 7919 * index) },
    terminate: undefined,
    renew: undefined,
  }[step]
  await story.as(step === 'send' ? 'owner' : 'dpo').post(`${contract}/${step}`, body)
}

/** The legal representative of the entity that is party to the contract. */
async function representativeOf(story: Story, contract: string): Promise<string> {
  const dpo = story.as('dpo')
  const { legalEntityId } = await dpo.get<{ legalEntityId: string }>(contract)
  const { entities } = await dpo.get<{ entities: { id: string; legalRepName: string }[] }>('/org/entities')
  return entities.find(({ id }) => id === legalEntityId)!.legalRepName
}
