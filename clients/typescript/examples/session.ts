import { Resguardo } from '../src/index.ts'

export const baseUrl = process.env['RESGUARDO_URL'] ?? 'http://127.0.0.1:3000'
export const password = 'una-frase-larga'

/**
 * Creates an organisation to try things in, with its owner signed in. With an account: `await api.login({ email, password
 * })`.
 */
export async function newOrganisation(organizationName = 'Tienda Sur SpA') {
  const api = new Resguardo({ baseUrl })
  const email = `ana.${crypto.randomUUID()}@tiendasur.cl`
  const { user, tenant } = await api.register({ email, password, name: 'Ana Rojas', organizationName })
  return { api, user, tenant }
}

type Api = Awaited<ReturnType<typeof newOrganisation>>['api']

/** Creates a system and an activity that uses it, for contracts and assessments. */
export async function newActivity(api: Api) {
  const system = await api.post('/data-map/systems', {
    body: { name: 'Tienda en línea', type: 'saas', vendor: 'Nube Andina SpA', hostingCountry: 'CL' },
  })
  const activity = await api.post('/rat/activities', {
    body: {
      name: 'Despacho de compras',
      purpose: 'Entregar lo comprado y avisar de la entrega',
      legalBasis: 'contract',
      dataCategories: ['name', 'email', 'address'],
      subjectCategories: ['clientes'],
      retentionPeriod: '5_years',
      systemId: system.id,
    },
  })
  return { system, activity }
}
