import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { lookForBanner, readSite } from './banner-check.ts'
import { scanRecord, scanSettingsRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as cookieScans from './service.ts'
import { findChromium } from './visit/chromium.ts'

export function routes(app: App, { config, network }: ModuleDeps): void {
  const route = endpoints(app, 'cookie-scans')
  // The check calls a foreign site while the caller waits: organisations take turns, and only a few calls run at a time.
  const checks = createTurns({ atOnce: 4, perKey: 4, total: 60 })
  const hasBrowser = () => findChromium(config.chromiumPath) !== undefined

  route.post('/cookie-scans', {
    id: 'startCookieScan',
    summary: 'Revisar las cookies y los terceros de un dominio verificado',
    description:
      'Se hace en segundo plano, con un navegador real donde el servicio tiene uno: hasta diez páginas, una por segundo, con respeto de robots.txt. Vea GET /cookie-scans/:id. Un dominio sin verificar, con una revisión en curso o terminada hace menos de cinco minutos: 409.',
    role: 'ANALYST',
    record: scanRecord,
    body: schemas.NewCookieScan,
    accepted: schemas.CookieScan,
    refusals: [409, 422],
    handle: async (req, reply) =>
      reply.code(202).send(await req.act((ctx) => cookieScans.startScan(ctx, req.body))),
  })

  route.get('/cookie-scans', {
    id: 'listCookieScans',
    summary: 'Listar las revisiones de cookies',
    role: 'VIEWER',
    query: schemas.CookieScansQuery,
    ok: listOf('items', schemas.CookieScanSummary),
    read: (ctx, { query }) => cookieScans.listScans(ctx, query),
  })

  route.get('/cookie-scans/settings', {
    id: 'getCookieScanSettings',
    summary: 'Ver si los dominios se revisan cada mes y si el servicio tiene un navegador',
    role: 'VIEWER',
    record: scanSettingsRecord,
    ok: schemas.CookieScanSettings,
    read: (ctx) => cookieScans.showSettings(ctx, hasBrowser()),
  })

  route.put('/cookie-scans/settings', {
    id: 'updateCookieScanSettings',
    summary: 'Encender o apagar la revisión de cada mes',
    role: 'DPO',
    record: scanSettingsRecord,
    body: schemas.CookieScanSettingsChange,
    ok: schemas.CookieScanSettings,
    act: (ctx, { body }) => cookieScans.changeSettings(ctx, body, hasBrowser()),
  })

  route.post('/cookie-scans/banner-check', {
    id: 'checkBanner',
    summary: 'Comprobar si un sitio tiene bien puesto el código del banner',
    description:
      'Lee la primera página del dominio, busca el código y dice qué falta. No guarda nada y no exige que el dominio esté verificado.',
    role: 'ANALYST',
    audit: false,
    body: schemas.NewCookieScan,
    ok: schemas.BannerCheck,
    refusals: [422, 503],
    handle: async (req) => {
      const { data: site } = await req.read((ctx) => readSite(ctx, req.body.domainId))
      const look = checks.run(req.tenantId, () => lookForBanner(network.connect, site, app.tools.now()))
      if (!look)
        throw new Failure(
          'unavailable',
          'Hay muchas comprobaciones en curso. Intente de nuevo en unos segundos.',
          {
            retryAfterSeconds: 5,
          },
        )
      return { success: true as const, data: await look }
    },
  })

  route.get('/cookie-scans/:id', {
    id: 'getCookieScan',
    summary: 'Ver una revisión: lo encontrado antes y después de aceptar, con su prueba y sus hallazgos',
    role: 'VIEWER',
    params: ById,
    record: scanRecord,
    ok: schemas.CookieScan,
    read: (ctx, { params }) => cookieScans.getScan(ctx, params.id),
  })
}
