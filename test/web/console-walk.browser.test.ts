import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#kernel/roles.ts'
import { asMember } from '#test/kit/officer.ts'
import { openScreens, SCREENS, screensWithoutRecord } from '#test/kit/screens.ts'
import { openSite } from '#test/kit/visitor.ts'

/** Every screen as every role: it opens, or says which role it needs. */

const site = await openSite()
const owner = await site.api.tenant({ name: 'Clínica del Sur' })
const addressOf = await openScreens(owner)

test('every address with a record has one to open', () => {
  assert.ok(SCREENS.length > 8)
  assert.deepEqual(screensWithoutRecord(), [])
})

for (const role of ROLES)
  test(`every screen as ${role}`, async () => {
    const person = role === 'OWNER' ? owner : await owner.colleague(role)
    const { visit, page, follow } = await asMember(site, person)
    const closed: string[] = []
    for (const path of SCREENS) {
      await follow(addressOf(path))
      const trouble = page.getByRole('alert').getByRole('heading')
      if ((await trouble.count()) > 0) closed.push(`${path}: ${await trouble.textContent()}`)
      assert.deepEqual(visit.wrong, [], `${path} as ${role}`)
    }
    // Only screens that the role may not see are closed, and they say so.
    for (const one of closed) assert.match(one, /Su rol no permite ver esto/)
    await visit.close()
  })
