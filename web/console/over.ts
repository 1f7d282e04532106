import { keepFocus } from './frame/keep-focus.ts'

/** Parts that may cover any screen or help on all of them, loaded after the first screen. */
export { Again } from './session/again.tsx'
export { Toasts } from './ui/toast.tsx'

keepFocus()
