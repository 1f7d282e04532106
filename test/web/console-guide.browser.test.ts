import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chileanDay, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { asMember, demandMfa } from '#test/kit/officer.ts'
import { withPalette } from '#test/kit/png.ts'
import { fillDesk } from '#test/kit/requests.ts'
import type { Person } from '#test/kit/service.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/** The guide with its pictures. `PICTURES=docs/guia/imagenes npm test test/web/console-guide` takes them again. */

const site = await openSite()
const { api } = site
const LARGEST = 60_000

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** A clinic some weeks after it started. */
async function openClinic(): Promise<Person> {
  const camila = await api.tenant({ name: 'Clínica del Sur' })
  await camila.patch('/auth/me', { name: 'Camila Rojas' })
  await camila.colleague('ANALYST', 'Luis Soto')
  const [entity] = (await camila.get('/org/entities')).data.entities
  await camila.patch(`/org/entities/${entity.id}`, {
    name: 'Clínica del Sur SpA',
    taxId: '76.543.210-3',
    postalAddress: 'Av. Alemania 0945, Temuco',
    dpoName: 'Camila Rojas',
    dpoEmail: 'datos@clinicadelsur.cl',
    arcoPublicEmail: 'datos@clinicadelsur.cl',
    legalRepName: 'Ignacio Vera Lillo',
  })
  await camila.post('/rat/packs/clinica/apply')
  const { ids } = await fillDesk(api, camila)
  await gather(camila, ids[5]!)
  await makeBreach(camila, {
    title: 'Planilla de pacientes enviada a otro correo',
    detectedAt: hoursAgo(20),
    nature: ['confidentiality'],
    dataCategories: ['name', 'rut', 'health'],
    estimatedRecords: 64,
    description: 'Recepción envió la planilla de horas de la semana a un paciente con el mismo apellido.',
  })
  await makeBreach(camila, { title: 'Notebook perdido en un taxi', detectedAt: hoursAgo(24 * 12) })
  await camila.post('/workflows', {
    name: 'Cierre de brechas',
    entityType: 'BREACH',
    stages: [
      { name: 'Causa y corrección', requiredRole: 'ANALYST', slaDays: 5, fields: [{ name: 'Causa' }] },
      { name: 'Visto bueno de la delegada', requiredRole: 'DPO', slaDays: 2 },
      {
        name: 'Gerencia',
        requiredRole: 'ADMIN',
        conditions: [{ field: 'estimatedRecords', operator: 'gt', value: 1000 }],
      },
    ],
  })
  await camila.post('/dpia/assessments', {
    title: 'Telemedicina para adultos mayores',
    scope: 'Pacientes de la red sur',
    necessity: 'Sin ella no llegan a control quienes viven lejos.',
  })
  await camila.post('/privacy-policy/generate')
  const { id } = (
    await camila.post('/consent/notices', {
      name: 'Banner del sitio de pacientes',
      title: 'Su privacidad',
      description: 'Usamos cookies propias y de terceros. Usted elige para qué, y puede cambiar de opinión.',
      purposes: [
        { key: 'necesarias', name: 'Necesarias', description: 'Hacen funcionar el sitio.', required: true },
        {
          key: 'medicion',
          name: 'Medición de uso',
          description: 'Nos muestran qué páginas sirven.',
          category: 'analytics',
          cookies: [{ name: '_ga', provider: 'Google', duration: '2 años' }],
        },
      ],
      config: { appearance: { accent: '#1f4e8c' } },
    })
  ).data
  await camila.post(`/consent/notices/${id}/publish`)
  const scores = [12, 12, 15, 19, 19, 22, 24, 24, 28, 31, 31, 34]
  await api.access.asSystem('a test writes a history', (db) =>
    db
      .insertInto('score_history')
      .values(
        scores.map((score, index) => ({
          tenant_id: camila.tenantId,
          day: chileanDay(new Date(Date.now() - (scores.length - index) * DAY_MS)),
          score,
        })),
      )
      .execute(),
  )
  return camila
}

/** Two systems with data of the person: one has answered, the other was asked. A connector waits for approval. */
async function gather(camila: Person, requestId: string): Promise<void> {
  const system = async (name: string, owner: string, ownerEmail: string) =>
    (await camila.post('/data-map/systems', { name, type: 'DATABASE', owner, ownerEmail })).data.id as string
  const record = await system('Ficha clínica', 'Rosa Díaz', 'rosa.diaz@clinicadelsur.cl')
  const agenda = await system('Agenda de horas', 'Pedro Lagos', 'pedro.lagos@clinicadelsur.cl')
  const tasks = `/dsar/requests/${requestId}/tasks`
  const { id } = (await camila.post(tasks, { systemId: record })).data
  await camila.post(tasks, { systemId: agenda })
  await camila.patch(`/dsar/requests/${requestId}`, { status: 'IN_PROGRESS' })
  await camila.patch(`${tasks}/${id}`, { outcome: 'found', notes: 'Cuatro atenciones y dos exámenes.' })
  await camila.post('/connectors', {
    name: 'Réplica de la ficha clínica',
    systemId: record,
    kind: 'postgresql',
    config: { host: 'replica.clinicadelsur.cl', database: 'ficha', user: 'lector', password: 'una-clave' },
    queries: {
      ACCESS: 'select fecha, profesional, motivo\nfrom atenciones\nwhere rut_paciente = :rut',
      PORTABILITY: 'select * from examenes\nwhere rut_paciente = :rut',
    },
  })
}

const first = (page: Page) => page.locator('tbody th a').first().click()

