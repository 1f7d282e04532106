import { forgetDrafts } from './lib/draft.ts'
import { sayHeight } from './lib/frame.ts'

/** What a person may print, once what they typed has arrived. */

forgetDrafts()
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act=print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
sayHeight()
