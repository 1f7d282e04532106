import { parseArgs } from 'node:util'
import { COMMANDS, usage } from './commands.ts'
import { BadConfig } from './config.ts'

/** Operator commands: `resguardo <command> [arguments] [--help]`. Exit code 1 for a refusal, 2 for a wrong call. */
async function run(argv: string[]): Promise<number> {
  const { words, given, help, unknown } = read(argv)
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  const own = command ? optionsOf(command) : []
  const foreign = [...given.keys()].find((name) => !own.includes(name))
  const wrong = unknown ?? (foreign && `--${foreign}`)
  if (wrong) return say(process.stderr, `No existe la opción «${wrong}».\n\n${usage()}`, 2)
  if (words.length === 0 || (help && !command)) return say(process.stdout, usage(), 0)
  if (!command) return say(process.stderr, `No existe la orden «${words.join(' ')}».\n\n${usage()}`, 2)

  const call = `Uso: resguardo ${[command.name, ...command.takes].join(' ')}`
  if (help) return say(process.stdout, `${call}\n\n${command.about}`, 0)
  const plain = words.slice(command.name.split(' ').length)
  const args = command.takes.map((word) => {
    const option = OPTION.exec(word)?.[1]
    return option === undefined ? plain.shift() : given.get(option)
  })
  const missing = command.takes.some((word, at) => !word.startsWith('[') && args[at] === undefined)
  if (missing || plain.length > 0) return say(process.stderr, call, 2)
  return command.run(args)
}

/** `--name <value>`, and `--name` alone for a switch; in brackets when it may be left out. */
const OPTION = /^\[?--([a-z-]+)(?: <|\]|$)/

function optionsOf({ takes }: (typeof COMMANDS)[number]): string[] {
  return takes.flatMap((word) => OPTION.exec(word)?.[1] ?? [])
}

const SWITCHES = new Set(
  COMMANDS.flatMap(({ takes }) => takes.flatMap((word) => /^\[--([a-z-]+)\]$/.exec(word)?.[1] ?? [])),
)

interface Call {
  words: string[]
  given: Map<string, string>
  help: boolean
  unknown?: string
}

function read(argv: string[]): Call {
  const names = COMMANDS.flatMap(optionsOf)
  const options = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(
      names.map((name) => [name, { type: SWITCHES.has(name) ? 'boolean' : 'string' } as const]),
    ),
  } as const
  const { positionals, tokens } = parseArgs({
    args: argv,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options,
  })
  const call: Call = { words: positionals, given: new Map(), help: false }
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.name === 'help') call.help = true
    else if (names.includes(token.name)) call.given.set(token.name, token.value ?? '')
    else call.unknown ??= token.rawName
  }
  return call
}

function say(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(`${text}\n`)
  return code
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const lines = error instanceof BadConfig ? error.faults : [(error as Error).message]
  for (const line of lines) say(process.stderr, line, 1)
  process.exit(1)
}
