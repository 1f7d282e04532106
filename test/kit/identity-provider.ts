import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'

/** An OpenID provider in a process of its own, as companies run one. It ends with the test file. */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Adds a person and their claims. */
  add(sub: string, claims: Record<string, unknown>): Promise<void>
  /** Replaces the keys. */
  rotate(): Promise<void>
  /** Signs in as this person, or refuses without one. Returns the address of the redirect back. */
  visit(url: string, sub?: string): Promise<string>
  /** Stops answering. */
  stop(): void
}

export async function openIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const child = fork(join(import.meta.dirname, 'identity-provider-process.ts'), [redirectUri], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  after(() => void child.kill())
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }]
  return {
    issuer,
    clientId: 'resguardo',
    clientSecret: 'secreto-del-cliente',
    add: (sub, claims) => order(child, { account: { sub, claims } }),
    rotate: () => order(child, { rotate: true }),
    visit: (url, sub) => visit(url, redirectUri, sub),
    stop: () => void child.kill(),
  }
}

async function order(child: ChildProcess, message: object): Promise<void> {
  child.send(message)
  await once(child, 'message')
}

/** A browser without scripts: follows redirects and keeps cookies. */
async function visit(url: string, until: string, sub: string | undefined): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  for (let hops = 0; hops < 10; hops += 1) {
    if (next.pathname.startsWith('/interaction/') && sub) next.searchParams.set('as', sub)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(until)) return next.href
  }
  throw new Error('the provider redirects without an end')
}
