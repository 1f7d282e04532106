import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { companyPostgres } from '#test/kit/company-databases.ts'
import { taskFor } from '#test/kit/connectors.ts'
import { asMember } from '#test/kit/officer.ts'
import { openSite } from '#test/kit/visitor.ts'

const shop = await companyPostgres()
after(() => shop?.close())
const site = await openSite({ CONNECTOR_NETWORKS: '127.0.0.0/8' })
const owner = await site.api.tenant({ name: 'Tienda Sur SpA' })
const officer = await owner.colleague('DPO', 'Diego Soto')
// The session counts as just proven. Another test covers the proof of identity.
await site.api.access.asSystem('a test proves a session', (db) =>
  db.updateTable('sessions').set({ proven_at: new Date() }).where('user_id', '=', officer.userId).execute(),
)
const system = (await owner.post('/data-map/systems', { name: 'Tienda en línea', type: 'ECOMMERCE' })).data

test('an administrator writes and tries a query, an officer approves it, and it answers a request', async () => {
  if (!shop) return console.log('no PostgreSQL server is here: there is no database to connect to')
  const { host, port, database, user, password } = shop
  const admin = await asMember(site, owner)
  const { page, visit, open } = admin
  await open('conectores')
  await page.getByRole('heading', { name: 'Todavía se busca a mano en cada sistema' }).waitFor()
  await visit.assertSound('no connectors yet')
  await page.getByRole('link', { name: 'Crear un conector' }).click()
  await page.getByLabel('Nombre del conector').fill('Base de clientes')
  await page.getByLabel('Sistema del mapa de datos').selectOption({ label: 'Tienda en línea' })
  await page.getByLabel('Servidor').fill(host)
  await page.getByLabel('Puerto').fill(String(port))
  await page.getByLabel('Base de datos').fill(database)
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Clave').fill(password)
  await page.getByLabel('Conexión').selectOption('off')
  await page.getByLabel('Acceso, art. 5').fill('select name, balance from people where email = :correo')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('El parámetro «:correo» no existe').waitFor()
  await visit.assertSound('a query with a fault')
  await visit.shot('console-connectors-editor')
  await page.getByLabel('Acceso, art. 5').fill('select name, balance from people where email = :email')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Base de clientes' }).waitFor()
  await page.getByText('Sin aprobar').waitFor()
  await page.getByRole('button', { name: 'Probar ahora' }).click()
  await page.getByText('Funcionó: 0 filas').waitFor()
  await page.getByLabel('Correo de prueba').fill('ana@clientes.cl')
  await page.getByRole('button', { name: 'Probar ahora' }).click()
  await page.getByText('Funcionó: 1 fila.').waitFor()
  await page.getByRole('cell', { name: 'No se muestran sin aprobación' }).waitFor()
  await visit.assertSound('a connector that was tried')
  await visit.shot('console-connectors-tried')
  await page.getByRole('button', { name: 'Aprobar' }).click()
  const asking = page.getByRole('dialog', { name: '¿Aprobar lo que este conector ejecuta?' })
  await asking.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('debe aprobarlo otra persona').first().waitFor()
  await visit.close()

  const { id } = (await owner.get('/connectors')).data.items[0]
  const second = await asMember(site, officer)
  await second.open(`conectores/${id}?aprobar=si`)
  const dialog = second.page.getByRole('dialog', { name: '¿Aprobar lo que este conector ejecuta?' })
  await dialog.getByText('select name, balance from people where email = :email').waitFor()
  await second.visit.assertSound('approving')
  await second.visit.shot('console-connectors-approving')
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await second.page.getByText('Aprobado', { exact: true }).waitFor()

  const { requestId, taskId } = await taskFor(site.api, owner, system.id)
  // The screen asks for the connector of the task's own system, not for all of them.
  const asked: string[] = []
  second.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/connectors')) asked.push(search)
  })
  await second.open(`solicitudes/${requestId}?parte=tareas`)
  await second.page.getByRole('button', { name: /^Consultar con el conector: / }).waitFor()
  assert.deepEqual(asked, [`?systemId=${system.id}&approved=true&limit=1`])
  await owner.post(`/dsar/requests/${requestId}/tasks/${taskId}/run`)
  await site.api.drain()
  await second.open(`conectores/${id}?parte=ejecuciones`)
  await second.page.getByRole('table').getByText('Lista').waitFor()
  await second.visit.assertSound('the runs of a connector')
  await second.visit.shot('console-connectors-runs')
  await second.open('conectores')
  await second.page.getByRole('link', { name: 'Base de clientes' }).waitFor()
  assert.equal(await second.page.getByRole('link', { name: 'Crear un conector' }).count(), 0)
  await second.visit.shot('console-connectors-list')
  await second.visit.close()
})

test('the secret of an endpoint is shown once', async () => {
  const other = (await owner.post('/data-map/systems', { name: 'ERP', type: 'ERP' })).data
  const { page, visit, open } = await asMember(site, owner, { width: 390 })
  await open(`conectores/nuevo?sistema=${other.id}`)
  await page.getByLabel('Nombre del conector').fill('Servicio de privacidad')
  await page.getByLabel('Cómo se le pregunta').selectOption('https')
  await page.getByLabel('Dirección de su sistema').fill('https://privacidad.tiendasur.cl/resguardo')
  await visit.assertSound('the editor of an endpoint')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conector creado' })
  await dialog.getByText(/^whsec_/).waitFor()
  await visit.assertSound('a secret that is shown once')
  await visit.shot('console-connectors-secret')
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).click()
  await page.getByRole('heading', { name: 'Servicio de privacidad' }).waitFor()
  assert.equal(await page.getByText(/whsec_/).count(), 0)
  await visit.assertSound('an endpoint')
  await visit.shot('console-connectors-endpoint-phone')
  await visit.close()
})

test('leaving a half-written connector asks first, and staying loses nothing', async () => {
  const { page, visit, open } = await asMember(site, owner)
  await open('conectores/nuevo')
  const query = page.getByLabel('Acceso, art. 5')
  await query.fill('select nombre from clientes where correo = :email')
  const link = page.getByRole('link', { name: 'Mapa de datos' })
  const asked = page.waitForEvent('dialog')
  await Promise.all([asked.then((question) => question.dismiss()), link.click()])
  assert.equal((await asked).message(), '¿Salir sin guardar el conector? Lo que escribió se pierde.')
  assert.equal(await query.inputValue(), 'select nombre from clientes where correo = :email')
  assert.match(page.url(), /conectores\/nuevo/)
  page.once('dialog', (question) => void question.accept())
  await link.click()
  await page.getByRole('heading', { name: 'Mapa de datos', level: 1 }).waitFor()
  await visit.close()
})
