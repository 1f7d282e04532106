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

/** Not as lazy parts: the first screen would wait 300 ms behind the empty fallback in their place (see `Awaited`). */
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
// Rendered before its first screen is loaded, the console would show nothing, and that for 300 ms (see `Awaited`).
void queries.prefetchQuery(meQuery)
void Promise.allSettled([router.load(), Frame.preload?.()]).then(show)

function show(): void {
  createRoot(document.getElementById('console')!, {
    // What the service refuses is shown on the screen that asked for it, and is no fault of the console.
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
