import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ResguardoError } from '#client'
import { queries } from './data.ts'
import { showTheme } from './frame/theme.ts'
import { router } from './router.tsx'
import { watchForTouches } from './session/attended.ts'
import { watchForLeaving } from './session/leave.ts'

const Again = lazy(() => import('./over.ts').then((over) => ({ default: over.Again })))
const Toasts = lazy(() => import('./over.ts').then((over) => ({ default: over.Toasts })))

showTheme()
watchForLeaving()
watchForTouches()
createRoot(document.getElementById('console')!, {
  // What the service refuses is shown on the screen that asked for it, and is no fault of the console.
  onCaughtError: (error) => {
    if (!(error instanceof ResguardoError)) console.error(error)
  },
}).render(
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Suspense>
        <Again />
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  </CSPProvider>,
)
