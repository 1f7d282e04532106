import type { Command } from '../command.ts'
import { tell } from '../progress.ts'

/** The commands of a person who works with a remote service. */
export const REMOTE_COMMANDS: readonly Command[] = [
  {
    name: 'login',
    takes: ['--url <dirección>'],
    about:
      'Inicia sesión en un servicio desde esta máquina: muestra un código que usted autoriza en el navegador. La sesión queda en su carpeta personal, solo para su cuenta.',
    async run([url = '']) {
      const { login } = await import('./session.ts')
      const { organisation } = await login(url, tell)
      return done(`Sesión iniciada${organisation ? ` en ${organisation}` : ''}.`)
    },
  },
  {
    name: 'logout',
    takes: [],
    about: 'Cierra la sesión de esta máquina, también en el servicio.',
    async run() {
      await (await import('./session.ts')).logout()
      return done('Sesión cerrada.')
    },
  },
  {
    name: 'list',
    takes: ['<recurso>', '[--q <palabras>]', '[--org <slug>]', '[--json]'],
    about:
      'Lista actividades, solicitudes, brechas, encargados, contratos, evaluaciones o sistemas. Con --json, una entrada por línea. --org elige otra de sus organizaciones.',
    async run([resource = '', q, organisation, json]) {
      const { list } = await import('./commands.ts')
      await list(resource, { q, organisation, json: json !== undefined }, print)
      return 0
    },
  },
  {
    name: 'show',
    takes: ['<recurso>', '<id>', '[--org <slug>]'],
    about: 'Muestra un registro entero, como JSON.',
    async run([resource = '', id = '', organisation]) {
      await (await import('./commands.ts')).show(resource, id, organisation, print)
      return 0
    },
  },
  {
    name: 'export',
    takes: ['<recurso>', '--to <archivo>', '[--org <slug>]'],
    about:
      'Guarda un registro como planilla: actividades, solicitudes, encargados, evaluaciones, sistemas o departamentos, en .xlsx o .csv.',
    async run([resource = '', to = '', organisation]) {
      await (await import('./commands.ts')).exportTo(resource, to, organisation)
      return done(to)
    },
  },
  {
    name: 'import',
    takes: ['<archivo>', '--target <recurso>', '[--save]', '[--org <slug>]'],
    about:
      'Muestra qué crearía y cambiaría una planilla (.xlsx o .csv) en actividades, solicitudes, encargados, sistemas o departamentos. Con --save lo guarda, todo o nada.',
    async run([file = '', target = '', save, organisation]) {
      const { importFrom } = await import('./commands.ts')
      const wanted = { organisation, save: save !== undefined }
      return (await importFrom(file, target, wanted, print)) ? 0 : 1
    },
  },
  {
    name: 'watch',
    takes: ['[--org <slug>]'],
    about: 'Muestra los avisos nuevos a medida que llegan, hasta que lo detenga con Ctrl C.',
    async run([organisation]) {
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      await (await import('./commands.ts')).watch(organisation, print, stop.signal)
      return 0
    },
  },
]

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function done(text: string): number {
  print(text)
  return 0
}
