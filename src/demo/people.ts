import type { Role } from '#kernel/roles.ts'

/** Invented people, with addresses that no mail can reach (RFC 2606). */
export const MAIL_DOMAIN = 'aromoazul.example'
export const ORGANISATION = 'Aromo Azul'

export interface Person {
  key: string
  role: Role
  name: string
  job: string
  email: string
}

const person = (key: string, role: Role, name: string, job: string): Person => {
  const [first = '', last = ''] = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  return { key, role, name, job, email: `${first}.${last}@${MAIL_DOMAIN}` }
}

export const OWNER = person('owner', 'OWNER', 'Marcela Quiroz Aedo', 'gerenta general')

export const COLLEAGUES: readonly Person[] = [
  person('admin', 'ADMIN', 'Tomás Ibarra Leal', 'gerente de sistemas'),
  person('dpo', 'DPO', 'Antonia Fuentealba Ríos', 'delegada de protección de datos'),
  person('approver', 'APPROVER', 'Rodrigo Manríquez Soto', 'fiscal'),
  person('analyst', 'ANALYST', 'Javiera Cortés Muñoz', 'analista de privacidad'),
  person('service', 'ANALYST', 'Benjamín Alarcón Vera', 'jefe de servicio al cliente'),
  person('viewer', 'VIEWER', 'Ignacio Peralta Lobos', 'auditor interno'),
]

/** A person who was invited and has not answered. */
export const INVITED = person('invited', 'ANALYST', 'Carolina Toro Mella', 'practicante de fiscalía')
