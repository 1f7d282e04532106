import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOf, setUpTotp } from '#test/kit/factors.ts'
import { demandMfa, openAccount, PASSWORD, signIn } from '#test/kit/officer.ts'
import { openSite, openVisit } from '#test/kit/visitor.ts'

/** A person's account: signing in, ending sessions, and keeping unsaved work. */

const site = await openSite({}, { host: 'localhost' })

const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** A virtual authenticator that signs without asking. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added and renamed, signs in without a password, and is removed', async () => {
  const account = await openAccount(site)
  const { visit, page } = await signIn(site, account)
  await withAuthenticator(page)
  await page.getByRole('button', { name: /Su cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click()
  await page.getByRole('heading', { name: 'Mi cuenta', level: 1 }).waitFor()
  await visit.assertSound('account')
  await page.getByRole('link', { name: 'Acceso' }).click()
  await page.getByText('Entre con la huella').waitFor()
  await visit.assertSound('account, access')
  await page.getByRole('button', { name: 'Agregar una llave' }).click()
  await page.getByLabel('Nombre').fill('Notebook')
  await visit.assertSound('account, new passkey')
  await page.getByRole('button', { name: 'Crear la llave' }).click()
  // The first factor comes with recovery codes, shown once.
  await page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor()
  assert.equal(await page.getByRole('dialog').locator('code').count(), 10)
  await visit.assertSound('account, codes')
  await visit.shot('console-account-codes')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByRole('button', { name: 'Cambiar el nombre' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Notebook de la oficina')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Notebook de la oficina').first().waitFor()
  await page.getByText('Le quedan 10 códigos').waitFor()
  await visit.shot('guia-cuenta')

  await page.getByRole('button', { name: /Su cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar la sesión', exact: true }).click()
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()
  await visit.go('/cuenta?parte=seguridad')
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await page.getByRole('button', { name: 'Quitarla' }).click()
  await page.getByText('Entre con la huella').waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('accepting an invitation asks for the account’s second factor on the same page', async () => {
  const host = await site.api.tenant({ name: 'Viña del Valle' })
  const link = async (email: string) => {
    const { data } = await host.post('/settings/members', { email, name: 'Camila', role: 'DPO' })
    const { pathname, search } = new URL(data.invitationUrl)
    return `${pathname}${search}`
  }
  const statusOf = async (email: string) =>
    (await host.get('/settings/members')).data.members.find((one: { email: string }) => one.email === email)
      .status
  const fill = async (page: Page) => {
    await page.getByLabel('Su nombre').fill('Camila Rojas')
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Su cuenta tiene un segundo factor').waitFor()
    assert.equal(await page.getByLabel('Contraseña').isVisible(), false)
  }
  const DONE = 'Listo: ya es parte de la organización.'

  const byCode = await openAccount(site)
  const { secret } = await setUpTotp(site.api.with({ authorization: `Bearer ${byCode.token}` }))
  const visit = await openVisit(site.browser, site.origin, { width: 390 })
  await visit.go(await link(byCode.email))
  await fill(visit.page)
  assert.equal(await visit.page.getByRole('button', { name: 'Usar mi llave de acceso' }).isVisible(), false)
  assert.equal(await statusOf(byCode.email), 'INVITED')
  await visit.assertSound('invitation, second factor')
  await visit.page.getByLabel('Código').fill('000000')
  await visit.page.keyboard.press('Enter')
  await visit.page.getByText('no es correcto').waitFor()
  site.api.clock.advance(30_000)
  await visit.page.getByLabel('Código').fill(codeOf(secret, site.api.clock.now()))
  await visit.page.keyboard.press('Enter')
  await visit.page.getByText(DONE).waitFor()
  assert.equal(await statusOf(byCode.email), 'ACTIVE')
  await visit.close()

  const byPasskey = await openAccount(site)
  const own = await openVisit(site.browser, site.origin)
  await withAuthenticator(own.page)
  const service = site.api.with({ authorization: `Bearer ${byPasskey.token}` })
  const { options } = (await service.post('/auth/passkeys/register/options')).data
  await own.go('/seguimiento')
  const credential = await own.page.evaluate(
    `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) }).then((made) => made.toJSON())`,
  )
  assert.equal((await service.post('/auth/passkeys/register', { credential })).status, 201)
  await own.go(await link(byPasskey.email))
  await fill(own.page)
  await own.page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
  await own.page.getByText(DONE).waitFor()
  assert.equal(await statusOf(byPasskey.email), 'ACTIVE')
  assert.deepEqual(own.wrong, [])
  await own.close()
})

test('a person corrects her name, and the new one appears everywhere at once', async () => {
  const account = await openAccount(site)
  const { visit, page } = await signIn(site, account)
  await visit.go('/cuenta')
  const name = page.getByLabel('Nombre')
  await name.fill('')
  await page.keyboard.press('Enter')
  await page
    .getByText('es obligatorio')
    .or(page.getByText('Debe', { exact: false }))
    .first()
    .waitFor()
  await visit.assertSound('account, a name that is missing')
  await name.fill('Camila Rojas Díaz')
  await page.keyboard.press('Enter')
  await toast(page, 'Su nombre cambió en todas sus organizaciones.')
  await page.getByRole('button', { name: 'Su cuenta: Camila Rojas Díaz' }).waitFor()
  assert.deepEqual(visit.wrong, [])
  await visit.close()
})

test('an authenticator app is set up and asked for at the next sign-in, and a grave act asks for proof of identity', async () => {
  const account = await openAccount(site)
  const { visit, page } = await signIn(site, account, { width: 390, dark: true })
  await visit.go('/cuenta?parte=seguridad')
  await page.getByRole('button', { name: 'Configurarla' }).click()
  await page.getByAltText('Código QR para la aplicación').waitFor()
  const secret = (await page.getByRole('dialog').locator('code').textContent())!
  await visit.assertSound('account, totp')
  await visit.shot('console-account-totp')
  await page.getByLabel('Código de la aplicación').fill('000000')
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByRole('dialog').locator('[aria-invalid="true"], [role="alert"]').first().waitFor()
  await page.getByLabel('Código de la aplicación').fill(codeOf(secret, new Date()))
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor()
  const code = (await page.getByRole('dialog').locator('code').first().textContent())!
  assert.match(code, /^[A-Z0-9-]{10,}$/)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByText('Activa', { exact: true }).waitFor()
  await visit.close()

  const again = await openVisit(site.browser, site.origin)
  await again.go('/')
  await again.page.getByLabel('Correo').fill(account.email)
  await again.page.getByLabel('Contraseña').fill(PASSWORD)
  await again.page.keyboard.press('Enter')
  await again.page.getByText('Su cuenta tiene un segundo factor').waitFor()
  await again.assertSound('second factor')
  await again.page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await again.page.getByLabel('Código de recuperación').fill(code)
  await again.page.getByRole('button', { name: 'Confirmar' }).click()
  await again.page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()

  // After eleven minutes the service asks again for proof of identity.
  site.api.clock.advance(11 * 60_000)
  await again.go('/cuenta?parte=seguridad')
  await again.page.getByText('Le quedan 9 códigos').waitFor()
  await again.page.getByRole('button', { name: 'Quitarla' }).click()
  await again.page.getByRole('dialog').getByRole('button', { name: 'Quitarla' }).click()
  await again.page.getByRole('heading', { name: 'Confirme que es usted' }).waitFor()
  await again.assertSound('sudo')
  await again.shot('console-sudo')
  await again.page.getByRole('dialog').getByLabel('Contraseña').fill(PASSWORD)
  await again.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await toast(again.page, 'La aplicación de códigos ya no sirve para entrar.')
  site.api.clock.release()
  await again.close()
})

test('a session that ends in the middle of editing loses nothing, and the call continues', async () => {
  const account = await openAccount(site)
  const { visit, page, open } = await signIn(site, account)
  const other = await signIn(site, account)
  await open('brechas/nueva')
  await page.getByLabel('Título').fill('Correo a quien no correspondía')
  await page.getByLabel('Relato').fill('Se adjuntó la planilla equivocada.')

  await other.visit.go('/cuenta?parte=sesiones')
  await other.page.getByText('Esta', { exact: true }).waitFor()
  await other.visit.assertSound('sessions')
  await other.visit.shot('console-account-sessions')
  await other.page.getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Cerrarlas' }).click()
  await toast(other.page, /Se cerr/)

  await page.getByRole('button', { name: 'Registrar la brecha' }).click()
  await page.getByRole('heading', { name: 'Su sesión terminó' }).waitFor()
  await visit.assertSound('session ended')
  await page.getByRole('dialog').getByLabel('Contraseña').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('heading', { name: 'Correo a quien no correspondía', level: 1 }).waitFor()
  await page.getByText('Se adjuntó la planilla equivocada.').waitFor()

  // Signed out everywhere: both windows ask for the sign-in.
  await page.getByRole('button', { name: /Su cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar la sesión en todos los equipos' }).click()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await other.visit.close()
  await visit.close()
})

test('a person changes her password and how notices arrive', async () => {
  const account = await openAccount(site)
  const { visit, page } = await signIn(site, account)
  await visit.go('/cuenta')
  await page.getByLabel('Contraseña de ahora').fill('no es esta')
  await page.getByLabel('Contraseña nueva').fill('otra frase larga y propia 2027')
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  await page.locator('[aria-invalid="true"]').waitFor()
  await visit.assertSound('password, refused')
  await page.getByLabel('Contraseña de ahora').fill(PASSWORD)
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  await toast(page, 'Su contraseña cambió')
  assert.equal(await page.getByLabel('Contraseña nueva').inputValue(), '')

  await page.getByRole('link', { name: 'Avisos' }).click()
  const choice = page.getByRole('combobox').nth(2)
  await choice.selectOption('digest')
  await visit.assertSound('notices')
  await visit.shot('console-account-notices')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await toast(page, 'Guardado.')
  await page.reload()
  await choice.waitFor()
  assert.equal(await choice.inputValue(), 'digest')
  await visit.close()
})

test('an organisation that requires a second factor links to its set-up', async () => {
  const account = await openAccount(site)
  const { visit, page, open } = await signIn(site, account)
  await demandMfa(site.api, account.slug)
  await open('brechas')
  await page.getByText('La organización exige un segundo factor').waitFor()
  await visit.assertSound('not let in')
  await page.getByRole('link', { name: 'Activar un segundo factor' }).click()
  await page.getByText('exige un segundo factor: agregue').waitFor()
  await visit.close()
})
