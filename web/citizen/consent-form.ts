import { sayHeight } from './lib/frame.ts'
import { checkRuts } from './lib/rut.ts'

/** The consent form works without this script. It adds the fields of a representative for young people, and checks RUTs. */

const form = document.querySelector('form')!
const button = form.querySelector('button')!
const [age, representative] = [
  form.querySelector<HTMLInputElement>('#age'),
  form.querySelector<HTMLElement>('.representative'),
]

if (age && representative) {
  const below = Number(representative.dataset['below'])
  const judge = () => {
    const isNeeded = age.value !== '' && Number(age.value) < below
    representative.hidden = !isNeeded
    for (const input of representative.querySelectorAll('input')) input.required = isNeeded
  }
  age.addEventListener('input', judge)
  judge()
}
form.addEventListener('submit', () => {
  button.disabled = true
})
window.addEventListener('pageshow', () => {
  button.disabled = false
})
checkRuts(form)
for (const link of document.querySelectorAll<HTMLAnchorElement>('[role=alert] a'))
  link.addEventListener('click', () => document.getElementById(link.hash.slice(1))?.focus())
sayHeight()
