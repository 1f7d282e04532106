import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A session of the command line on this machine. */
export interface Credentials {
  url: string
  accessToken: string
  refreshToken: string
  /** The organisation of the commands. */
  organisation: string | undefined
}

function ownFile(): string {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return join(config, 'resguardo', 'session.json')
}

export function readCredentials(file = ownFile()): Credentials | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials
  } catch {
    return undefined
  }
}

/** Readable by this account alone, and never half-written: its holder is signed in. */
export function keepCredentials(credentials: Credentials, file = ownFile()): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(credentials), { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

export function forgetCredentials(file = ownFile()): void {
  rmSync(file, { force: true })
}
