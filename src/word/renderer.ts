import { fileOf } from '#kernel/installed.ts'
import { createRenderer } from '#pdf/renderer.ts'

/** As `renderPdf`, in a thread of its own: the parts of Word and of PDF never share one memory. */
export const renderWord = createRenderer({}, fileOf('word/worker'))
