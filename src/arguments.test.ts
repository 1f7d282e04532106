import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionsOf, readArguments } from './arguments.ts'
import { COMMANDS, usage } from './commands.ts'

const typed = (line: string | string[]) =>
  readArguments(typeof line === 'string' ? line.split(' ').filter(Boolean) : line, COMMANDS, usage)

/** The command that would run, or the first line of the message. */
function outcome(line: string | string[]): unknown[] {
  const read = typed(line)
  return 'command' in read ? [read.command.name, ...read.args] : [read.code, read.says.split('\n')[0]]
}

test('words and options reach the command in the order it names them', () => {
  for (const [line, expected] of [
    ['start', ['start']],
    ['tenants set-plan tienda BUSINESS', ['tenants set-plan', 'tienda', 'BUSINESS']],
    ['tenants delete tienda', ['tenants delete', 'tienda', undefined, undefined]],
    ['tenants delete tienda --confirm tienda --now', ['tenants delete', 'tienda', 'tienda', '']],
    ['--now tenants --confirm=tienda delete tienda', ['tenants delete', 'tienda', 'tienda', '']],
    ['export actividades --to rat.xlsx', ['export', 'actividades', 'rat.xlsx', undefined]],
    ['import sistemas.csv --save --target sistemas', ['import', 'sistemas.csv', 'sistemas', '', undefined]],
    [
      'db archive-month audit_log 2024-03 --to mes.gz',
      ['db archive-month', 'audit_log', '2024-03', 'mes.gz'],
    ],
    ['list brechas --json --q fuga', ['list', 'brechas', 'fuga', undefined, '']],
  ] as const)
    assert.deepEqual(outcome(line), expected, line)
  assert.deepEqual(outcome(['evidence', 'erase', 't', 'dsar_letter', 'x', '--reason', 'Orden de 2027']), [
    'evidence erase',
    't',
    'dsar_letter',
    'x',
    'Orden de 2027',
  ])
})

test('the longer of two commands with the same beginning wins', () => {
  assert.deepEqual(outcome('demo'), ['demo'])
  assert.deepEqual(outcome('demo shop'), ['demo shop'])
  assert.deepEqual(outcome('demo tienda'), [2, 'Uso: resguardo demo'])
})

test('every command is found by its own name, and explains itself', () => {
  for (const { name, about, takes } of COMMANDS) {
    const read = typed([...name.split(' '), '--help'])
    assert.ok('says' in read && read.code === 0, name)
    assert.equal(read.says, `Uso: resguardo ${[name, ...takes].join(' ')}\n\n${about}`)
  }
})

test('without a command, or with --help alone, the list of commands is shown', () => {
  for (const line of ['', '--help', '-h', 'tenants --help', 'nada --help']) {
    const read = typed(line)
    assert.ok('says' in read && read.code === 0, line)
    for (const { name } of COMMANDS) assert.ok(read.says.includes(`\n  ${name}`), name)
  }
})

test('an unknown command, and too few or too many words, run nothing', () => {
  for (const [line, said] of [
    ['volar', 'No existe la orden «volar».'],
    ['tenants', 'No existe la orden «tenants».'],
    ['tenants borrar tienda', 'No existe la orden «tenants borrar tienda».'],
    ['Tenants delete tienda', 'No existe la orden «Tenants delete tienda».'],
    ['tenants suspend', 'Uso: resguardo tenants suspend <slug>'],
    ['tenants suspend tienda otra', 'Uso: resguardo tenants suspend <slug>'],
    ['tenants set-plan tienda', 'Uso: resguardo tenants set-plan <slug> <plan>'],
    ['db copy', 'Uso: resguardo db copy --to <url>'],
    ['secrets accept-loss', 'Uso: resguardo secrets accept-loss --confirm <palabra>'],
    ['evidence erase t dsar_letter x', 'Uso: resguardo evidence erase <slug> <tipo> <id> --reason <motivo>'],
  ] as const)
    assert.deepEqual(outcome(line), [2, said], line)
})

