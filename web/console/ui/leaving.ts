import { useBlocker } from '@tanstack/react-router'

/** For a form that keeps no draft on the computer: a link pressed by mistake asks first. What is being saved may go on. */
export function useAskBeforeLeaving(form: { changed: boolean; busy: boolean }, question: string): void {
  const isUnsaved = form.changed && !form.busy
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !confirm(question),
    enableBeforeUnload: () => isUnsaved,
  })
}
