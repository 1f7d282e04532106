/** Amounts as people in Chile read them: «1 actividad», «12.500 actividades». */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('es-CL')} ${count === 1 ? one : many}`
}
