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
