/** Notices: the unread ones, and a person's choice of how to get them. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { unread } = await api.get('/notifications')
console.log(`${unread} unread`)
const choices = await api.put('/settings/notifications', { body: { 'contract.signed': 'digest' } })
console.log(`contracts: ${choices['contract.signed']}`)
