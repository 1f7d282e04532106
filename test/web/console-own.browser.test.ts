import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { lookAround, openSite, openVisit } from '#test/kit/visitor.ts'

/** Screens outside any organisation: a person's own, and those before sign-in. */

const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
// With a second organisation she gets the overview of both.
await owner.post('/auth/tenants', { organizationName: 'Clínica Austral' })

const OWN = [
  '/',
  '/cartera',
  '/cartera?parte=copiar',
  '/cartera?parte=horas',
  '/cuenta',
  '/cuenta?parte=seguridad',
  '/cuenta?parte=sesiones',
  '/cuenta?parte=avisos',
  '/dispositivo?codigo=WDJB-MJHT',
  '/organizacion/de-nadie/hoy',
]
const BEFORE = ['/', '/crear-cuenta', '/recuperar', '/no-existe']

const nameOf = (path: string) => `console-own${path}`.replace(/\W+/g, '-')

for (const path of OWN)
  test(`${path} is accessible at every width, light and dark`, async () => {
    const { visit, open } = await asMember(site, owner)
    await open(path)
    await lookAround(visit, nameOf(path))
    await visit.close()
  })

for (const path of BEFORE)
  test(`${path} is accessible before sign-in`, async () => {
    const visit = await openVisit(site.browser, site.origin)
    await visit.go(path)
    await visit.page.getByRole('heading').first().waitFor()
    await lookAround(visit, nameOf(`/fuera${path}`))
    await visit.close()
  })
