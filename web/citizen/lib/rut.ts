import { rutForPeople } from '#kernel/rut.ts'

/** Reports a mistyped RUT once it has its full length, and formats it in the usual way. */
export function checkRuts(within: ParentNode): void {
  for (const input of within.querySelectorAll<HTMLInputElement>('input[data-rut]')) watch(input)
}

function watch(input: HTMLInputElement): void {
  const fault = document.createElement('p')
  fault.className = 'fault'
  fault.id = `${input.id}-typed`
  fault.setAttribute('role', 'status')
  input.after(fault)
  const described = input.getAttribute('aria-describedby')
  input.setAttribute('aria-describedby', `${described ? `${described} ` : ''}${fault.id}`)

  const judge = (isDone: boolean) => {
    const text = input.value.trim()
    const rut = rutForPeople(text)
    const isWhole = text.replace(/[^\dk]/gi, '').length >= 8
    const isWrong = text !== '' && rut === undefined && (isDone || (isWhole && /-/.test(text)))
    fault.textContent = isWrong ? 'Este RUT no calza con su dígito verificador. Revíselo.' : ''
    if (isWrong) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
    input.setCustomValidity(isWrong ? fault.textContent : '')
    if (isDone && rut !== undefined) input.value = rut
  }
  input.addEventListener('input', () => judge(false))
  input.addEventListener('change', () => judge(true))
}
