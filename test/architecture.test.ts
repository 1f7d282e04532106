import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import packageJson from '../package.json' with { type: 'json' }

/** Which way the arrows point: main → app → modules → http, db, jobs → kernel. Read from the import lines. */
const root = join(import.meta.dirname, '..')
const files = globSync(['{src,test,bench}/**/*.ts', 'clients/*/{src,examples}/**/*.ts'], { cwd: root }).sort()
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const isTest = (file: string) => /^(test|bench|clients)\/|\.test\.ts$|\/fixtures?\.ts$/.test(file)
const sources = files.filter((file) => !isTest(file))

interface Import {
  from: string
  to: string
  /** Erased before anything runs. */
  typeOnly: boolean
}

const IMPORT =
  /^\s*(?:import|export)\b( type\b)?[^'";]*? from '([#.][^']+)'|^\s*import '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm
const imports: Import[] = files.flatMap((from) =>
  [...texts.get(from)!.matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => ({
    from,
    to: resolve(from, (named ?? bare ?? dynamic)!),
    typeOnly: type !== undefined,
  })),
)

function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name))
  for (const [pattern, target] of Object.entries(packageJson.imports)) {
    const prefix = pattern.replace('*', '')
    if (name.startsWith(prefix)) return target.replace('./', '').replace('*', name.slice(prefix.length))
  }
  return name
}

const moduleOf = (file: string) => /^src\/modules\/([^/]+)\//.exec(file)?.[1]
const layerOf = (file: string) => /^src\/(kernel|db|http|jobs|modules)\//.exec(file)?.[1] ?? file
const faults = (wrong: (one: Import) => boolean) =>
  imports.filter((one) => !isTest(one.from) && wrong(one)).map(({ from, to }) => `${from} → ${to}`)

test('every import leads to a file that is there', () => {
  const broken = imports.filter(({ to }) => !texts.has(to) && !to.endsWith('.json'))
  assert.deepEqual(
    broken.map(({ from, to }) => `${from} → ${to}`),
    [],
  )
})

test('the kernel imports nothing of ours', () => {
  assert.deepEqual(
    faults(({ from, to }) => layerOf(from) === 'kernel' && layerOf(to) !== 'kernel'),
    [],
  )
})

test('the database knows the kernel alone; http and jobs know no module', () => {
  assert.deepEqual(
    faults(({ from, to }) => layerOf(from) === 'db' && !['db', 'kernel'].includes(layerOf(to))),
    [],
  )
  const below = ['http', 'jobs']
  assert.deepEqual(
    faults(
      ({ from, to }) =>
        below.includes(layerOf(from)) && (layerOf(to) === 'modules' || to === 'src/modules.ts'),
    ),
    [],
  )
})

test('rules stand on the kernel alone, and know neither clock nor files', () => {
  const rules = sources.filter((file) => /(\/|-)rules(\/[^/]+)?\.ts$/.test(file))
  assert.ok(rules.length > 1)
  const pure = (file: string): boolean =>
    layerOf(file) === 'kernel' ||
    (moduleOf(file) !== undefined &&
      imports.filter(({ from, typeOnly }) => from === file && !typeOnly).every(({ to }) => pure(to)))
  assert.deepEqual(
    rules.filter((file) => !pure(file)),
    [],
  )
  const impure = /^import (?!type\b).*from '(node:(?!crypto|util)|(?!node:)[a-z@])|Date\.now\(|new Date\(\)/m
  assert.deepEqual(
    rules.filter((file) => impure.test(texts.get(file)!)),
    [],
  )
})

test('modules reach each other through public.ts only', () => {
  assert.deepEqual(
    faults(
      ({ from, to }) =>
        moduleOf(from) !== undefined &&
        moduleOf(to) !== undefined &&
        moduleOf(from) !== moduleOf(to) &&
        !/^src\/modules\/[^/]+\/public\.ts$/.test(to),
    ),
    [],
  )
})

test('modules do not go in circles', () => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [moduleOf(from), moduleOf(to)]
    if (isTest(from) || !a || !b || a === b) continue
    next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const circles: string[] = []
  const walk = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' → '))
    else for (const other of next.get(name) ?? []) walk(other, [...path, name])
  }
  for (const name of next.keys()) walk(name, [])
  assert.deepEqual(circles, [])
})

test('inside a module files are near, outside they are named', () => {
  const roundabout = files.filter((file) => {
    const own = moduleOf(file)
    return own !== undefined && texts.get(file)!.includes(`'#modules/${own}/`)
  })
  assert.deepEqual(roundabout, [])
  const outOfModule = files.filter((file) =>
    [...texts.get(file)!.matchAll(/from '(\.[^']+)'/g)].some(
      ([, to]) => moduleOf(file) !== moduleOf(resolve(file, to!)),
    ),
  )
  assert.deepEqual(
    outOfModule.filter((file) => moduleOf(file) !== undefined),
    [],
  )
})

test('nothing points back at the app and the process', () => {
  const MAY: Record<string, string[]> = {
    'src/app.ts': ['src/service.ts', 'src/describe.ts'],
    'src/main.ts': ['src/commands.ts'],
    'src/service.ts': ['src/main.ts', 'src/operator.ts', 'src/demo/demo.ts', 'src/demo/story.ts'],
    'src/demo/demo.ts': ['src/commands.ts'],
    'src/operator.ts': ['src/commands.ts'],
    'src/cli.ts': [],
    'src/commands.ts': ['src/cli.ts'],
    'src/describe.ts': ['src/commands.ts'],
    'src/modules.ts': ['src/app.ts', 'src/service.ts'],
  }
  assert.deepEqual(
    faults(({ from, to }) => to in MAY && !MAY[to]!.includes(from)),
    [],
  )
})

test('the service imports nothing that is made for tests', () => {
  assert.deepEqual(
    faults(({ to }) => isTest(to)),
    [],
  )
  const devOnly = Object.keys(packageJson.devDependencies)
  const using = sources.filter((file) => devOnly.some((name) => texts.get(file)!.includes(`from '${name}'`)))
  assert.deepEqual(using, [])
})

test('no file is longer than 400 lines, but tests and what is data', () => {
  const long = sources
    .filter((file) => !/\/(knowledge|data)(\/|\.ts$|-)/.test(file))
    .map((file) => ({ file, lines: texts.get(file)!.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400)
  assert.deepEqual(long, [])
})

test('no test is left out, and nothing is exported without a name', () => {
  const leftOut = /\b(test|it|describe|suite)\.(only|skip|todo)\(|\bt\.(skip|todo)\(|\b(only|skip|todo): /
  const found = files.filter(
    (file) => file !== 'test/architecture.test.ts' && isTest(file) && leftOut.test(texts.get(file)!),
  )
  assert.deepEqual(found, [])
  assert.deepEqual(
    files.filter((file) => /^export default\b/m.test(texts.get(file)!)),
    [],
  )
})

test('what a test file waits for stands before its first test: the service is closed when those known are done', () => {
  const late = files.filter((file) => {
    const afterFirst = texts
      .get(file)!
      .split(/^test\(/m)
      .slice(1)
      .join('')
    return /^(await|for await|(const|let) [^=]+= (\[\s*)?await)\b/m.test(afterFirst)
  })
  assert.deepEqual(late, [])
})
