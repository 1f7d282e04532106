/** The cookie policy: the service writes it from the published notices, and checks it against them. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const addNotice = async (name: string, cookie: string) => {
  const { id } = await api.post('/consent/notices', {
    body: { name, purposes: [{ key: 'medicion', name: 'Medición', cookies: [{ name: cookie }] }] },
  })
  await api.post('/consent/notices/{id}/publish', { path: { id } })
}

await addNotice('Sitio web', '_ga')
const { id } = await api.post('/cookie-policy/generate')
const { message } = await api.post('/cookie-policy/{id}/publish', { path: { id } })
console.log(message)

await addNotice('Blog', '_fbp')
const { coverage, missing } = await api.get('/cookie-policy/check-coverage')
console.log(`${coverage} % covered; missing: ${missing.map(({ name }) => name)}`)