/** Each picture: its address, and what to do before it is taken. */
const SHOTS: Record<string, { path: string; until: (page: Page) => Promise<unknown> }> = {
  hoy: {
    path: 'hoy',
    until: (page) => page.getByRole('img', { name: /Puntaje de los últimos/ }).waitFor(),
  },
  rubro: {
    path: 'comenzar?paso=2',
    async until(page) {
      await page.getByLabel('Clínica o centro de salud').check()
      await page.getByText('Ficha clínica', { exact: false }).first().waitFor()
    },
  },
  solicitudes: { path: 'solicitudes', until: (page) => page.getByText('7 resultados').waitFor() },
  solicitud: {
    path: 'solicitudes',
    async until(page) {
      await page.getByRole('link', { name: /ARCO/ }).last().click()
      await page.getByText('Qué hacer ahora').waitFor()
    },
  },
  tareas: {
    path: 'solicitudes',
    async until(page) {
      await page.locator('tr', { hasText: 'Felipe Marín' }).getByRole('link').first().click()
      await page.getByRole('link', { name: 'Tareas' }).click()
      await page.getByText('1 de 2 respondidas').waitFor()
    },
  },
  conector: {
    path: 'conectores',
    async until(page) {
      await first(page)
      await page.getByText('rut_paciente').first().waitFor()
    },
  },
  brecha: {
    path: 'brechas',
    async until(page) {
      await page.getByRole('link', { name: 'Planilla de pacientes' }).click()
      await page.getByText('Qué hacer ahora').waitFor()
    },
  },
  decision: {
    path: 'brechas',
    async until(page) {
      await page.getByRole('link', { name: 'Planilla de pacientes' }).click()
      await page.getByRole('button', { name: 'Decidir', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Alto').check()
      for (const question of await dialog.getByRole('radiogroup').all()) {
        const no = question.getByLabel('No', { exact: true })
        if (await no.count()) await no.check()
      }
      await dialog
        .getByRole('radiogroup', { name: /sensibles/ })
        .getByLabel('Sí')
        .check()
      await dialog.getByRole('button', { name: 'Ver qué corresponde' }).click()
      await page.getByRole('heading', { name: 'La decisión' }).waitFor()
    },
  },
  aprobacion: {
    path: 'aprobaciones',
    async until(page) {
      await first(page)
      await page.frameLocator('iframe').getByText('Telemedicina').first().waitFor()
    },
  },
  flujo: {
    path: 'flujos',
    async until(page) {
      await page.getByRole('link', { name: 'Cierre de brechas' }).click()
      await page.getByRole('heading', { name: 'Cierre de brechas', level: 1 }).waitFor()
      await page.getByText('Visto bueno de la delegada').first().waitFor()
    },
  },
  politica: {
    path: 'politicas',
    async until(page) {
      await first(page)
      await page.frameLocator('iframe').getByRole('heading').first().waitFor()
    },
  },
  banner: {
    path: 'consentimiento',
    async until(page) {
      await first(page)
      await page.frameLocator('iframe').getByRole('heading', { name: 'Su privacidad' }).waitFor()
    },
  },
  cuenta: {
    path: '/cuenta?parte=seguridad',
    until: (page) => page.getByText('Entre con la huella').waitFor(),
  },
}

async function take(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  await page.mouse.move(0, 0)
  const picture = withPalette(await page.screenshot({ type: 'png', caret: 'hide' }))
  if (!folder) return
  // Fonts differ between machines, so only pictures to keep are limited in size.
  assert.ok(picture.length <= LARGEST, `${name}: ${picture.length} bytes`)
  writeFileSync(join(folder, `${name}.png`), picture)
}

test('every picture of the guide can be taken', async () => {
  const clinic = await openClinic()
  const { visit, page, open } = await asMember(site, clinic)
  for (const [name, { path, until }] of Object.entries(SHOTS)) {
    await open(path)
    await until(page)
    await take(page, name)
  }
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('the picture for several organisations can be taken', async () => {
  const consultant = await api.tenant({ name: 'Botica Central' })
  const clients = ['Colegio Los Aromos', 'Condominio Las Palmas', 'Fintech Austral']
  let slug = ''
  for (const organizationName of clients) {
    const { tenant } = (await consultant.post('/auth/tenants', { organizationName })).data
    slug = tenant.slug
    const there = { headers: { 'x-resguardo-tenant': slug } }
    await consultant.post(
      '/breaches',
      {
        title: `Correo de ${organizationName} a una lista equivocada`,
        detectedAt: hoursAgo(9 + 30 * organizationName.length),
        detectionSource: 'manual',
      },
      there,
    )
  }
  await fillDesk(api, consultant)
  await demandMfa(api, slug)
  const { visit, page } = await asMember(site, consultant)
  await visit.go('/')
  await page.getByText('Fintech Austral exige un segundo factor').waitFor()
  await page.getByRole('table', { name: 'Mis organizaciones' }).waitFor()
  await take(page, 'varias')
  await visit.close()
})

test('every page of the guide is accessible, light and dark', async () => {
  const pages = readdirSync(join(import.meta.dirname, '../../docs/guia')).filter((file) =>
    file.endsWith('.md'),
  )
  for (const how of [{ width: 390, dark: true }, {}]) {
    const visit = await openVisit(site.browser, site.origin, how)
    for (const file of pages) {
      await visit.go(`/guia/${file === 'README.md' ? '' : file.slice(0, -'.md'.length)}`)
      // Pictures load lazily, so each is scrolled into view.
      for (const picture of await visit.page.locator('figure img').all()) {
        await picture.scrollIntoViewIfNeeded()
        await picture.evaluate('(image) => image.decode()')
      }
      await visit.assertSound(file)
      await visit.shot(`guia-${file}-${how.width ?? 1280}`)
    }
    await visit.close()
  }
})
