/** The sites that may embed a form. The form's own page works everywhere. */
export function shownAt(origins: readonly string[]): string {
  if (origins.length === 0) return 'Se muestra en cualquier sitio.'
  const listed = new Intl.ListFormat('es-CL').format(origins)
  return `Solo se muestra en ${listed}; en otro sitio no aparece.`
}
