import { showIn } from '../lib/frame.ts'

showIn({ name: 'resguardo-formulario', path: 'consentimiento', title: 'Formulario de consentimiento' })
