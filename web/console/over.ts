/** What may come over any screen, fetched once the first one stands. */
export { Again } from './session/again.tsx'
export { Toasts } from './ui/toast.tsx'
