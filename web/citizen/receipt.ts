import { forgetDrafts } from './lib/draft.ts'
import { sayHeight } from './lib/frame.ts'

/** The confirmation page: clears the drafts and shows the print button. */

forgetDrafts()
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act=print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
sayHeight()
