/** What a command is doing, for the person who waits for it: one line a step, on a terminal and in the log of a container. */
export type Tell = (line: string) => void

export const tell: Tell = (line) => void process.stdout.write(`  ${line}\n`)

export const inSilence: Tell = () => undefined