test('an option of another command, and an unknown one, run nothing', () => {
  for (const [line, name] of [
    ['tenants suspend tienda --now', '--now'],
    ['tenants resume tienda --now --confirm tienda', '--now'],
    ['start --puerto 80', '--puerto'],
    ['tenants delete tienda --no-now', '--no-now'],
    ['tenants delete tienda -n', '-n'],
    ['db copy --too postgres://x', '--too'],
    ['tenants list --dry-run', '--dry-run'],
  ] as const)
    assert.deepEqual(outcome(line), [2, `No existe la opción «${name}».`], line)
})

test('a switch with a value is a slip: «--now=false» deletes nothing', () => {
  for (const [line, name] of [
    ['tenants delete tienda --confirm tienda --now=false', 'now'],
    ['tenants delete tienda --confirm tienda --now=', 'now'],
    ['import x.csv --target sistemas --save=no', 'save'],
    ['mcp --write=false', 'write'],
    ['db distribute --dry-run=true', 'dry-run'],
    ['start --help=no', 'help'],
  ] as const)
    assert.deepEqual(outcome(line), [2, `La opción «--${name}» no lleva un valor.`], line)
})

test('an option whose value is missing, blank or the next option runs nothing', () => {
  for (const [line, said] of [
    [['db', 'copy', '--to'], 'Falta el valor de «--to».'],
    [['db', 'copy', '--to='], 'Falta el valor de «--to».'],
    [['list', 'brechas', '--org', ''], 'Falta el valor de «--org».'],
    [['import', 'x.csv', '--target', 'sistemas', '--save', '--org', '  '], 'Falta el valor de «--org».'],
    [['tenants', 'create', 'Sur', '--owner', 'a@b.cl', '--plan', ''], 'Falta el valor de «--plan».'],
    [
      ['tenants', 'delete', 'tienda', '--confirm', '--now'],
      'Falta el valor de «--confirm». Si comienza con un guion, escriba «--confirm=--now».',
    ],
    [
      ['tenants', 'export', 'tienda', '--to', '--passphrase-file', 'frase'],
      'Falta el valor de «--to». Si comienza con un guion, escriba «--to=--passphrase-file».',
    ],
  ] as const)
    assert.deepEqual(outcome([...line]), [2, said], line.join(' '))
  // Written like this, the hyphen is meant.
  assert.deepEqual(outcome('tenants export tienda --to=-archivo'), [
    'tenants export',
    'tienda',
    '-archivo',
    undefined,
  ])
})

test('a repeated option is a slip: neither of two organisations is picked', () => {
  for (const line of [
    'tenants delete tienda --confirm otra --confirm tienda --now',
    'tenants delete tienda --confirm tienda --now --now',
    'list brechas --org a --org=b',
  ])
    assert.match(String(outcome(line)[1]), /^La opción «--(confirm|now|org)» está dos veces\.$/, line)
})

test('a slip shows the usage of its command, or the list if there is none', () => {
  const own = typed('tenants delete tienda --now=false')
  assert.ok(
    'says' in own && own.says.endsWith('\n\nUso: resguardo tenants delete <slug> [--confirm <slug>] [--now]'),
  )
  const none = typed('nada --q=1')
  assert.ok('says' in none && none.says.includes('\n\nUso: resguardo <orden> [--help]\n'))
})

test('everything after two hyphens is a word', () => {
  assert.deepEqual(outcome('tenants suspend -- --now'), ['tenants suspend', '--now'])
})

// ── the commands themselves ──

test('names are unique, and an option is a switch everywhere or nowhere', () => {
  const names = COMMANDS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const kinds = Map.groupBy(COMMANDS.flatMap(optionsOf), ({ name }) => name)
  for (const [name, found] of kinds)
    assert.equal(new Set(found.map(({ isSwitch }) => isSwitch)).size, 1, name)
})

test('every argument of a command has one of the known forms', () => {
  for (const { name, takes } of COMMANDS)
    for (const word of takes)
      assert.match(
        word,
        /^(<[a-záéíóúñ]+>|\[<[a-z]+>\]|\[?--[a-z-]+ <[a-záéíóúñ]+>\]?|\[--[a-z-]+\])$/,
        `${name} ${word}`,
      )
})

test('the list shows each command once, with the first sentence of what it does', () => {
  const lines = usage().split('\n')
  for (const { name, about } of COMMANDS) {
    const [first] = about.split('. ')
    assert.ok(
      lines.some((line) => line.endsWith(first!)),
      name,
    )
  }
  assert.ok(lines.every((line) => line === line.trimEnd()))
})
