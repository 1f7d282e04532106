/** The first steps of a new organisation. A step is done when the records show it. */

export interface Known {
  entity: { taxId: string | null; dpoName: string | null } | undefined
  activities: number
  forms: number
  policyPublished: boolean
}

export interface FirstStep {
  key: string
  title: string
  why: string
  done: boolean
  /** Path of the screen, if the console has one. */
  screen: string
  /** The page of the guide that explains the step. */
  guide: string
}

export function firstSteps({ entity, activities, forms, policyPublished }: Known): FirstStep[] {
  return [
    {
      key: 'entity',
      title: 'Diga quién responde: razón social, RUT y, si lo hay, delegado o delegada',
      why: 'Va en la política, en las cartas y en los contratos (art. 14 ter).',
      done: Boolean(entity?.taxId),
      screen: 'comenzar',
      guide: 'hoy',
    },
    {
      key: 'register',
      title: 'Llene el registro con lo que hace una organización como la suya',
      why: 'Un paquete por rubro deja las actividades usuales como borradores, para corregir y publicar.',
      done: activities > 0,
      screen: 'comenzar',
      guide: 'hoy',
    },
    {
      key: 'form',
      title: 'Abra el formulario para que las personas ejerzan sus derechos',
      why: 'Un medio simple y rápido para ejercerlos (art. 10).',
      done: forms > 0,
      screen: 'solicitudes/formularios',
      guide: 'solicitudes',
    },
    {
      key: 'policy',
      title: 'Publique la política de tratamiento de datos',
      why: 'Se escribe sola desde el registro y queda a disposición del público (art. 14 ter).',
      done: policyPublished,
      screen: 'politicas',
      guide: 'hoy',
    },
  ]
}
