import type { Made } from '../callers.ts'
import { MAIL_DOMAIN } from '../people.ts'
import { rut, type Story } from '../story.ts'

const necessary = {
  key: 'necesarias',
  name: 'Necesarias',
  description: 'Mantienen su sesión y su carro. Sin ellas el sitio no funciona.',
  required: true,
  cookies: [
    {
      name: 'aromo_sesion',
      provider: 'Propia',
      duration: 'Sesión',
      description: 'Mantiene abierta su cuenta',
    },
    {
      name: 'aromo_carro',
      provider: 'Propia',
      duration: '7 días',
      description: 'Recuerda los productos del carro',
    },
  ],
}
const measuring = {
  key: 'medicion',
  name: 'Medición de uso',
  description: 'Nos muestran qué páginas sirven y cuáles fallan.',
  category: 'analytics',
  hosts: ['px.datalago.example'],
  googleConsent: ['analytics_storage'],
  cookies: [
    {
      name: '_dl_id',
      provider: 'Datalago Nuvem Ltda.',
      duration: '1 año',
      description: 'Distingue una visita de otra',
    },
  ],
}
const advertising = {
  key: 'publicidad',
  name: 'Ofertas a su medida',
  description: 'Permiten mostrarle productos parecidos a los que ha visto.',
  category: 'marketing',
  hosts: ['fidelia.example'],
  googleConsent: ['ad_storage', 'ad_user_data', 'ad_personalization'],
  cookies: [
    {
      name: 'fid_seg',
      provider: 'Fidelia Cloud LLC',
      duration: '6 meses',
      description: 'Guarda su segmento del club',
    },
  ],
}
const chat = {
  key: 'chat',
  name: 'Chat de ayuda',
  category: 'preferences',
  description: 'Recuerda la conversación con servicio al cliente.',
  cookies: [
    {
      name: 'cc_chat',
      provider: 'Contacto Cordillera S.A.S.',
      duration: '30 días',
      description: 'Une sus mensajes',
    },
  ],
}

const TEXT =
  'Usamos cookies propias y de terceros. Usted elige para qué, y puede cambiar de opinión cuando quiera.'

/** Banners on two sites, two forms, and eight weeks of people who consent, refuse, or withdraw later. */
export function consents(story: Story): void {
  story.plan(story.week(9, 3, '10:20'), async () => {
    await notice(story, 'tienda', 'Banner de la tienda en línea', [necessary, measuring, advertising])
    await notice(story, 'tarjeta', 'Banner de la Tarjeta Aromo', [necessary, measuring])
  })
  story.plan(story.week(9, 3, '12:00'), () => forms(story))
  story.plan(story.week(4, 2, '17:30'), async () => {
    const path = `/consent/notices/${story.id('notice:tienda')}`
    await story.as('analyst').put(path, { purposes: [necessary, measuring, advertising, chat] })
    await story.as('analyst').post(`${path}/publish`)
  })
  story.plan(story.week(1, 4, '11:45'), () =>
    story.as('analyst').post('/consent/notices', {
      name: 'Banner de «Trabaja con nosotros»',
      title: 'Su privacidad',
      description: TEXT,
      domainId: story.id('site:empleos'),
      purposes: [necessary],
    }),
  )
  for (let index = 0; index < VISITS; index += 1) visit(story, index)
  for (let index = 0; index < SUBSCRIBERS.length; index += 1) subscribe(story, index)
  for (let index = 0; index < SIGNED_ON_PAPER; index += 1) signOnPaper(story, index)
}

async function notice(story: Story, site: string, name: string, purposes: object[]): Promise<void> {
  const analyst = story.as('analyst')
  const { id } = await analyst.post('/consent/notices', {
    name,
    title: 'Su privacidad',
    description: TEXT,
    domainId: story.id(`site:${site}`),
    purposes,
    config: {
      appearance: { accent: '#1f4e8c', position: 'bottom', theme: 'auto', reopen: true },
      gpc: 'refuse',
      decisionDays: 182,
    },
  })
  const { widgetKey } = await analyst.post<{ widgetKey: string }>(`/consent/notices/${id}/publish`)
  story.keep(`notice:${site}`, id)
  story.keep(`banner:${site}`, widgetKey)
}

