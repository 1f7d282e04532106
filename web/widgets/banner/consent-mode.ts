/** Google Consent Mode v2: denies everything before any Google tag runs, then sends the person's decision. */

const BY_CATEGORY: Record<string, string[]> = {
  analytics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
  preferences: ['functionality_storage', 'personalization_storage'],
  necessary: ['security_storage'],
}

const TYPES = Object.values(BY_CATEGORY).flat()

export const googleTypesOf = (category: string | undefined): string[] => BY_CATEGORY[category!] ?? []

export function sayConsent(step: 'default' | 'update', allowed: Set<string>): void {
  const page = window as unknown as { dataLayer?: unknown[] }
  page.dataLayer ??= []
  const layer = page.dataLayer
  // Google reads the arguments object itself, not an array.
  const gtag = function (..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: as the line above says.
    layer.push(arguments)
  }
  const types = TYPES.map((type) => [
    type,
    allowed.has(type) || type === 'security_storage' ? 'granted' : 'denied',
  ])
  gtag('consent', step, {
    ...Object.fromEntries(types),
    ...(step === 'default' && { wait_for_update: 500 }),
  })
}
