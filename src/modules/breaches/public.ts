export { listForRegister } from './service.ts'
