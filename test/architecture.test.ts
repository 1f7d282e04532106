import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import packageJson from '../package.json' with { type: 'json' }
import { FOUNDATION, readOwners, readViews } from './kit/table-types.ts'
import { tablesNamed } from './kit/table-use.ts'
import { templatesOf } from './kit/templates.ts'

/** The direction of dependencies: main → app → modules → the layers → kernel. Read from the import lines. */
const root = join(import.meta.dirname, '..')
const files = globSync(['{src,test,bench,web}/**/*.{ts,tsx}', 'clients/*/{src,examples}/**/*.ts'], {
  cwd: root,
}).sort()
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const isTest = (file: string) => /^(test|bench|clients)\/|\.test\.ts$|\/fixtures?\.ts$/.test(file)
const sources = files.filter((file) => !isTest(file))

interface Import {
  from: string
  to: string
  /** Type imports, which do not exist at run time. */
  typeOnly: boolean
}

const IMPORT =
  /^\s*(?:import|export)\b( type\b)?[^'";]*? from '([#.][^']+)'|^\s*import '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm
const TYPES = /^\s*(?:import|export) \{(?:\s*type [^,}]+,?)+\s*\} from/
const imports: Import[] = files.flatMap((from) =>
  [...texts.get(from)!.matchAll(IMPORT)].map(([line, type, named, bare, dynamic]) => ({
    from,
    to: resolve(from, (named ?? bare ?? dynamic)!),
    typeOnly: type !== undefined || TYPES.test(line),
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
/** The folder of src, or the file itself if it is in none. */
const layerOf = (file: string) => /^src\/([a-z-]+)\//.exec(file)?.[1] ?? file
const faults = (wrong: (one: Import) => boolean) =>
  imports.filter((one) => !isTest(one.from) && wrong(one)).map(({ from, to }) => `${from} → ${to}`)

test('every import names an existing file', () => {
  const broken = imports.filter(
    ({ to }) =>
      !texts.has(to) &&
      !to.endsWith('.json') &&
      !existsSync(join(root, to.replace(/\.css\?inline$/, '.css'))),
  )
  assert.deepEqual(
    broken.map(({ from, to }) => `${from} → ${to}`),
    [],
  )
})

test('the kernel imports no other layer', () => {
  assert.deepEqual(
    faults(({ from, to }) => layerOf(from) === 'kernel' && layerOf(to) !== 'kernel'),
    [],
  )
})

test('the database, PDFs, spreadsheets and file storage import only the kernel', () => {
  assert.deepEqual(
    faults(
      ({ from, to }) =>
        ['db', 'pdf', 'sheets', 'storage'].includes(layerOf(from)) &&
        ![layerOf(from), 'kernel'].includes(layerOf(to)),
    ),
    [],
  )
})

test('Word files import only the kernel and the blocks of PDFs', () => {
  assert.deepEqual(
    faults(({ from, to }) => layerOf(from) === 'word' && !['word', 'pdf', 'kernel'].includes(layerOf(to))),
    [],
  )
})

test('no layer below the modules imports a module', () => {
  const below = new Set(
    sources.map(layerOf).filter((layer) => !/\.tsx?$|^(modules|demo|operator|web)$/.test(layer)),
  )
  for (const layer of [
    'kernel',
    'db',
    'http',
    'documents',
    'events',
    'jobs',
    'outbound',
    'pages',
    'pdf',
    'sheets',
    'storage',
    'word',
  ])
    assert.ok(below.has(layer), layer)
  assert.deepEqual(
    faults(
      ({ from, to }) => below.has(layerOf(from)) && (layerOf(to) === 'modules' || to === 'src/modules.ts'),
    ),
    [],
  )
})

/** All circles of imports, type imports included unless only some imports are given. */
function circlesOf(
  nodeOf: (file: string) => string | undefined,
  over: readonly Import[] = imports,
): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of over) {
    const [a, b] = [nodeOf(from), nodeOf(to)]
    if (isTest(from) || a === undefined || b === undefined || a === b) continue
    next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const circles = new Set<string>()
  const left = new Set<string>()
  const walk = (name: string, path: string[]) => {
    if (path.includes(name)) circles.add([...path.slice(path.indexOf(name)), name].join(' → '))
    else if (!left.has(name)) {
      for (const other of next.get(name) ?? []) walk(other, [...path, name])
      left.add(name)
    }
  }
  for (const name of next.keys()) walk(name, [])
  return [...circles]
}

test('layers have no circular imports', () => {
  assert.deepEqual(circlesOf(layerOf), [])
})

test('files have no circular imports of values', () => {
  const values = imports.filter(({ typeOnly }) => !typeOnly)
  const file = (name: string) => name
  assert.deepEqual(circlesOf(file, values), [])
  const back: Import = { from: 'src/kernel/ids.ts', to: 'src/app.ts', typeOnly: false }
  assert.ok(circlesOf(file, [...values, back]).length > 0)
})

test('documents import only the kernel, the database, http, events and what shows and draws them', () => {
  const above = ['documents', 'kernel', 'db', 'http', 'events', 'pages', 'pdf', 'word']
  assert.deepEqual(
    faults(({ from, to }) => layerOf(from) === 'documents' && !above.includes(layerOf(to))),
    [],
  )
})

test('rules import only the kernel, and use neither clock nor files', () => {
  const rules = sources.filter((file) => /(\/|-)rules(\/[^/]+)?\.ts$/.test(file))
  assert.ok(rules.length > 1)
  const pure = (file: string): boolean =>
    layerOf(file) === 'kernel' ||
    (['modules', 'documents'].includes(layerOf(file)) &&
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

test('modules import each other only through public.ts', () => {
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

// ── the same limits in SQL ──

interface Use {
  /** A module, or `FOUNDATION` for everything below the modules. */
  by: string
  file: string
  name: string
}

const owners = readOwners()
const views = readViews()
const isKnown = (name: string) => owners.has(name)
const statementsOf = new Map([
  ...sources.map((file) => [file, [moduleOf(file) ?? FOUNDATION, texts.get(file)!]] as const),
  ...[...views].map(([name, sql]) => [`view ${name}`, [owners.get(name)!, sql]] as const),
])
const uses = [...statementsOf].flatMap(([file, [by, text]]) =>
  [...tablesNamed(text, isKnown).names].map((name): Use => ({ by, file, name })),
)

/** Allows the module's own tables and views, those of the foundation, and published views of other modules. */
function mayUse({ by, name }: Use): boolean {
  const owner = owners.get(name)
  return owner === by || owner === FOUNDATION || (views.has(name) && by !== FOUNDATION)
}

test('a module reads its own tables, those of the foundation, and published views of others', () => {
  assert.deepEqual(
    uses.filter((use) => !mayUse(use)).map(({ file, name }) => `${file}: ${name} of ${owners.get(name)}`),
    [],
  )
  // The row kit gets the name from its callers, which the test reads.
  const unreadable = sources
    .filter((file) => file !== 'src/db/tenant-table.ts')
    .flatMap((file) => tablesNamed(texts.get(file)!, isKnown).unreadable.map((call) => `${file}: ${call}`))
  assert.deepEqual(unreadable, [])
  const read = new Set(uses.filter(({ by, name }) => owners.get(name) !== by).map(({ name }) => name))
  assert.deepEqual(
    [...views.keys()].filter((name) => !read.has(name)),
    [],
    'a view that no other module reads',
  )
})

test('a statement that uses a table of another module is found, in any spelling', () => {
  const REACHING = [
    `db.selectFrom('systems as s').selectAll()`,
    `db.selectFrom(['processors as p', 'systems as s'])`,
    `db.selectFrom('processors').innerJoin(\n  'systems as s',\n  (join) => join)`,
    `eb.selectFrom('processors').leftJoin('systems', 'a', 'b')`,
    `db.insertInto('systems').values(row)`,
    `db.updateTable('processors').from('systems as s')`,
    `db.deleteFrom('systems')`,
    'sql`select * from systems where true`',
    'sql`select 1 from processors p, systems s`',
    'sql`select 1 from processors p\n join systems s on true`',
    'sql`insert into public."systems" (id) values (1)`',
    'const COUNT = `update systems set name = $1`',
    `const systems = tenantTable('systems')`,
    `const systemRecord = recordKind('systems')`,
    `const record = recordKind('processors', recordPart('systems', 'processor_id'))`,
    `function list(which: 'processors' | 'systems') { return db.selectFrom(which) }`,
    `type Row = Selectable<Tables['systems']>`,
  ]
  for (const statement of REACHING) {
    const names = [...tablesNamed(statement, isKnown).names]
    const wrong = names.filter((name) => !mayUse({ by: 'processors', file: '', name }))
    assert.deepEqual(wrong, ['systems'], statement)
  }
  assert.deepEqual(tablesNamed('db.selectFrom(table)', isKnown).unreadable, ['selectFrom(table'])
  const HARMLESS = [
    `// read from systems\n/* join systems */ db.selectFrom('processors as systems')`,
    `import { systems } from './systems.ts'`,
    `const tag = 'systems'`,
    'sql`select 1 from processors as systems`',
    `Array.from(systems)`,
  ]
  for (const statement of HARMLESS) {
    const { names, unreadable } = tablesNamed(statement, isKnown)
    assert.deepEqual([names.has('systems'), unreadable], [false, []], statement)
  }
  assert.ok(mayUse({ by: 'processors', file: '', name: 'audit_log' }))
  assert.ok(mayUse({ by: 'rat', file: '', name: 'system_register' }))
  assert.ok(!mayUse({ by: FOUNDATION, file: '', name: 'system_register' }))
})

test('modules have no circles, by imports and SQL together', () => {
  const byImport = imports
    .filter(({ from }) => !isTest(from))
    .map(({ from, to }) => [moduleOf(from), moduleOf(to)] as const)
  const bySql = uses.map(({ by, name }) => [by, owners.get(name)] as const)
  const edges = [...byImport, ...bySql].filter(([a, b]) => a !== FOUNDATION && b !== FOUNDATION)
  assert.deepEqual(circles(edges), [])
  assert.ok(circles([...edges, ['processors', 'data-map']]).includes('data-map → processors → data-map'))
})

function circles(edges: readonly (readonly [string | undefined, string | undefined])[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const [a, b] of edges) if (a && b && a !== b) next.set(a, (next.get(a) ?? new Set()).add(b))
  const found: string[] = []
  const walk = (name: string, path: string[]) => {
    if (path.includes(name)) found.push([...path.slice(path.indexOf(name)), name].join(' → '))
    else for (const other of next.get(name) ?? []) walk(other, [...path, name])
  }
  for (const name of next.keys()) walk(name, [])
  return found
}

test('imports inside a module are relative, others are by name', () => {
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

test('nothing imports the app or the process', () => {
  const MAY: Record<string, string[]> = {
    'src/app.ts': ['src/service.ts', 'src/describe.ts'],
    'src/main.ts': ['src/commands.ts'],
    'src/service.ts': [
      'src/main.ts',
      'src/operator/installation.ts',
      'src/operator/tenants.ts',
      'src/operator/distribution.ts',
      'src/operator/move.ts',
      'src/operator/move-checks.ts',
      'src/operator/move-window.ts',
      'src/demo/demo.ts',
      'src/demo/story.ts',
      'src/demo/inject-fetch.ts',
    ],
    'src/demo/demo.ts': ['src/commands.ts'],
    'src/operator/installation.ts': [
      'src/commands.ts',
      'src/operator/database-commands.ts',
      'src/operator/evidence.ts',
      'src/operator/months.ts',
    ],
    'src/operator/archive.ts': ['src/commands.ts', 'src/operator/move.ts'],
    'src/operator/tenants.ts': ['src/commands.ts', 'src/operator/archive.ts', 'src/operator/move.ts'],
    'src/cli.ts': [],
    'src/commands.ts': ['src/cli.ts'],
    'src/describe.ts': ['src/commands.ts'],
    'src/modules.ts': [
      'src/app.ts',
      'src/service.ts',
      'src/tools.ts',
      'src/operator/archive.ts',
      'src/operator/installation.ts',
      'src/operator/tenants.ts',
      'src/operator/move.ts',
      'src/describe.ts',
    ],
    'src/tools.ts': ['src/service.ts', 'src/operator/installation.ts', 'src/describe.ts'],
  }
  assert.deepEqual(
    faults(({ from, to }) => to in MAY && !MAY[to]!.includes(from)),
    [],
  )
})

test('the service imports no test code', () => {
  assert.deepEqual(
    faults(
      ({ from, to }) =>
        isTest(to) && !(to.startsWith('clients/') && /^(web|src\/(demo|remote))\//.test(from)),
    ),
    [],
  )
  const devOnly = Object.keys(packageJson.devDependencies)
  const using = sources.filter(
    // Pages are built, and their build tools do not run in the service.
    (file) =>
      !/^web\/(build\.ts$|console\/)/.test(file) &&
      devOnly.some((name) => texts.get(file)!.includes(`from '${name}'`)),
  )
  assert.deepEqual(using, [])
})

test('the image contains everything that src imports', () => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
    from!.split(' '),
  )
  const missing = faults(
    ({ to }) => !to.startsWith('web/') && !copied.some((path) => to === path || to.startsWith(`${path}/`)),
  ).filter((one) => one.startsWith('src/'))
  assert.deepEqual(missing, [])
  const kept = read('.dockerignore').split('\n')
  for (const path of copied) assert.ok(kept.includes(`!${path}`), path)
})

test('no file is longer than 400 lines, except tests and data', () => {
  const long = sources
    // The router lists all screens, so it is long.
    .filter((file) => !/\/(knowledge|data)(\/|\.ts$|-)|^web\/console\/router\.tsx$/.test(file))
    .map((file) => ({ file, lines: texts.get(file)!.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400)
  assert.deepEqual(long, [])
})

test('no test is skipped, and every export has a name', () => {
  const leftOut =
    /\b(test|it|describe|suite)\.(only|skip|todo)\(|\bt\.(skip|todo)\(|\b(only|skip|todo): (?!\d|number\b)/
  const found = files.filter(
    (file) => file !== 'test/architecture.test.ts' && isTest(file) && leftOut.test(texts.get(file)!),
  )
  assert.deepEqual(found, [])
  assert.deepEqual(
    files.filter((file) => /^export default\b/m.test(texts.get(file)!)),
    [],
  )
})

test('a test that starts processes, measures time or inspects its own process has a process of its own', () => {
  const own =
    /node:child_process|kit\/(installation|cluster|chromium|visitor)\.ts|performance\.now\(|\bprocess\.(?!pid)/
  const sharing = files.filter(
    (file) =>
      /(?<!\.(?:alone|browser))\.test\.ts$/.test(file) &&
      file !== 'test/architecture.test.ts' &&
      own.test(texts.get(file)!),
  )
  assert.deepEqual(sharing, [])
})

test('a test file awaits its setup before its first test: the service closes when the known tests are done', () => {
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

test('pages are below the modules. web imports only the kernel and the types of the client, and nothing imports web', () => {
  assert.deepEqual(
    faults(
      ({ from, to }) =>
        layerOf(from) === 'pages' && !['pages', 'pdf', 'kernel', 'package.json'].includes(layerOf(to)),
    ),
    [],
  )
  assert.deepEqual(
    faults(
      ({ from, to }) => ['kernel', 'db', 'http', 'jobs'].includes(layerOf(from)) && layerOf(to) === 'pages',
    ),
    [],
  )
  assert.deepEqual(
    faults(({ from, to, typeOnly }) => {
      const [isWeb, toWeb] = [from.startsWith('web/'), to.startsWith('web/')]
      if (!isWeb) return toWeb
      if (from === 'web/build.ts') return !toWeb && to !== 'src/pages/sources.ts'
      const isKernel = layerOf(to) === 'kernel'
      // Both sides share files of words and articles, which import only types.
      if (
        from.startsWith('web/console/') &&
        /^src\/modules\/[\w-]+\/knowledge\/(bases|vocabulary)\.ts$/.test(to)
      )
        return false
      // The console calls the service like any other program. Pages for citizens are too small for a client.
      const isClient = from.startsWith('web/console/') && to === 'clients/typescript/src/index.ts'
      return !toWeb && !isKernel && !isClient && !(typeOnly && to === 'clients/typescript/src/api.ts')
    }),
    [],
  )
})

test('an area of the console imports no other area: shared code is in ui/ or frame/', () => {
  const areaOf = (file: string) => /^web\/console\/areas\/([^/]+)\//.exec(file)?.[1]
  assert.ok(sources.some((file) => areaOf(file) === 'breaches'))
  assert.deepEqual(
    faults(({ from, to }) => areaOf(to) !== undefined && areaOf(from) !== areaOf(to)).filter(
      // Except the router, and the script that sends calls before the router loads.
      (one) => !/^web\/console\/(router\.tsx|early\.ts) /.test(one),
    ),
    [],
  )
})

/** A value inside a tag, after one, or before its end. */
const RAW = /<\/?[a-z][^<>]*>?\s*\$|\$[^<>]*<\/[a-z]/i

/** These markers for a model's prompt are not markup. */
const NOT_MARKUP = ['src/modules/rat/assistant/prompts.ts']

test('markup uses the html tag: no escaping by hand, and no raw value beside a tag', () => {
  const pages = sources.filter((file) => file !== 'src/kernel/html.ts' && !NOT_MARKUP.includes(file))
  const byHand = /[,:]\s*(['"`])&(lt|gt|amp|quot|#39);\1(?!:)|escapeHtml/
  assert.deepEqual(
    pages.filter((file) => byHand.test(texts.get(file)!)),
    [],
  )
  const raw = pages.flatMap((file) =>
    templatesOf(texts.get(file)!)
      .filter(({ tag, text }) => !['html', 'xml'].includes(tag) && RAW.test(text))
      .map(({ text }) => `${file}: ${text.slice(0, 80)}`),
  )
  assert.deepEqual(raw, [])
})
