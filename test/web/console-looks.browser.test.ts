import { test } from 'node:test'
import { asMember } from '#test/kit/officer.ts'
import { openScreens, SCREENS } from '#test/kit/screens.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const addressOf = await openScreens(owner)
const { visit, page, follow } = await asMember(site, owner)

const LOOKS = [
  ['desk', 1280, 'light'],
  ['desk at night', 1280, 'dark'],
  ['phone', 390, 'dark'],
  ['small phone', 320, 'light'],
] as const

for (const path of SCREENS)
  test(`${path} is accessible on a desktop and on a phone, light and dark`, async () => {
    await follow(addressOf(path))
    for (const [look, width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: width < 600 ? 780 : 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await visit.shot(`console-${path.replace(/\W+/g, '-')}-${look.replaceAll(' ', '-')}`)
      await visit.assertSound(`${path}, ${look}`)
    }
  })
