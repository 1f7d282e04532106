import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { sourcesSum } from '../src/pages/sources.ts'

/**
 * Builds everything that browsers load from this folder: `npm run build`. `npm ci` runs it, and so does the start of the
 * service when a source is newer. It writes to a folder beside dist/ and renames it, so that nobody reads half a build.
 *   assets/<name>-<hash>.js|css   for pages: each script and each sheet is one file
 *   assets/console/<name>-<hash>.js|css   for the console: one sheet, and a script for each screen
 *   w/<name>.js                   for other sites: scripts under fixed names
 *   manifest.json                 the list of files, and the imports of the console's files
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')

/** Phones of 2020. The build rewrites light-dark() in the sheets for them. */
const TARGET = ['chrome87', 'edge88', 'firefox88', 'safari14']

/** Browsers since May 2024, when the last of them got light-dark(). People who work in the console have one. */
const CONSOLE_TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

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

/** The first screen after sign-in and what it needs, as one file. */
const INSIDE = /web\/console\/(frame\/frame\.tsx|areas\/today\/today\.tsx)$/

/** The files that each file of the console imports statically. */
const imports: Record<string, string[]> = {}

/** Timings depend on what else the machine does, so they are not checked. */
const CHECKS = { bundlerTimings: false }

/** Packages mark browser code with a directive, which says nothing here. */
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE'])

interface Piece {
  path: string
  content: string
}

const pieces = (
  await Promise.all([
    ...files('citizen/*.ts').map((file) => script(file, 'es').then(hashed(`${nameOf(file)}.js`))),
    ...files('citizen/*.css').map((file) => sheet(file).then(hashed(`${nameOf(file)}.css`))),
    ...files('widgets/*/main.ts').map((file) =>
      script(file, 'iife').then((content): Piece => ({ path: `w/${basename(dirname(file))}.js`, content })),
    ),
    script('console/early.ts', 'es').then(hashed('console/early.js')),
    consolePieces(),
  ])
).flat()

const whole = mkdtempSync(join(root, 'web/.dist-'))
chmodSync(whole, 0o755)
for (const { path, content } of pieces) await keep(path, content)
const paths = pieces.map(({ path }) => path).sort()
writeFileSync(join(whole, 'manifest.json'), JSON.stringify({ sum: sourcesSum(), paths, imports }))
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

async function consolePieces(): Promise<Piece[]> {
  const result = (await build({
    ...COMMON,
    // Relative, so that the console also works behind a path of a proxy.
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...COMMON.build,
      target: CONSOLE_TARGET,
      cssTarget: CONSOLE_TARGET,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(root, 'web/console/main.tsx'),
        checks: CHECKS,
        onLog: (level, log, say) => !QUIET.has(log.code ?? '') && say(level, log),
        output: {
          format: 'es',
          hashCharacters: 'hex',
          entryFileNames: 'assets/console/main-[hash:16].js',
          chunkFileNames: 'assets/console/[name]-[hash:16].js',
          assetFileNames: 'assets/console/main-[hash:16][extname]',
          // The first screen has few files, because each file delays it.
          codeSplitting: {
            groups: [
              { name: 'core', tags: ['$initial'], priority: 2 },
              { name: 'inside', test: INSIDE, priority: 1 },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput
  for (const one of result.output) if (one.type === 'chunk') imports[one.fileName] = one.imports
  return result.output.map((one) => ({
    path: one.fileName,
    content: one.type === 'chunk' ? one.code : String(one.source),
  }))
}

async function bundled(file: string, output: Rolldown.OutputOptions) {
  const result = (await build({
    ...COMMON,
    build: { ...COMMON.build, rolldownOptions: { input: join(root, 'web', file), output, checks: CHECKS } },
  })) as Rolldown.RolldownOutput
  const chunks = result.output.flatMap((one) => (one.type === 'chunk' ? [one.code] : []))
  const sheets = result.output.flatMap((one) =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [String(one.source)] : [],
  )
  return { chunks, sheets }
}

/** Writes each file with its compressed forms, so that no request waits for compression. */
async function keep(path: string, content: string): Promise<void> {
  const file = join(whole, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
