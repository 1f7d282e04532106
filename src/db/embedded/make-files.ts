import { PGlite } from '@electric-sql/pglite'
import { keepMemorySmall, START_PARAMETERS } from './memory.ts'

/** Started by first-use.ts: makes the files of an empty database in the directory that it is given. */
keepMemorySmall()
const made = await PGlite.create({ dataDir: process.argv[2]!, startParams: START_PARAMETERS })
await made.close()
