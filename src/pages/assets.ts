import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { encodingFor } from '#kernel/encodings.ts'
import { ROOT } from '#kernel/installed.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { etagOf, isUnchanged } from './negotiate.ts'

/** What browsers load, as web/build.ts made it: read once, when the first page is written, and kept in memory. */

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

/** The console begins with these; its screens are further files under `assets/console/`. */
const CONSOLE = ['console/main.js', 'console/main.css', 'console/early.js', 'console/inside.js'] as const

export type ScriptName = (typeof SCRIPTS)[number]
export type SheetName = (typeof SHEETS)[number]
export type WidgetName = (typeof WIDGETS)[number]
export type AssetName = ScriptName | SheetName
export type ConsoleName = (typeof CONSOLE)[number]
/** As a test compares them with what was built. */
export const ASSET_NAMES: readonly AssetName[] = [...SCRIPTS, ...SHEETS]
export const WIDGET_NAMES: readonly WidgetName[] = WIDGETS

export interface Asset {
  /** The address under the root of the service. That of a page holds the hash of the content. */
  readonly path: string
  readonly type: string
  readonly content: string
  readonly brotli: Buffer
  readonly gzip: Buffer
  /** As a policy and an `integrity` attribute write it. */
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

/** By the names of the sources. */
function assets(): ReadonlyMap<string, Asset> {
  built ??= wholeOf(new Map(manifest().paths.map((path) => [nameOf(path), read(path)])))
  return built
}

/** By their addresses: two screens may have parts of the same name. */
export function consoleFiles(): ReadonlyMap<string, Asset> {
  const paths = () => manifest().paths.filter((path) => path.startsWith('assets/console/'))
  screens ??= new Map(paths().map((path) => [path, read(path)]))
  return screens
}

/** A build of another version lacks what pages load: better said here than by a page without its sheet. */
function wholeOf(found: ReadonlyMap<string, Asset>): ReadonlyMap<string, Asset> {
  const missing = [...ASSET_NAMES, ...CONSOLE, ...WIDGET_NAMES.map((name) => `w/${name}`)].filter(
    (name) => !found.has(name),
  )
  if (missing.length > 0) throw new Error(`web/dist lacks ${missing.join(', ')}: run «npm run build»`)
  return found
}

/** A file of the console and all that it needs at once, so that a page can name them before any of them is read. */
export function withImports(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  imports ??= manifest().imports
  for (const needed of imports[path] ?? []) withImports(needed, seen)
  return seen
}

/** Made from which sources. Undefined where nothing was built. */
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

/** Scripts for other sites: under the version of the interface, or pinned under that of the product. */
export const WIDGETS_VERSION = 'v1'
export const WIDGETS_PIN = packageJson.version

/** Not counted against a budget: an address that may open a page may also load what belongs to it. */
export function useAssets(app: FastifyInstance): void {
  const config = { role: 'PUBLIC', budget: 'none' } as const
  const schema = { hide: true } as FastifySchema

  app.get('/assets/:file', { config, schema }, (request, reply) => {
    const { file } = request.params as { file: string }
    const [, stem, kind] = FILE.exec(file) ?? []
    const asset = stem && assets().get(`${stem}.${kind}`)
    if (!asset) return reply.callNotFound()
    // While several processes are upgraded one by one, the page may come from one version and this request may reach
    // the other. The version that is here serves better than none, but it must not be kept under that name.
    if (asset.path === `assets/${file}`) reply.header('cache-control', FOREVER)
    return sendAsset(request, reply, asset)
  })

  // A screen of another version than the page that asks for it: the page loads itself again.
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

/** A script that any site may load. */
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
