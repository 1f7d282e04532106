/** What people call each role. */
export const ROLE_NAMES = {
  OWNER: 'Cuenta principal de la organización',
  ADMIN: 'Administración',
  DPO: 'Delegado o delegada de protección de datos',
  APPROVER: 'Aprobación',
  ANALYST: 'Análisis',
  VIEWER: 'Solo lectura',
} as const
