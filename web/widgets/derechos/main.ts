import { showIn } from '../lib/frame.ts'

showIn({
  name: 'resguardo-derechos',
  path: 'derechos',
  title: 'Formulario para ejercer sus derechos sobre sus datos personales',
})
