import { keepFocus } from './frame/keep-focus.ts'

/** What may come over any screen, and what helps on all of them, fetched once the first one stands. */
export { Again } from './session/again.tsx'
export { Toasts } from './ui/toast.tsx'

keepFocus()
