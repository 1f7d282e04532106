import type { Made } from '../callers.ts'
import { ENTITY_KEYS, FROM_TEMPLATES, IMPORTED, OWN, type Planned } from '../data/activities.ts'
import type { Story } from '../story.ts'

/** Weeks ten to four: twenty-five activities, most of them published, some left open. */
export function activities(story: Story): void {
  BATCHES.forEach((batch, index) => {
    story.plan(story.week(10 - index, 2, '10:10'), () => write(story, batch))
    story.plan(story.week(10 - index, 4, '15:20'), () => publish(story, batch))
  })
  story.plan(story.week(5, 2, '12:15'), () => bring(story))
  story.plan(story.week(5, 4, '16:00'), () => link(story))
  story.plan(story.week(4, 1, '10:30'), () => screen(story))
}

/** One area of the company per week. */
const BATCHES = [FROM_TEMPLATES.slice(0, 6), FROM_TEMPLATES.slice(6, 12), FROM_TEMPLATES.slice(12), OWN]

async function write(story: Story, batch: readonly Planned[]): Promise<void> {
  const analyst = story.as('analyst')
  for (const {
    key,
    template,
    system,
    controllerName,
    volume,
    automatedDecision,
    fields,
    published,
  } of batch) {
    const systemId = story.id(`system:${system}`)
    const party = { controllerName, legalEntityId: story.id(`entity:${ENTITY_KEYS[controllerName]}`) }
    const { id } = template
      ? await analyst.post('/rat/activities/new/from-template', { templateId: template, systemId })
      : await analyst.post('/rat/activities', { ...fields, ...party, systemId })
    story.keep(`activity:${key}`, id)
    if (template) await analyst.put(`/rat/activities/${id}`, { ...party, ...fields })
    if (published === false) continue
    const riskFactors = { dataVolume: volume, automatedDecision: automatedDecision ?? false }
    await analyst.post(`/rat/activities/${id}/calculate-risk`, { riskFactors })
  }
}

async function publish(story: Story, batch: readonly Planned[]): Promise<void> {
  for (const { key, published } of batch) {
    if (published === false) continue
    const path = `/rat/activities/${story.id(`activity:${key}`)}/status`
    await story.as('dpo').patch(path, { status: 'published' })
  }
}

async function bring(story: Story): Promise<void> {
  const analyst = story.as('analyst')
  const { items } = await analyst.post<{ items: Made[] }>('/rat/bulk-import', {
    activities: IMPORTED.map(({ key: _key, ...entry }) => entry),
  })
  for (const [index, { key }] of IMPORTED.entries()) story.keep(`activity:${key}`, items[index]!.id)
  await analyst.patch(`/rat/activities/${story.id('activity:sorteo')}/status`, { status: 'archived' })
}

const LINKS: readonly [activity: string, systems: [system: string, role: string][], flows: string[]][] = [
  [
    'venta',
    [
      ['erp', 'PROCESSING'],
      ['rutas', 'TRANSFER'],
    ],
    ['ecommerce-erp', 'ecommerce-rutas'],
  ],
  [
    'club',
    [
      ['pos', 'COLLECTION'],
      ['datos', 'PROCESSING'],
    ],
    ['pos-crm', 'crm-datos'],
  ],
  ['boletin', [['crm', 'STORAGE']], ['crm-correos']],
  ['huella', [['personas', 'STORAGE']], ['reloj-personas']],
  ['credito', [['datos', 'PROCESSING']], ['credito-datos']],
  ['analitica', [['ecommerce', 'COLLECTION']], ['ecommerce-datos']],
]

const ON_SITES: readonly [site: string, activities: [activity: string, role: string][]][] = [
  [
    'tienda',
    [
      ['venta', 'COLLECTION'],
      ['analitica', 'COLLECTION'],
      ['boletin', 'COLLECTION'],
      ['fraude', 'PROCESSING'],
    ],
  ],
  [
    'tarjeta',
    [
      ['credito', 'COLLECTION'],
      ['cobranza', 'PROCESSING'],
    ],
  ],
  ['empleos', [['reclutamiento', 'COLLECTION']]],
]

async function link(story: Story): Promise<void> {
  const analyst = story.as('analyst')
  for (const [activity, systems, flows] of LINKS) {
    const path = `/rat/activities/${story.id(`activity:${activity}`)}`
    for (const [system, role] of systems) {
      await analyst.post(`${path}/systems`, { systemId: story.id(`system:${system}`), role })
    }
    for (const flow of flows) await analyst.post(`${path}/flows`, { flowId: story.id(`flow:${flow}`) })
  }
  for (const [site, activities] of ON_SITES) {
    await analyst.put(`/domains/${story.id(`site:${site}`)}/activities`, {
      activities: activities.map(([activity, role]) => ({
        activityId: story.id(`activity:${activity}`),
        role,
      })),
    })
  }
}

/** Screens the riskier activities for an impact assessment. */
async function screen(story: Story): Promise<void> {
  for (const key of [
    'remuneraciones',
    'huella',
    'cctv',
    'club',
    'credito',
    'fraude',
    'cumple',
    'probador',
    'venta',
  ]) {
    await story.as('dpo').post(`/dpia/${story.id(`activity:${key}`)}/screening`)
  }
}
