import assert from 'node:assert/strict'
import vm from 'node:vm'
import type { App } from '#http/types.ts'

/** What a browser sends for the address bar. */
export const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** A page at its own address, as a browser gets it. */
export async function pageAt(app: App, path: string) {
  const { statusCode: status, headers, payload: body } = await app.inject({ url: path, headers: BROWSER })
  return { status, headers, body }
}

/** As a browser behind a proxy that adds a path sees the service. */
const PREFIX = 'https://proxy.test/resguardo'

/** Every file that a page loads, by the name of its source: asked for as a browser would, from where the page stands. */
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

/** Runs the page's own script, as it is served, against these objects of a browser. */
export async function runScript(app: App, path: string, markup: string, browser: object): Promise<void> {
  const files = Object.entries(await filesOf(app, path, markup))
  const scripts = files.filter(([name]) => name.endsWith('.js'))
  assert.equal(scripts.length, 1, 'one script')
  vm.runInNewContext(`'use strict';${scripts[0]![1].text}`, browser)
}
