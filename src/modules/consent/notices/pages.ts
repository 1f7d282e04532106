import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { assertShown } from '#db/access.ts'
import { translateError } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { allowedOrigin } from '#http/origins.ts'
import type { App } from '#http/types.ts'
import type { Organisation } from '#kernel/branding.ts'
import { notFound } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { receiptUrl } from '#modules/evidence/public.ts'
import { assetNamed, sendWidget, WIDGETS_VERSION } from '#pages/assets.ts'
import { type Page, sendPage, titled } from '#pages/page.ts'
import { refusalAsPage } from '#pages/refusal.ts'
import { PAGE } from '#pages/routes.ts'
import { showRecord } from '../subjects/service.ts'
import { createPublished } from './published.ts'
import { receiptPage } from './receipt-page.ts'
import { findNoticeOfKey, findRecordByKey } from './repo.ts'
import type { PublicConfig } from './schemas.ts'

/** Stands in for a site and shows the banner as sites load it. It sends nothing, and choices on it do not count. */
export function previewPage(config: PublicConfig | undefined): Page {
  return {
    title: 'Vista previa del aviso · Resguardo',
    bare: true,
    mayBeFramed: true,
    // Without a configuration the banner waits for one from the surrounding page.
    widget: { name: 'banner.js', options: { preview: config ? JSON.stringify(config) : '' } },
    content: html`<main>
<h1>Vista previa</h1>
<p>Esta página hace las veces de su sitio: el aviso se ve como lo verán sus visitas. Nada de lo que elija aquí se registra.</p>
</main>`,
  }
}

interface Script {
  type: string
  content: string
  brotli: Buffer
  gzip: Buffer
}

/** The banner's script with a notice in front, compressed once and cached as long as the notice. */
const scripts = new WeakMap<PublicConfig, Promise<Script>>()

function scriptWith(config: PublicConfig): Promise<Script> {
  const known = scripts.get(config)
  if (known) return known
  const { type, content } = assetNamed('w/banner.js')
  const made = compressed(
    type,
    `(window.Resguardo=window.Resguardo||{}).aviso=${JSON.stringify(config)};${content}`,
  )
  scripts.set(config, made)
  return made
}

async function compressed(type: string, content: string): Promise<Script> {
  const [brotli, gzip] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzipCompress)(content),
  ])
  return { type, content, brotli, gzip }
}

/** The same caching as the answer to the script's own request. */
const BRIEFLY = 'public, max-age=60, stale-while-revalidate=600'

/**
 * A script tag sends its page only as Referer. If a notice names its sites, other pages get the script without the notice.
 */
function mayHave(request: FastifyRequest, named: unknown): boolean {
  const page = URL.parse(String(request.headers.referer ?? ''))
  return allowedOrigin(named, page?.origin) !== undefined
}

export function pages(app: App): void {
  const getPublished = createPublished(app.access, app.tools)

  /**
   * With `?key=` the script includes its notice, and the banner shows without a second trip. If that fails for any reason,
   * the rate limit included, only the script is served. It then blocks the third parties, requests the notice itself, and
   * learns why there is none.
   */
  const WIDGET = { config: { role: 'PUBLIC', budget: 'script' }, schema: { hide: true } as object } as const
  app.get(`/w/${WIDGETS_VERSION}/banner.js`, WIDGET, async (request, reply) => {
    const { key } = request.query as { key?: unknown }
    const alone = () => sendWidget(request, reply, assetNamed('w/banner.js'))
    if (request.isOverBudget || typeof key !== 'string' || !KEY.test(key)) return alone()
    const published = await Promise.resolve(getPublished(key)).catch(() => undefined)
    if (!published || published.suspendedAt !== null) return alone()
    const { allowedOrigins } = published.content.config
    if (allowedOrigin(allowedOrigins, undefined) === undefined) reply.header('vary', 'Referer')
    if (!mayHave(request, allowedOrigins)) return alone()
    return sendWidget(request, reply, await scriptWith(published.data), BRIEFLY)
  })

  app.get<{ Params: { widgetKey: string; clientKey: string } }>(
    '/recibo/:widgetKey/:clientKey',
    { ...PAGE, errorHandler: refuse },
    async (request, reply) => {
      const { widgetKey, clientKey } = request.params
      if (!KEY.test(widgetKey) || !DECISION_KEY.test(clientKey)) throw notFound('el comprobante')
      const notice = await app.access.lookUp('find the notice of a receipt', (db) =>
        findNoticeOfKey(db, widgetKey),
      )
      if (!notice) throw notFound('el comprobante')
      assertShown(notice.suspended_at)
      const { tenant_id: tenantId, id: noticeId } = notice
      const { data } = await request.readFor(tenantId, async (ctx) => {
        const found = await findRecordByKey(ctx, noticeId, clientKey)
        if (!found) throw notFound('el comprobante')
        const [record, organisation] = await Promise.all([showRecord(ctx, found.id), readOrganisation(ctx)])
        return { record, organisation }
      })
      const { record, organisation } = data
      const url = receiptUrl(app.tools.publicUrl, organisation.slug, 'consent_record', record.id)
      return sendPage(reply, receiptPage(record, organisation as Organisation, url))
    },
  )

  app.get('/w/preview', PAGE, (_request, reply) => sendPage(reply, previewPage(undefined)))

  app.get<{ Params: { widgetKey: string } }>('/w/preview/:widgetKey', PAGE, async (request, reply) => {
    const { data, suspendedAt } = await getPublished(request.params.widgetKey)
    assertShown(suspendedAt)
    return sendPage(reply, previewPage(data))
  })
}

/** The refusal as a page. */
const refuse = refusalAsPage(translateError, (message) =>
  titled('Comprobante', html`<p>${message} Si acaba de elegir, espere unos segundos y vuelva a abrirlo.</p>`),
)

/** The form of keys that the banner makes. A key chosen by another system may be guessable, and opens nothing. */
const DECISION_KEY = /^[0-9a-f]{32}$/

/** The form of our keys. Nothing else is looked up. */
const KEY = /^[\w-]{8,64}$/
