import { fileOf } from '#kernel/installed.ts'
import { createRenderer } from '#pdf/renderer.ts'

/** Like `renderPdf`, in a thread of its own: Word and PDF rendering never share memory. */
export const renderWord = createRenderer({}, fileOf('word/worker'))
