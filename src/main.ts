import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { VERSION } from '#http/openapi.ts'
import { buildPages } from '#pages/built.ts'
import { BadConfig, type Config } from './config.ts'
import { tell } from './progress.ts'
import { assemble, openEngine, type Service } from './service.ts'

/** Requests under way get this long to end after a stop signal. */
const DRAIN_MS = 25_000

/** The process: opens the database, listens, and on a signal finishes what has begun. */
export async function start(config: Config): Promise<void> {
  buildPages()
  // The exporter is loaded only where a collector is configured.
  const exporting =
    config.telemetry &&
    (await (await import('./telemetry/telemetry.ts')).startTelemetry(config.telemetry, VERSION))
  const engine = await openEngine(config)
  if (!engine.prepares)
    tell(
      'DATABASE_URL pasa por un PgBouncer que no conserva sentencias preparadas (anterior a la versión 1.21, o sin max_prepared_statements): el servicio trabaja sin ellas, un poco más lento.',
    )
  const service = await assemble(config, engine, { tell })
  exporting?.watch(service.registry, service.app.log)
  await service.queue.work(service.jobEnv)
  greet(config, await listen(service.app, config))
  if (config.trustProxy === true) {
    service.app.log.warn(
      'TRUST_PROXY=true believes any X-Forwarded-For, so a caller can choose its address: name the addresses of the proxy',
    )
  }

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    service.app.log.info({ signal }, 'draining')
    if (config.drainSeconds > 0)
      tell(`Deteniendo: durante ${config.drainSeconds} segundos el balanceador lo aparta…`)
    await service.app.leaveBalancer(config.drainSeconds)
    tell(`Deteniendo: lo que está en curso tiene hasta ${DRAIN_MS / 1000} segundos para terminar…`)
    const failure = (error: Error) => service.app.log.error({ err: error }, 'could not close')
    await Promise.race([service.close().catch(failure), wait(DRAIN_MS, undefined, { ref: false })])
    await exporting?.shutdown()
    tell('Resguardo se detuvo.')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  watchStarter(() => stop('the end of the parent process'))
}

/**
 * npm, and the launcher for an older Node, can be killed without notice to the process they started. That process would
 * keep its port and its files, and the person who pressed the key would not know which process to stop.
 */
function watchStarter(onGone: () => void): void {
  const { RESGUARDO_LAUNCHED, npm_package_name, npm_lifecycle_event } = process.env
  if (!RESGUARDO_LAUNCHED && !(npm_package_name === 'resguardo' && npm_lifecycle_event === 'start')) return
  const starter = process.ppid
  const npm = npmAbove(process.pid)
  const timer = setInterval(() => {
    if (process.ppid === starter && (!npm || parentOf(npm.child) === npm.pid)) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}

/** A shell stands between npm and this process and survives a killed npm. Without /proc nothing is watched. */
function npmAbove(pid: number, levels = 4): { pid: number; child: number } | undefined {
  const parent = parentOf(pid)
  if (levels === 0 || !parent || parent === 1) return undefined
  return nameOf(parent).startsWith('npm') ? { pid: parent, child: pid } : npmAbove(parent, levels - 1)
}

function parentOf(pid: number): number | undefined {
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`)) ?? []
  return parent === undefined ? undefined : Number(parent)
}

const nameOf = (pid: number): string => read(`/proc/${pid}/comm`)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function listen(app: Service['app'], { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadConfig([
      code === 'EADDRINUSE'
        ? `PORT: el puerto ${port} de ${host} ya está en uso. Elija otro, o detenga el proceso que lo ocupa.`
        : `HOST: no se puede escuchar en ${host}:${port} (${code}).`,
    ])
  }
}

function greet(config: Config, address: string): void {
  const base = config.port === 0 ? address : config.publicUrl
  const lines = [
    '',
    `  Resguardo escucha en ${address}`,
    '',
    `  Consola                ${base}/`,
    `  Guía de uso            ${base}/guia/`,
    `  Seguir una solicitud   ${base}/seguimiento`,
    `  Referencia de la API   ${base}/docs`,
    '',
    '  Para empezar, abra la consola y cree una cuenta para su organización. Desde un programa:',
    '',
    `    curl -s ${base}/api/v1/auth/register -H 'content-type: application/json' \\`,
    `      -d '{"email":"ana@tiendasur.cl","password":"una-frase-larga","name":"Ana Rojas","organizationName":"Tienda Sur SpA"}'`,
    '',
  ]
  if (!config.databaseUrl) {
    lines.push(
      `  Base de datos incorporada en ${config.dataDir}: para evaluar y para uso pequeño.`,
      '  Para producción use un servidor PostgreSQL 15 o más nuevo: DATABASE_URL=postgres://…',
      '',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
