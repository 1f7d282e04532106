export interface Command {
  name: string
  /**
   * Words after the name; `--option <value>` as one of them has to be given by its name. In brackets: may be left out, and
   * without a value it is a switch.
   */
  takes: string[]
  about: string
  /** Answers the exit code. Loads what it needs and no more: help should not wait for a database driver. */
  run(args: (string | undefined)[]): Promise<number>
}

/** Ends a command that did what it was asked. */
export function done(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Ends a command that did not. */
export function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
