export { registerTable } from './register-table.ts'
export { listForRegister } from './service.ts'
