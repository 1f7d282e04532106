export { REGISTER_COLUMNS, registerRows } from './register-table.ts'
