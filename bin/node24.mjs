// Finds a Node 24 or newer: this very one, else the one that came with `npm ci`. Written so that Node 20 can read it.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 24
/** Where Node keeps what it has compiled, for the next start. Where it may not write it compiles each time. */
export const COMPILED = fileURLToPath(new URL('../node_modules/.cache/resguardo-compiled', import.meta.url))

export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node')
  } catch {
    console.error(
      `Resguardo necesita Node ${NEEDED} o más nuevo, y este es ${process.version}. ${adviceFor(process.platform, process.arch)}`,
    )
    process.exit(1)
  }
}

/** What to do where no Node 24 is at hand: npm brings one along for Linux alone. */
export function adviceFor(platform, arch) {
  const again = 'y repita la orden en una consola nueva.'
  if (platform === 'darwin')
    return `Instálelo con «brew install node@24 && brew link --overwrite node@24», o con el instalador de https://nodejs.org, ${again}`
  if (platform === 'win32')
    return `Instálelo con «winget install OpenJS.NodeJS.LTS», o con el instalador de https://nodejs.org, ${again}`
  if (platform === 'linux' && ['x64', 'arm64'].includes(arch))
    return 'Repita «npm ci» sin omitir las dependencias opcionales: trae uno.'
  return `Instálelo desde https://nodejs.org (aquí: ${platform} ${arch}), ${again}`
}

/** Runs Node 24 in a process of its own, hands signals on and ends as it ends. */
export function runNode(args) {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, RESGUARDO_LAUNCHED: '1' }
  const child = spawn(findNode(), args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
}
