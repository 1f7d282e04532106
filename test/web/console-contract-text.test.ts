import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAfter, monthName, weeksOf } from '../../web/console/areas/contracts/month.ts'
import { bodyOf, clausesOf, markupOf, textOf } from '../../web/console/ui/markup.ts'
import { ground } from '../kit/contracts.ts'
import { openService } from '../kit/service.ts'

test('a body is edited as plain text and comes back as it was', () => {
  const body =
    '<p>Entre <strong>A &amp; B</strong> y C.</p>\n<ul><li>uno</li><li>dos</li></ul>\n<ol><li>primero</li></ol>'
  const text = 'Entre **A & B** y C.\n\n- uno\n- dos\n\n1. primero'
  assert.equal(textOf(body), text)
  assert.equal(bodyOf(text), body)
})

test('typed text stays text', () => {
  assert.equal(bodyOf('<script>x</script>'), '<p>&lt;script&gt;x&lt;/script&gt;</p>')
  assert.equal(bodyOf('una\nlínea\n\notra'), '<p>una línea</p>\n<p>otra</p>')
  assert.equal(bodyOf('  \n\n '), '')
})

test('markup beyond plain text is not rewritten', () => {
  assert.equal(textOf('<table><tr><td>x</td></tr></table>'), undefined)
  assert.equal(textOf('<p>a <em>b</em></p>'), undefined)
  assert.equal(textOf('suelto'), undefined)
})

test('every clause of the built-in contracts can be edited as plain text without changing the others', async () => {
  const { ana } = await ground(await openService())
  const { templates } = (await ana.get('/contracts/templates')).data as { templates: { content: string }[] }
  assert.ok(templates.length >= 4)
  for (const { content } of templates) {
    const clauses = clausesOf(content)
    assert.ok(clauses.length > 3)
    for (const { title, body } of clauses) {
      if (/^\s*\{\{\w+\}\}\s*$/m.test(body)) continue
      assert.notEqual(textOf(body), undefined, `${title}: ${body}`)
    }
    const again = clausesOf(markupOf(clauses))
    assert.deepEqual(again, clauses)
  }
})

test('a month shows whole weeks from Monday to Sunday', () => {
  const weeks = weeksOf('2026-12')
  assert.deepEqual([weeks[0]![0], weeks.at(-1)!.at(-1)], ['2026-11-30', '2027-01-03'])
  assert.deepEqual(weeksOf('2027-02').length, 4)
  assert.ok(weeks.every((week) => week.length === 7))
  assert.deepEqual(
    [monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 12)],
    ['2027-01', '2025-12', '2027-05'],
  )
  assert.equal(monthName('2026-12'), 'Diciembre de 2026')
})
