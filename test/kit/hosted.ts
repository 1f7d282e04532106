import assert from 'node:assert/strict'
import vm from 'node:vm'
import type { App } from '#http/types.ts'

/** Headers of a page that a person opens in a browser. */
export const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** The page at an address, as a browser gets it. */
export async function pageAt(app: App, path: string) {
  const { statusCode: status, headers, payload: body } = await app.inject({ url: path, headers: BROWSER })
  return { status, headers, body }
}

/** The service behind a proxy that adds a path. */
const PREFIX = 'https://proxy.test/resguardo'

/** Every file that a page loads, by source name. The addresses are resolved as a browser does. */
export async function filesOf(app: App, path: string, markup: string) {
  const loaded = [...markup.matchAll(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g)]
  const files = await Promise.all(
    loaded.map(async ([, address]) => {
      const url = new URL(address!, PREFIX + path).href
      assert.ok(url.startsWith(`${PREFIX}/`), `${address} leaves the path of the proxy`)
      const reply = await app.inject({ method: 'GET', url: url.slice(PREFIX.length) })
      assert.equal(reply.statusCode, 200, address)
      const name = address!.replace(/^.*\/|-[\da-f]{16}(?=\.)/g, '')
      return [name, { text: reply.payload, headers: reply.headers }] as const
    }),
  )
  return Object.fromEntries(files)
}

/** Runs the page's served script with these browser objects. */
export async function runScript(app: App, path: string, markup: string, browser: object): Promise<void> {
  const files = Object.entries(await filesOf(app, path, markup))
  const scripts = files.filter(([name]) => name.endsWith('.js'))
  assert.equal(scripts.length, 1, 'one script')
  vm.runInNewContext(`'use strict';${scripts[0]![1].text}`, browser)
}
