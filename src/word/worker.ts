import { answerWith } from '#pdf/thread.ts'
import { wordFile } from './file.ts'

answerWith(wordFile)
