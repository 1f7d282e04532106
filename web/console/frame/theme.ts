export const THEMES = [
  ['system', 'Como el equipo'],
  ['light', 'Clara'],
  ['dark', 'Oscura'],
] as const

export type Theme = (typeof THEMES)[number][0]

const PLACE = 'theme'

export function themeNow(): Theme {
  const kept = localStorage.getItem(PLACE)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Saved in this browser, because it depends on the screen and not on the person. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(PLACE, theme)
  showTheme()
}

export function showTheme(): void {
  const theme = themeNow()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
