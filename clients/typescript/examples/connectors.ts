/** Connectors: a query for each right, written by one person and approved by another. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const { id: systemId } = await api.post('/data-map/systems', {
  body: { name: 'Tienda en línea', type: 'ECOMMERCE' },
})
const made = await api.post('/connectors', {
  body: {
    name: 'Base de clientes',
    systemId,
    kind: 'postgresql',
    config: { host: 'db.tiendasur.cl', database: 'tienda', user: 'resguardo_lector', password: 'clave' },
    queries: { ACCESS: 'select name, email, created_at from customers where email = :email' },
  },
})
console.log(`${made.name}: ${made.state}, ${made.config.writes ? 'may write' : 'reads only'}`)

// POST /connectors/{id}/test tries it on a person who does not exist, before the approval.
const { state, selfApproved } = await api.post('/connectors/{id}/approve', { path: { id: made.id } })
console.log(`${state}, by the only one who could: ${selfApproved}`)
