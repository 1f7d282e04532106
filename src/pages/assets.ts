import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance, FastifySchema } from 'fastify'

/** What pages load: scripts and style sheets of web/hosted, read once when the process starts and kept in memory. */

const SCRIPTS = ['rights-request.js', 'signing.js', 'token-form.js'] as const
const SHEETS = [
  'page.css',
  'document.css',
  'policy.css',
  'preview.css',
  'rights-request.css',
  'signing.css',
] as const

export type ScriptName = (typeof SCRIPTS)[number]
export type SheetName = (typeof SHEETS)[number]
export type AssetName = ScriptName | SheetName

export interface Asset {
  /** The address under the root of the service. The hash of the content is part of it. */
  readonly path: string
  readonly type: string
  readonly content: string
  /** As a policy and an `integrity` attribute write it. */
  readonly sha256: string
}

const SOURCES = join(import.meta.dirname, '../../web/hosted')

const IMPORT = /^import \{[^}]*\} from '\.\/([\w-]+\.ts)'$/gm

const MANIFEST = Object.fromEntries([
  ...SCRIPTS.map((name) => [name, assetOf(name, 'text/javascript', scriptOf(name.replace(/js$/, 'ts')))]),
  ...SHEETS.map((name) => [name, assetOf(name, 'text/css', sourceOf(name))]),
]) as Readonly<Record<AssetName, Asset>>

export function assetNamed(name: AssetName): Asset {
  return MANIFEST[name]
}

const FOREVER = 'public, max-age=31536000, immutable'
const FILE = /^([a-z-]+)-[\da-f]{16}\.(js|css)$/

/** Not counted against a budget: an address that may open a page may also load what belongs to it. */
export function useAssets(app: FastifyInstance): void {
  app.get(
    '/assets/:file',
    { config: { role: 'PUBLIC', budget: 'none' }, schema: { hide: true } as FastifySchema },
    (request, reply) => {
      const { file } = request.params as { file: string }
      const [, stem, kind] = FILE.exec(file) ?? []
      const name = `${stem}.${kind}`
      if (!Object.hasOwn(MANIFEST, name)) return reply.callNotFound()
      const { path, type, content } = MANIFEST[name as AssetName]
      // While several processes are upgraded one by one, the page may come from one version and this request may reach
      // the other. The version that is here serves better than none, but it must not be kept under that name.
      if (path === `assets/${file}`) reply.header('cache-control', FOREVER)
      return reply.type(`${type}; charset=utf-8`).send(content)
    },
  )
}

function assetOf(name: AssetName, type: string, content: string): Asset {
  const digest = createHash('sha256').update(content).digest()
  const file = name.replace('.', `-${digest.toString('hex').slice(0, 16)}.`)
  return { path: `assets/${file}`, type, content, sha256: `sha256-${digest.toString('base64')}` }
}

function sourceOf(file: string): string {
  return readFileSync(join(SOURCES, file), 'utf8')
}

/** One script without imports: what it takes from a file beside it stands in the place of the import. */
function scriptOf(file: string): string {
  const script = withoutTypes(sourceOf(file))
  return script.replace(IMPORT, (_line, part: string) => scriptOf(part).replace(/^export /gm, ''))
}

/** Node warns that the function is experimental. That one warning is left out; the version of Node is pinned. */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest: unknown[]) => {
    if (!String(warning).startsWith('stripTypeScriptTypes'))
      Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