async function forms(story: Story): Promise<void> {
  const analyst = story.as('analyst')
  const club = await analyst.post<Made & { formKey: string }>('/consent/templates', {
    name: 'Ofertas del Club Aromo',
    description: 'Formulario de la tienda en línea y de las cajas',
    purposeText:
      'Autorizo a Aromo Azul Retail SpA a enviarme por correo ofertas y novedades del Club Aromo. Puedo retirar esta autorización cuando quiera, con el enlace de cada correo.',
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'region', label: 'Región', type: 'select', options: REGIONS },
    ],
  })
  const huella = await analyst.post('/consent/templates', {
    name: 'Huella digital para marcar la jornada',
    description: 'En papel, en los centros de distribución',
    purposeText:
      'Consiento en forma expresa que Aromo Azul Logística SpA use mi huella digital solo para registrar mi jornada. Sé que puedo marcar con tarjeta y que negarme no tiene consecuencias.',
    sensitive: true,
  })
  story.keep('form:club', club.id)
  story.keep('formKey:club', club.formKey)
  story.keep('form:huella', huella.id)
}

const REGIONS = ['Metropolitana', 'Valparaíso', 'Biobío', 'Maule', 'Los Lagos']

// ── visitors of the sites ──

const VISITS = 96
const PAGES = ['', 'ofertas', 'vestuario', 'hogar/cocina', 'carro', 'ayuda/despachos']

/** Spread over eight weeks without randomness, so that every demo is the same. */
function visit(story: Story, index: number): void {
  const site = index % 6 === 5 ? 'tarjeta' : 'tienda'
  const at = story.week(8 - Math.floor((index * 8) / VISITS), 1 + (index % 7), clockTime(index))
  const subjectRef = `visita-${String(100_000 + ((index * 7919) % 900_000))}`
  const [measured, advertised] = [index % 3 !== 0, index % 3 === 1]
  const decide = (decisions: Record<string, boolean>, action?: 'withdraw') =>
    story.visitor.post(`/public/consent/${story.id(`banner:${site}`)}/record`, {
      subjectRef,
      decisions,
      ...(action && { action }),
      language: 'es',
      url: `https://${site === 'tienda' ? 'www' : site}.${MAIL_DOMAIN}/${PAGES[index % PAGES.length]}`,
    })
  const choice = { medicion: measured, ...(site === 'tienda' && { publicidad: advertised }) }
  story.plan(at, () => decide(choice))
  if (index % 12 === 1) {
    story.plan(new Date(at.getTime() + 6 * 86_400_000), () =>
      decide({ medicion: false, ...(site === 'tienda' && { publicidad: false }) }, 'withdraw'),
    )
  }
}

const clockTime = (index: number) =>
  `${String(9 + ((index * 5) % 13)).padStart(2, '0')}:${String((index * 17) % 60).padStart(2, '0')}`

// ── members of the club ──

const SUBSCRIBERS = [
  'Amanda Sepúlveda',
  'Bastián Henríquez',
  'Catalina Vergara',
  'Diego Riquelme',
  'Elisa Morales',
  'Fabián Contreras',
  'Gabriela Navarrete',
  'Hernán Saavedra',
  'Isidora Valenzuela',
  'Joaquín Espinoza',
  'Karina Troncoso',
  'Leonardo Pavez',
  'Macarena Olivares',
  'Nicolás Barrientos',
  'Olga Sandoval',
  'Patricio Gallardo',
  'Romina Cárcamo',
  'Sebastián Leiva',
  'Trinidad Jara',
  'Ulises Cáceres',
  'Valentina Parra',
  'Waldo Inostroza',
  'Ximena Alfaro',
  'Yerko Maturana',
]

export const mailOf = (name: string) =>
  `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')}@correo.example`

function subscribe(story: Story, index: number): void {
  const name = SUBSCRIBERS[index]!
  const at = story.week(8 - Math.floor(index / 3), 1 + ((index * 2) % 6), clockTime(index))
  const submit = (granted: boolean) =>
    story.visitor.post(`/public/consent-form/${story.id('formKey:club')}/submit`, {
      subjectRef: mailOf(name),
      granted,
      ...(granted && { values: { nombre: name, region: REGIONS[index % REGIONS.length] } }),
    })
  story.plan(at, () => submit(true))
  if (index % 6 === 2) story.plan(new Date(at.getTime() + 5 * 86_400_000), () => submit(false))
}

// ── on paper ──

const SIGNED_ON_PAPER = 8

function signOnPaper(story: Story, index: number): void {
  const at = story.week(6, 1 + (index % 5), `08:${10 + index * 5}`)
  const record = (granted: boolean, evidence: string) =>
    story.as('service').post(`/consent/templates/${story.id('form:huella')}/manual`, {
      subjectRef: rut(32_400_000 + 6271 * index),
      granted,
      channel: 'paper',
      evidence,
    })
  story.plan(at, () => record(true, `Formulario firmado, archivador Lampa 3, hoja ${index + 1}`))
  if (index === 4) {
    story.plan(story.week(2, 2, '09:15'), () => record(false, 'Carta entregada a la jefatura de turno'))
  }
}
