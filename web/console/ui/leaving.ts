import { useBlocker } from '@tanstack/react-router'

/** For a form without a draft: asks before a link leaves it. While it is being saved, leaving needs no question. */
export function useAskBeforeLeaving(form: { changed: boolean; busy: boolean }, question: string): void {
  const isUnsaved = form.changed && !form.busy
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !confirm(question),
    enableBeforeUnload: () => isUnsaved,
  })
}
