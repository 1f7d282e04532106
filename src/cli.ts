import { parseArgs } from 'node:util'
import { COMMANDS, usage } from './commands.ts'
import { BadConfig } from './config.ts'

/** Operator commands: `resguardo <command> [arguments] [--help]`. Exit code 1 for a refusal, 2 for a wrong call. */
async function run(argv: string[]): Promise<number> {
  const { words, help } = read(argv)
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (words.length === 0 || (help && !command)) return say(process.stdout, usage(), 0)
  if (!command) return say(process.stderr, `No existe la orden «${words.join(' ')}».\n\n${usage()}`, 2)

  const call = `Uso: resguardo ${[command.name, ...command.takes].join(' ')}`
  if (help) return say(process.stdout, `${call}\n\n${command.about}`, 0)
  const args = words.slice(command.name.split(' ').length)
  if (args.length !== command.takes.length) return say(process.stderr, call, 2)
  return command.run(args)
}

function read(argv: string[]): { words: string[]; help: boolean } {
  const options = { help: { type: 'boolean', short: 'h', default: false } } as const
  try {
    const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, options })
    return { words: positionals, help: values.help }
  } catch {
    const unknown = argv.find((word) => word.startsWith('-') && !['--help', '-h'].includes(word))
    say(process.stderr, `No existe la opción «${unknown}».\n\n${usage()}`, 2)
    process.exit(2)
  }
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
