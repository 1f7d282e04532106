/** Hours worked for a client, and their sum for a month. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const workedOn = new Date().toISOString().slice(0, 8).concat('01')
await api.post('/time-entries', { body: { workedOn, minutes: 90, what: 'Revisión del registro' } })
const { month, minutes } = await api.get('/time-entries/summary')
console.log(`${month}: ${minutes} minutes`)
