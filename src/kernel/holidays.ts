/** National holidays of Chile. Regional ones and those of banks alone are no matter of deadlines. */
export interface Holiday {
  /** Month and day. */
  on: string
  name: string
}

/** The same day every year. */
export const FIXED_HOLIDAYS: readonly Holiday[] = [
  { on: '01-01', name: 'Año Nuevo' },
  { on: '05-01', name: 'Día Nacional del Trabajo' },
  { on: '05-21', name: 'Día de las Glorias Navales' },
  { on: '07-16', name: 'Día de la Virgen del Carmen' },
  { on: '08-15', name: 'Asunción de la Virgen' },
  { on: '09-18', name: 'Independencia Nacional' },
  { on: '09-19', name: 'Día de las Glorias del Ejército' },
  { on: '11-01', name: 'Día de Todos los Santos' },
  { on: '12-08', name: 'Inmaculada Concepción' },
  { on: '12-25', name: 'Navidad' },
]

/**
 * Those that move, by year: Easter, the winter solstice (Ley 21.357), the Mondays of Ley 19.668, the Fridays of Ley
 * 20.299 and what Ley 20.215 and 20.983 add to the national holidays. Elections are held on Sundays. A year that is
 * not here has its fixed days alone, which ends a term early rather than late: add the next year before it begins.
 */
export const MOVABLE_HOLIDAYS: Readonly<Record<number, readonly Holiday[]>> = {
  2026: [
    { on: '04-03', name: 'Viernes Santo' },
    { on: '04-04', name: 'Sábado Santo' },
    { on: '06-21', name: 'Día Nacional de los Pueblos Indígenas' },
    { on: '06-29', name: 'San Pedro y San Pablo' },
    { on: '10-12', name: 'Encuentro de Dos Mundos' },
    { on: '10-31', name: 'Día de las Iglesias Evangélicas y Protestantes' },
  ],
  2027: [
    { on: '03-26', name: 'Viernes Santo' },
    { on: '03-27', name: 'Sábado Santo' },
    { on: '06-21', name: 'Día Nacional de los Pueblos Indígenas' },
    { on: '06-28', name: 'San Pedro y San Pablo' },
    { on: '09-17', name: 'Feriado adicional de Fiestas Patrias' },
    { on: '10-11', name: 'Encuentro de Dos Mundos' },
    { on: '10-31', name: 'Día de las Iglesias Evangélicas y Protestantes' },
  ],
  2028: [
    { on: '04-14', name: 'Viernes Santo' },
    { on: '04-15', name: 'Sábado Santo' },
    { on: '06-20', name: 'Día Nacional de los Pueblos Indígenas' },
    { on: '06-26', name: 'San Pedro y San Pablo' },
    { on: '10-09', name: 'Encuentro de Dos Mundos' },
    { on: '10-27', name: 'Día de las Iglesias Evangélicas y Protestantes' },
  ],
}
