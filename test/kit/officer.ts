import type { Page } from 'playwright-core'
import { createBrowserSessions } from '#http/browser-session.ts'
import { createVault } from '#kernel/secrets.ts'
import { type Person, SECRET, type TestService } from './service.ts'
import { openVisit, type Site, type Visit, type Visiting } from './visitor.ts'

/** A privacy officer at the console of a listening service. */
export interface Officer {
  visit: Visit
  page: Page
  slug: string
  /** Opens a screen of her organisation. A path with a leading slash is absolute. */
  open(path: string): Promise<void>
}

/** An officer who moves between screens by links. */
export interface Walker extends Officer {
  follow(path: string): Promise<void>
}

export const PASSWORD = 'una frase larga y propia 2026'

let count = 0

export interface Account {
  email: string
  slug: string
  token: string
  tenantId: string
}

/** Creates an account with its organisation through the API. */
export async function openAccount(
  { api }: Pick<Site, 'api'>,
  organizationName = 'Tienda Sur',
): Promise<Account> {
  count += 1
  const email = `oficial-${process.pid}-${count}-${Date.now()}@ejemplo.cl`
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: { email, password: PASSWORD, name: 'Camila Rojas', organizationName },
  })
  const { tenant, access_token: token } = answer.json().data
  return { email, slug: tenant.slug, token, tenantId: tenant.id }
}

/** Signs in like a person: types, and presses Enter. */
export async function signIn(site: Site, account: Account, how?: Visiting): Promise<Officer> {
  const visit = await openVisit(site.browser, site.origin, how)
  const { page } = visit
  await visit.go('/')
  await page.getByLabel('Correo').fill(account.email)
  await page.getByLabel('Contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()
  const open = async (path: string) => {
    await visit.go(`/organizacion/${account.slug}/${path}`)
    await page.locator('h1').first().waitFor()
  }
  return { visit, page, slug: account.slug, open }
}

/** Signs a member in directly, because the walks over screens and roles do not test the sign-in. */
export async function asMember(site: Site, person: Person, how?: Visiting): Promise<Walker> {
  const visit = await openVisit(site.browser, site.origin, how)
  const { page } = visit
  const sessions = createBrowserSessions(createVault(SECRET), site.origin)
  const claims = site.api.tokens.verify(person.headers['authorization']!.slice('Bearer '.length), new Date())
  await page
    .context()
    .addCookies([{ name: sessions.cookie.name, value: sessions.seal(claims!), url: site.origin }])
  const address = (path: string) => (path.startsWith('/') ? path : `/organizacion/${person.slug}/${path}`)
  const open = async (path: string) => {
    await visit.go(address(path))
    await page.locator('h1').first().waitFor()
  }
  let isOpen = false
  const follow = async (path: string) => {
    if (isOpen) await goOn(page, address(path))
    else await visit.go(address(path))
    isOpen = true
    await page.locator('h1:not([data-before])').first().waitFor()
  }
  return { visit, page, slug: person.slug, open, follow }
}

/** Writes the setting directly, because the API refuses administrators who would lock themselves out. */
export async function demandMfa(api: TestService, slug: string): Promise<void> {
  await api.access.asSystem('a test demands a second factor', (db) =>
    db.updateTable('tenants').set({ require_mfa: true }).where('slug', '=', slug).execute(),
  )
}

/** Follows a link of the console, without loading the page again. */
async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-before', '')
    history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate'))
  }`)
}
