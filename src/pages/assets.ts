import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { encodingFor } from '#kernel/encodings.ts'
import { ROOT } from '#kernel/installed.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { etagOf, isUnchanged } from './negotiate.ts'

/** The files that browsers load, made by web/build.ts. They are read once, with the first page, and kept in memory. */

const SCRIPTS = [
  'consent-form.js',
  'portal.js',
  'print.js',
  'questionnaire.js',
  'receipt.js',
  'rights-request.js',
  'token-form.js',
  'verify.js',
] as const
const SHEETS = [
  'page.css',
  'consent-form.css',
  'contract-text.css',
  'document.css',
  'guide.css',
  'portal.css',
  'preview.css',
  'questionnaire.css',
  'rights-request.css',
  'signing.css',
  'task.css',
  'verify.css',
] as const
const WIDGETS = ['banner.js', 'derechos.js', 'formulario.js', 'politica.js'] as const

/** The first files of the console. Its screens are further files under `assets/console/`. */
const CONSOLE = ['console/main.js', 'console/main.css', 'console/early.js', 'console/inside.js'] as const

export type ScriptName = (typeof SCRIPTS)[number]
export type SheetName = (typeof SHEETS)[number]
export type WidgetName = (typeof WIDGETS)[number]
export type AssetName = ScriptName | SheetName
export type ConsoleName = (typeof CONSOLE)[number]
/** For a test that compares them with the build. */
export const ASSET_NAMES: readonly AssetName[] = [...SCRIPTS, ...SHEETS]
export const WIDGET_NAMES: readonly WidgetName[] = WIDGETS

export interface Asset {
  /** The path below the root of the service. Files of pages have the hash of their content in it. */
  readonly path: string
  readonly type: string
  readonly content: string
  readonly brotli: Buffer
  readonly gzip: Buffer
  /** The hash in the form of a policy or an `integrity` attribute. */
  readonly sha256: string
}

const DIST = join(ROOT, 'web/dist')

let built: ReadonlyMap<string, Asset> | undefined
let screens: ReadonlyMap<string, Asset> | undefined
let imports: Manifest['imports'] | undefined

interface Manifest {
  sum: string
  paths: string[]
  imports: Record<string, string[]>
}

/** The files by their source names. */
function assets(): ReadonlyMap<string, Asset> {
  built ??= wholeOf(new Map(manifest().paths.map((path) => [nameOf(path), read(path)])))
  return built
}

/** The console's files by their paths: two screens may have parts of the same name. */
export function consoleFiles(): ReadonlyMap<string, Asset> {
  const paths = () => manifest().paths.filter((path) => path.startsWith('assets/console/'))
  screens ??= new Map(paths().map((path) => [path, read(path)]))
  return screens
}

/** A build of another version may lack files. A clear error is better than a page without its stylesheet. */
function wholeOf(found: ReadonlyMap<string, Asset>): ReadonlyMap<string, Asset> {
  const missing = [...ASSET_NAMES, ...CONSOLE, ...WIDGET_NAMES.map((name) => `w/${name}`)].filter(
    (name) => !found.has(name),
  )
  if (missing.length > 0) throw new Error(`web/dist lacks ${missing.join(', ')}: run «npm run build»`)
  return found
}

/** A file of the console with all its static imports, so that a page can preload them. */
export function withImports(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  imports ??= manifest().imports
  for (const needed of imports[path] ?? []) withImports(needed, seen)
  return seen
}

/** The checksum of the sources of the build. Undefined without a build. */
export function builtSum(): string | undefined {
  try {
    return manifest().sum
  } catch {
    return undefined
  }
}

export function isBuilt(): boolean {
  return built !== undefined || builtSum() !== undefined
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
}

export function assetNamed(name: AssetName | ConsoleName | `w/${WidgetName}`): Asset {
  const asset = assets().get(name)
  if (!asset) throw new Error(`web/dist has no ${name}: run «npm run build»`)
  return asset
}

const FOREVER = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=300, stale-while-revalidate=86400'
const FILE = /^([a-z-]+)-[\da-f]{16}\.(js|css)$/

/** Scripts for other sites: under the API version, or pinned under the product version. */
export const WIDGETS_VERSION = 'v1'
export const WIDGETS_PIN = packageJson.version

/** Not counted against a budget: a caller that may open a page may also load its files. */
export function useAssets(app: FastifyInstance): void {
  const config = { role: 'PUBLIC', budget: 'none' } as const
  const schema = { hide: true } as FastifySchema

  app.get('/assets/:file', { config, schema }, (request, reply) => {
    const { file } = request.params as { file: string }
    const [, stem, kind] = FILE.exec(file) ?? []
    const asset = stem && assets().get(`${stem}.${kind}`)
    if (!asset) return reply.callNotFound()
    // During a rolling upgrade the page may come from one version and this request reach another. Our version of the file
    // is better than none, but it must not be cached under that name.
    if (asset.path === `assets/${file}`) reply.header('cache-control', FOREVER)
    return sendAsset(request, reply, asset)
  })

  // A screen of another version than its page: the page then reloads itself.
  app.get('/assets/console/:file', { config, schema }, (request, reply) => {
    const { file } = request.params as { file: string }
    const asset = consoleFiles().get(`assets/console/${file}`)
    if (!asset) return reply.callNotFound()
    return sendAsset(request, reply.header('cache-control', FOREVER), asset)
  })

  app.get('/w/:version/:file', { config, schema }, (request, reply) => {
    const { version, file } = request.params as { version: string; file: string }
    const asset = assets().get(`w/${file}`)
    const isPinned = version === WIDGETS_PIN
    if (!asset || !(isPinned || version === WIDGETS_VERSION)) return reply.callNotFound()
    return sendWidget(request, reply, asset, isPinned ? FOREVER : FOR_A_WHILE)
  })
}

type Sent = Pick<Asset, 'type' | 'content' | 'brotli' | 'gzip'>

/** A script for any site. */
export function sendWidget(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Sent,
  cacheControl = FOR_A_WHILE,
): FastifyReply {
  const etag = etagOf(asset.content)
  reply.headers({
    'cache-control': cacheControl,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  return isUnchanged(request, etag) ? reply.code(304).send() : sendAsset(request, reply, asset)
}

function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Sent): FastifyReply {
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
  reply.type(`${asset.type}; charset=utf-8`).header('vary', vary)
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding === undefined) return reply.send(asset.content)
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? asset.brotli : asset.gzip)
}

function nameOf(path: string): string {
  return path.replace(/^assets\/(.*)-[\da-f]{16}\./, '$1.')
}

function read(path: string): Asset {
  const file = join(DIST, path)
  const content = readFileSync(file, 'utf8')
  return {
    path,
    type: path.endsWith('.js') ? 'text/javascript' : 'text/css',
    content,
    brotli: readFileSync(`${file}.br`),
    gzip: readFileSync(`${file}.gz`),
    sha256: `sha256-${createHash('sha256').update(content).digest('base64')}`,
  }
}
