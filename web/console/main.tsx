import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ResguardoError } from '#client'
import { queries } from './data.ts'
import { showTheme } from './frame/theme.ts'
import { Frame, router } from './router.tsx'
import { watchForTouches } from './session/attended.ts'
import { watchForLeaving } from './session/leave.ts'
import { meQuery } from './session/me.ts'

/** Not lazy parts: their empty fallback would delay the first screen by 300 ms (see `Awaited`). */
function Over() {
  const [over, setOver] = useState<typeof import('./over.ts')>()
  useEffect(() => void import('./over.ts').then(setOver), [])
  if (!over) return null
  return (
    <>
      <over.Again />
      <over.Toasts />
    </>
  )
}

showTheme()
watchForLeaving()
watchForTouches()
// Renders once the first screen is loaded. Earlier, the console would show nothing for 300 ms (see `Awaited`).
void queries.prefetchQuery(meQuery)
void Promise.allSettled([router.load(), Frame.preload?.()]).then(show)

function show(): void {
  createRoot(document.getElementById('console')!, {
    // The screen shows refusals of the service, so they are not logged as errors of the console.
    onCaughtError: (error) => {
      if (!(error instanceof ResguardoError)) console.error(error)
    },
  }).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Over />
      </QueryClientProvider>
    </CSPProvider>,
  )
}
