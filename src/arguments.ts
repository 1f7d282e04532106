import { parseArgs } from 'node:util'
import type { Command } from './command.ts'

/** What an operator typed: a command with its arguments, or the text to print instead and its exit code. */
export type Typed = { command: Command; args: (string | undefined)[] } | { says: string; code: 0 | 2 }

/**
 * `resguardo <command> [arguments] [--help]`. Some commands delete. So a probable slip (a switch with a value, an option
 * twice, an option whose value is missing or is the next option) is refused, never read as the nearest valid command.
 */
export function readArguments(argv: string[], commands: readonly Command[], usage: () => string): Typed {
  const { words, given, help, slip } = read(argv, commands)
  const command = commandOf(words, commands)
  const own = command ? optionsOf(command).map(({ name }) => name) : []
  const foreign = [...given.keys()].find((name) => !own.includes(name))
  const wrong = slip ?? (foreign && noSuchOption(`--${foreign}`))
  if (wrong) return { says: `${wrong}\n\n${command ? callOf(command) : usage()}`, code: 2 }
  if (words.length === 0 || (help && !command)) return { says: usage(), code: 0 }
  if (!command) return { says: `No existe la orden «${words.join(' ')}».\n\n${usage()}`, code: 2 }
  if (help) return { says: `${callOf(command)}\n\n${command.about}`, code: 0 }
  const plain = words.slice(command.name.split(' ').length)
  const args = command.takes.map((word) => {
    const option = optionOf(word)
    return option === undefined ? plain.shift() : given.get(option.name)
  })
  const missing = command.takes.some((word, at) => !word.startsWith('[') && args[at] === undefined)
  return missing || plain.length > 0 ? { says: callOf(command), code: 2 } : { command, args }
}

const callOf = ({ name, takes }: Command) => `Uso: resguardo ${[name, ...takes].join(' ')}`

const noSuchOption = (name: string) => `No existe la opción «${name}».`

/** The command with the longest matching name: «demo shop» is not «demo» with an extra word. */
function commandOf(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const length = ({ name }: Command) => name.split(' ').length
  return commands
    .filter(({ name }) => name.split(' ').every((word, at) => words[at] === word))
    .sort((a, b) => length(b) - length(a))[0]
}

interface Option {
  name: string
  isSwitch: boolean
}

/** Parses `--name <value>`, or `--name` for a switch. Brackets mark an optional one. */
function optionOf(word: string): Option | undefined {
  const [, name, value] = /^\[?--([a-z-]+)( <[^>]+>)?\]?$/.exec(word) ?? []
  return name === undefined ? undefined : { name, isSwitch: value === undefined }
}

export function optionsOf({ takes }: Command): Option[] {
  return takes.flatMap((word) => optionOf(word) ?? [])
}

interface Call {
  words: string[]
  given: Map<string, string>
  help: boolean
  /** The first argument that makes no sense, as a sentence. */
  slip: string | undefined
}

function read(argv: string[], commands: readonly Command[]): Call {
  const known = new Map(commands.flatMap(optionsOf).map(({ name, isSwitch }) => [name, isSwitch]))
  const { positionals, tokens } = parseArgs({
    args: argv,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        [...known].map(([name, isSwitch]) => [name, { type: isSwitch ? 'boolean' : 'string' } as const]),
      ),
    },
  })
  const call: Call = { words: positionals, given: new Map(), help: false, slip: undefined }
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.name === 'help' && token.value === undefined) call.help = true
    else call.slip ??= slipIn(token, known, call.given)
    call.given.set(token.name, token.value ?? '')
  }
  call.given.delete('help')
  return call
}

function slipIn(
  token: { name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined },
  known: ReadonlyMap<string, boolean>,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const { name, rawName, value, inlineValue } = token
  const isSwitch = name === 'help' || known.get(name)
  if (isSwitch === undefined) return noSuchOption(rawName)
  if (given.has(name)) return `La opción «--${name}» está dos veces.`
  if (isSwitch) return value === undefined ? undefined : `La opción «--${name}» no lleva un valor.`
  if (!value?.trim()) return `Falta el valor de «--${name}».`
  return value.startsWith('-') && !inlineValue
    ? `Falta el valor de «--${name}». Si comienza con un guion, escriba «--${name}=${value}».`
    : undefined
}
