/** Where a form that is pasted on a site shows; the address of its own page works anywhere. */
export function shownAt(origins: readonly string[]): string {
  if (origins.length === 0) return 'Se muestra en cualquier sitio.'
  const listed = new Intl.ListFormat('es-CL').format(origins)
  return `Solo se muestra en ${listed}; en otro sitio no aparece.`
}
