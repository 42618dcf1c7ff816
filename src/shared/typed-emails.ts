import { cleanLogin } from './login-name.ts'
import { defineReader } from './typed-input.ts'

/** Reads 'mailto:nora@example.com' and 'Nora Night <nora@example.com>' as 'nora@example.com'. */
export const readEmail = defineReader('must be one email address, such as name@example.com', (typed) => {
  const address = cleanLogin(typed)
  return /^[^@,;]+@[^@,;.]+(?:\.[^@,;.]+)+$/.test(address) ? { text: address, shown: address } : undefined
})
