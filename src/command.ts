export interface Command {
  name: string
  /**
   * The words after the name. `--option <value>` is given by its name, and without a value it is a switch. Words in brackets
   * may be left out.
   */
  takes: string[]
  about: string
  /** Returns the exit code. Loads only what it needs: help should not wait for a database driver. */
  run(args: (string | undefined)[]): Promise<number>
}

/** Ends a command that succeeded. */
export function done(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Ends a command that failed. */
export function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
