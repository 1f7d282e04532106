import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KEYS = {
  'rsa-2048': ['-newkey', 'rsa:2048'],
  'rsa-1024': ['-newkey', 'rsa:1024'],
  'p-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'p-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const

export interface Making {
  key?: keyof typeof KEYS
  name?: string
  usage?: string
  password?: string
  /** Days of validity from now. Negative if it has expired. */
  days?: number
  /** Days until it becomes valid. */
  begins?: number
  /** Further options of `openssl pkcs12 -export`. */
  exported?: readonly string[]
  withoutKey?: boolean
}

/** A PKCS#12 file from OpenSSL, with a certificate under a root made for it. */
export function makePkcs12({
  key = 'rsa-2048',
  name = 'Tienda Sur SpA',
  usage = 'critical,digitalSignature,nonRepudiation',
  password = 'clave',
  days = 365,
  begins = -1,
  exported = [],
  withoutKey = false,
}: Making = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-p12-'))
  try {
    const fresh = ['-nodes', '-utf8', ...KEYS[key]]
    writeFileSync(join(folder, 'leaf.ext'), `keyUsage=${usage}\n`)
    const root = [
      '-newkey',
      'rsa:2048',
      '-subj',
      '/CN=Certificadora de prueba',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    ]
    run(folder, ['req', '-x509', '-nodes', '-utf8', '-days', '3650', ...root])
    run(folder, ['req', ...fresh, '-subj', `/O=${name}/CN=${name}`, '-keyout', 'own.key', '-out', 'own.csr'])
    writeFileSync(join(folder, 'ca.cnf'), CA)
    writeFileSync(join(folder, 'index'), '')
    writeFileSync(join(folder, 'serial'), '4a01\n')
    const span = ['-startdate', moment(begins), '-enddate', moment(days)]
    const issued = ['-config', 'ca.cnf', '-in', 'own.csr', '-out', 'own.pem', '-extfile', 'leaf.ext', ...span]
    run(folder, ['ca', '-batch', '-notext', '-utf8', ...issued])
    const kept = withoutKey ? ['-nokeys', '-in', 'own.pem'] : ['-inkey', 'own.key', '-in', 'own.pem']
    const more = ['-certfile', 'ca.pem', '-passout', `pass:${password}`, ...exported]
    run(folder, ['pkcs12', '-export', ...kept, ...more, '-out', 'own.p12'])
    return readFileSync(join(folder, 'own.p12'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const CA = `[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
email_in_dn = no
[any]
organizationName = optional
commonName = supplied
`

function moment(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return `${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`
}

function run(folder: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' })
  if (error) throw new Error(`These tests need the program openssl, which cannot be run: ${error.message}`)
  if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`)
}
