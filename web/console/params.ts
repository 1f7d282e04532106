import { useParams } from '@tanstack/react-router'

/** A path parameter of this screen. */
export function useParam(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? ''
}
