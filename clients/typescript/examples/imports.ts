/** Imports: download the template, with the headings that the service reads. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { blob } = await api.download('/imports/templates/{target}', {
  path: { target: 'departments' },
  query: { format: 'csv' },
})
console.log((await blob.text()).split(/\r?\n/)[0])
const { items } = await api.get('/imports')
console.log(`${items.length} imports`)
