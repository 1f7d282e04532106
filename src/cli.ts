import { readArguments } from './arguments.ts'
import { COMMANDS, usage } from './commands.ts'
import { BadConfig } from './config.ts'

/** Operator commands: `resguardo <command> [arguments] [--help]`. Exit code 1 for a refusal, 2 for a wrong call. */
async function run(argv: string[]): Promise<number> {
  const typed = readArguments(argv, COMMANDS, usage)
  if ('command' in typed) return typed.command.run(typed.args)
  return say(typed.code === 0 ? process.stdout : process.stderr, typed.says, typed.code)
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
