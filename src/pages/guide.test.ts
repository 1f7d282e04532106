import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const FOLDER = join(import.meta.dirname, '../../docs/guia')
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
const api = await openService()
const open = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: path, headers: { accept: 'text/html', ...headers } })

test('every page of the guide opens for anybody, in Spanish, and is not sent twice', async () => {
  assert.ok(files.length >= 7)
  for (const file of files) {
    const path = file === 'README.md' ? '/guia/' : `/guia/${file.slice(0, -'.md'.length)}`
    const page = await open(path)
    assert.equal(page.statusCode, 200, path)
    assert.match(page.payload, /<html lang="es">/)
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(FOLDER, file), 'utf8'))!
    assert.ok(page.payload.includes(`<h1>${title}</h1>`), path)
    const again = await open(path, { 'if-none-match': String(page.headers['etag']) })
    assert.equal(again.statusCode, 304, path)
  }
  assert.equal((await open('/guia')).statusCode, 200)
  assert.equal((await open('/guia/nada')).statusCode, 404)
  assert.equal((await open('/guia/..%2f..%2fpackage')).statusCode, 404)
})

test('links and pictures of the pages exist', async () => {
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    for (const [, target] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (target!.endsWith('.md')) assert.ok(files.includes(target!), `${file}: ${target}`)
      else {
        const picture = await open(`/guia/${target}`)
        assert.equal(picture.statusCode, 200, `${file}: ${target}`)
        assert.equal(picture.headers['content-type'], 'image/png')
      }
    }
  }
})

test('a picture has at most 60 kB and is cached by the browser', async () => {
  const folder = join(FOLDER, 'imagenes')
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.png'))) {
    assert.ok(statSync(join(folder, file)).size <= 60_000, file)
    const { etag } = (await open(`/guia/imagenes/${file}`)).headers
    // A compressing proxy marks the tag as weak.
    for (const known of [`${etag}`, `W/${etag}`])
      assert.equal((await open(`/guia/imagenes/${file}`, { 'if-none-match': known })).statusCode, 304)
  }
  assert.equal((await open('/guia/imagenes/nada.png')).statusCode, 404)
})

test('the page of the first day links to every other page', () => {
  const first = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  for (const file of files.filter((one) => one !== 'README.md')) assert.ok(first.includes(`(${file})`), file)
})
