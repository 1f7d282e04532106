import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { extract } from 'tar-stream'

/** Finds and starts a browser for the tests. */

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** The packed browser of `npm ci` runs on x64 Linux only. */
const BROUGHT = process.platform === 'linux' && process.arch === 'x64'

/** Whether there is a browser: CHROME_PATH, an installed one, or the one of `npm ci`. */
export function hasChromium(): boolean {
  return installed() !== undefined || BROUGHT
}

function installed(): string | undefined {
  const { CHROME_PATH, PATH = '' } = process.env
  if (CHROME_PATH) return CHROME_PATH
  const names = PATH.split(delimiter).flatMap((folder) => INSTALLED.map((name) => join(folder, name)))
  return [...names, ...APPS].find((file) => existsSync(file))
}

/** The packed browser looks for fonts in other folders. Without a font every text has no width and counts as hidden. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Only switches on which no page depends: no `bypassCSP`, no reduced web security. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function launchChromium(): Promise<Browser> {
  const own = installed()
  if (own) return chromium.launch({ executablePath: own, args: SWITCHES })
  const folder = await unpacked()
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: join(folder, 'lib'),
    FONTCONFIG_PATH: folder,
  }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args: SWITCHES, env })
}

/** The file to start. The packed browser first needs the paths of its libraries. */
export async function chromiumFile(): Promise<string> {
  const own = installed()
  if (own) return own
  const folder = await unpacked()
  const file = join(folder, 'start.sh')
  const draft = `${file}.${process.pid}`
  writeFileSync(
    draft,
    `#!/bin/sh\nLD_LIBRARY_PATH=${join(folder, 'lib')} FONTCONFIG_PATH=${folder} exec ${join(folder, 'chromium')} "$@"\n`,
    { mode: 0o755 },
  )
  renameSync(draft, file)
  return file
}

/** Unpacks into a temporary folder and renames it, because several test files may do so at once. */
async function unpacked(): Promise<string> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const cache = join(import.meta.dirname, '../../node_modules/.cache')
  const folder = join(cache, `resguardo-chromium-${versionIn(join(packed, '../package.json'))}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'chromium-'))
  const file = createWriteStream(join(part, 'chromium'), { mode: 0o755 })
  await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(), file)
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) await untar(join(packed, name), part)
  writeFileSync(join(part, 'fonts.conf'), FONTS)
  try {
    renameSync(part, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  return folder
}

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

async function untar(archive: string, into: string): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(archive), createBrotliDecompress(), entries)
  for await (const entry of entries) {
    const file = join(into, entry.header.name)
    if (entry.header.type !== 'file') {
      entry.resume()
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    await pipeline(entry, createWriteStream(file, { mode: 0o755 }))
  }
  await reading
}
