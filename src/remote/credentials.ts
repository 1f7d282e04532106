import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A session of the command line on this machine. */
export interface Credentials {
  url: string
  accessToken: string
  refreshToken: string
  /** The organisation that commands are about. */
  organisation: string | undefined
}

function file(): string {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return join(config, 'resguardo', 'session.json')
}

export function readCredentials(): Credentials | undefined {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Credentials
  } catch {
    return undefined
  }
}

/** For the eyes of this account alone, and never half-written: its holder is signed in. */
export function keepCredentials(credentials: Credentials): void {
  const path = file()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(credentials), { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
}

export function forgetCredentials(): void {
  rmSync(file(), { force: true })
}
