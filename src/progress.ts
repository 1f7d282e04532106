/** Reports the progress of a command: one line per step, on a terminal and in the log of a container. */
export type Tell = (line: string) => void

export const tell: Tell = (line) => void process.stdout.write(`  ${line}\n`)

export const inSilence: Tell = () => undefined
