import { showIn } from '../lib/frame.ts'

showIn({ name: 'resguardo-politica', path: 'politica', title: 'Política de tratamiento de datos' })
showIn({ name: 'resguardo-cookies', path: 'cookies', title: 'Política de cookies' })
