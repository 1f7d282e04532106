import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { sourcesSum } from '../src/pages/sources.ts'

/**
 * Everything that browsers load, made from what stands in this folder: `npm run build`. `npm ci` runs it, and so does
 * the start when a source is newer. Written to a folder beside and renamed, so that nobody reads half of it.
 *   assets/<name>-<hash>.js|css   of pages: each script and each sheet is one file, whole
 *   w/<name>.js                   of other sites: scripts under names that stay
 *   manifest.json                 what there is
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')

/** Phones of 2020. Sheets say colours with light-dark(), which is rewritten for them. */
const TARGET = ['chrome87', 'edge88', 'firefox88', 'safari14']

const COMMON: InlineConfig = {
  root: join(root, 'web'),
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: TARGET,
    cssTarget: TARGET,
    write: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
}

interface Piece {
  path: string
  content: string
}

const pieces = await Promise.all([
  ...files('citizen/*.ts').map((file) => script(file, 'es').then(hashed(`${nameOf(file)}.js`))),
  ...files('citizen/*.css').map((file) => sheet(file).then(hashed(`${nameOf(file)}.css`))),
  ...files('widgets/*/main.ts').map((file) =>
    script(file, 'iife').then((content): Piece => ({ path: `w/${basename(dirname(file))}.js`, content })),
  ),
])

const whole = mkdtempSync(join(root, 'web/.dist-'))
chmodSync(whole, 0o755)
for (const { path, content } of pieces) await keep(path, content)
const paths = pieces.map(({ path }) => path).sort()
writeFileSync(join(whole, 'manifest.json'), JSON.stringify({ sum: sourcesSum(), paths }))
rmSync(dist, { recursive: true, force: true })
renameSync(whole, dist)

function files(pattern: string): string[] {
  return globSync(pattern, { cwd: join(root, 'web') }).sort()
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\w+$/, '')
}

function hashed(name: string) {
  return (content: string): Piece => {
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
    return { path: `assets/${name.replace('.', `-${digest}.`)}`, content }
  }
}

async function script(file: string, format: 'es' | 'iife'): Promise<string> {
  const { chunks } = await bundled(file, {
    format,
    ...(format === 'iife' && { name: 'Resguardo', extend: true }),
  })
  if (chunks.length !== 1) throw new Error(`${file} became ${chunks.length} files`)
  return chunks[0]!
}

async function sheet(file: string): Promise<string> {
  const { sheets } = await bundled(file, {})
  return sheets.join('')
}

async function bundled(file: string, output: Rolldown.OutputOptions) {
  const result = (await build({
    ...COMMON,
    build: { ...COMMON.build, rolldownOptions: { input: join(root, 'web', file), output } },
  })) as Rolldown.RolldownOutput
  const chunks = result.output.flatMap((one) => (one.type === 'chunk' ? [one.code] : []))
  const sheets = result.output.flatMap((one) =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [String(one.source)] : [],
  )
  return { chunks, sheets }
}

/** Beside each file its compressed forms, so that nothing is compressed while somebody waits. */
async function keep(path: string, content: string): Promise<void> {
  const file = join(whole, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
