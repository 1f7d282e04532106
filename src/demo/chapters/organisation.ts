import { chileanDay } from '#kernel/dates.ts'
import type { Made, SignedIn } from '../callers.ts'
import { COLLEAGUES, INVITED, MAIL_DOMAIN, ORGANISATION, OWNER } from '../people.ts'
import { rut, type Story } from '../story.ts'

const mail = (name: string) => `${name}@${MAIL_DOMAIN}`

const SITES = [
  {
    key: 'tienda',
    entity: 'retail',
    url: `https://www.${MAIL_DOMAIN}`,
    name: 'Tienda en línea',
    description: 'Catálogo, compras y cuenta de clientes',
  },
  {
    key: 'tarjeta',
    entity: 'financiera',
    url: `https://tarjeta.${MAIL_DOMAIN}`,
    name: 'Tarjeta Aromo',
    description: 'Solicitud de la tarjeta, estados de cuenta y pagos',
  },
  {
    key: 'empleos',
    entity: 'retail',
    url: `https://trabaja.${MAIL_DOMAIN}`,
    name: 'Trabaja con nosotros',
    description: 'Postulaciones a tiendas y centros de distribución',
  },
  {
    key: 'pruebas',
    entity: 'retail',
    url: `https://pruebas.${MAIL_DOMAIN}`,
    name: 'Ambiente de pruebas',
    description: 'Copia de la tienda en línea, con datos ficticios',
    environment: 'STAGING',
  },
]

/** The departments of the retail company, and who to ask about their data. */
const DEPARTMENTS = [
  { name: 'Gerencia de Tiendas', headName: 'Marcela Fuenzalida Ortiz', within: ['Prevención de Pérdidas'] },
  {
    name: 'Gerencia de Comercio Digital',
    headName: 'Tomás Arancibia Lobos',
    within: ['Servicio al Cliente', 'Despacho a domicilio'],
  },
  { name: 'Gerencia de Marketing', headName: 'Josefa Larraín Mena', within: ['Club Aromo'] },
  {
    name: 'Gerencia de Personas',
    headName: 'Rodrigo Inostroza Vega',
    within: ['Remuneraciones', 'Selección'],
  },
  { name: 'Gerencia de Finanzas', headName: 'Carolina Undurraga Paz', within: [] },
  { name: 'Gerencia de Sistemas', headName: 'Álvaro Quezada Rubio', within: ['Seguridad de la información'] },
]

/** Switched off, because nobody answers at an invented address. */
const HOOK = {
  url: `https://mesa.${MAIL_DOMAIN}/resguardo`,
  events: ['dsar.received', 'dsar.due_soon', 'breach.created', 'contract.signed'],
  description: 'Mesa de ayuda: abre un caso por cada solicitud, brecha y contrato firmado',
  isActive: false,
}

/** The officer's time entries, week by week. */
const HOURS = [
  [6, 2, 180, 'Levantamiento del registro con Personas y Finanzas'],
  [5, 4, 90, 'Revisión de contratos con encargados'],
  [4, 3, 120, 'Taller de solicitudes con Servicio al Cliente'],
  [2, 2, 150, 'Evaluación de impacto del puntaje de crédito'],
  [1, 5, 60, 'Reunión con el comité de privacidad'],
] as const

/** The company begins twelve weeks ago: people, legal entities, sites. */
export function organisation(story: Story, password: string): void {
  story.plan(story.week(12, 1, '09:05'), async () => {
    await found(story, password)
    await invite(story, password)
    await entities(story)
    await departments(story)
  })
  story.plan(story.week(11, 2, '11:00'), async () => {
    for (const { key, entity, ...site } of SITES) {
      const legalEntityId = story.id(`entity:${entity}`)
      story.keep(`site:${key}`, (await story.as('admin').post('/domains', { ...site, legalEntityId })).id)
    }
  })
  story.plan(story.week(9, 4, '10:20'), () => story.as('admin').post('/settings/webhooks', HOOK))
  for (const [weeksAgo, weekday, minutes, what] of HOURS)
    story.plan(story.week(weeksAgo, weekday, '18:00'), () =>
      story.as('dpo').post('/time-entries', { workedOn: chileanDay(story.clock.now()), minutes, what }),
    )
  story.plan(story.week(1, 3, '15:40'), () => {
    const { email, name, role } = INVITED
    return story.as('admin').post('/settings/members', { email, name, role })
  })
}

async function found(story: Story, password: string): Promise<void> {
  const { email, name } = OWNER
  const account = { email, password, name, organizationName: ORGANISATION, plan: 'ENTERPRISE' }
  const signedIn = await story.visitor.post<SignedIn>('/auth/register', account)
  story.keep('slug', signedIn.tenant.slug)
  story.join('owner', { email, password }, signedIn)
}

async function invite(story: Story, password: string): Promise<void> {
  for (const { key, email, name, role } of COLLEAGUES) {
    const { invitationUrl } = await story
      .as('owner')
      .post<{ invitationUrl: string }>('/settings/members', { email, name, role })
    const token = new URL(invitationUrl).searchParams.get('token')
    const signedIn = await story.visitor.post<SignedIn>('/auth/invitations/accept', { token, name, password })
    story.join(key, { email, password }, signedIn)
  }
}

async function entities(story: Story): Promise<void> {
  const owner = story.as('owner')
  const { entities } = await owner.get<{ entities: (Made & { workspaceId: string })[] }>('/org/entities')
  const { id: retail, workspaceId } = entities[0]!
  await owner.put('/settings/tenant', {
    taxId: rut(39_100_200),
    contactEmail: mail('contacto'),
    branding: { primaryColor: '#1f4e8c' },
  })
  await owner.patch(`/org/entities/${retail}`, {
    name: 'Aromo Azul Retail SpA',
    taxId: rut(39_100_200),
    legalRepName: OWNER.name,
    legalRepEmail: OWNER.email,
    postalAddress: 'Av. Los Peumos 2450, piso 8, Providencia, Santiago',
    arcoPublicEmail: mail('datospersonales'),
  })
  const logistica = await owner.post('/org/entities', {
    workspaceId,
    name: 'Aromo Azul Logística SpA',
    taxId: rut(39_100_340),
    legalRepName: 'Héctor Bahamondes Cid',
    legalRepEmail: mail('hector.bahamondes'),
    postalAddress: 'Camino El Boldo 900, bodega 4, Lampa',
    arcoPublicEmail: mail('datoslogistica'),
  })
  const financiera = await owner.post('/org/entities', {
    workspaceId,
    name: 'Servicios Financieros Aromo Azul SpA',
    taxId: rut(39_100_480),
    legalRepName: 'Paulina Errázuriz Vidal',
    legalRepEmail: mail('paulina.errazuriz'),
    postalAddress: 'Av. Los Peumos 2450, piso 9, Providencia, Santiago',
    arcoPublicEmail: mail('datostarjeta'),
  })
  story.keep('entity:retail', retail)
  story.keep('entity:logistica', logistica.id)
  story.keep('entity:financiera', financiera.id)
  for (const id of [retail, financiera.id]) {
    await owner.patch(`/org/entities/${id}/dpo`, { userId: story.as('dpo').userId })
  }
}

async function departments(story: Story): Promise<void> {
  const admin = story.as('admin')
  const legalEntityId = story.id('entity:retail')
  for (const { name, headName, within } of DEPARTMENTS) {
    const { id } = await admin.post('/org/departments', { legalEntityId, name, headName })
    for (const inner of within)
      await admin.post('/org/departments', { legalEntityId, name: inner, parentDepartmentId: id })
  }
}
