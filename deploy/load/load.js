// A load test for k6 (https://k6.io), run from another machine against an installation of yours:
//   BASE=https://prueba.example.cl EMAIL=… PASSWORD=… k6 run deploy/load/load.js
// The account belongs to an organisation made for the test. Limits and how to read the result: docs/observability.md.
import { check } from 'k6'
import http from 'k6/http'

const { BASE = 'http://127.0.0.1:3000', EMAIL, PASSWORD, RATE = '10', DURATION = '2m' } = __ENV
const json = { 'content-type': 'application/json' }

export const options = {
  scenarios: {
    readers: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      timeUnit: '1s',
      duration: DURATION,
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
  },
  thresholds: {
    http_req_failed: ['rate<0.01'],
    http_req_duration: ['p(99)<1000'],
    dropped_iterations: ['count==0'],
  },
}

/** Signs in once: sign-in is slow on purpose, and counted by address. */
export function setup() {
  const answer = http.post(
    `${BASE}/api/v1/auth/login`,
    JSON.stringify({ email: EMAIL, password: PASSWORD }),
    {
      headers: json,
    },
  )
  if (answer.status !== 200) throw new Error(`the sign-in answered ${answer.status}: ${answer.body}`)
  return { token: answer.json('data.access_token') }
}

/** Nine reads and one write, as on a working day. */
export default function visit({ token }) {
  const headers = { ...json, authorization: `Bearer ${token}` }
  if (__ITER % 10 === 9) {
    const made = http.post(`${BASE}/api/v1/processors`, JSON.stringify({ name: `Carga ${__VU}-${__ITER}` }), {
      headers,
      tags: { name: 'POST /processors' },
    })
    check(made, { created: ({ status }) => status === 201 })
    return
  }
  const path = ['/rat/activities?limit=20', '/processors?limit=20', '/dsar/requests?limit=20'][__ITER % 3]
  const read = http.get(`${BASE}/api/v1${path}`, { headers, tags: { name: `GET ${path}` } })
  check(read, { read: ({ status }) => status === 200 })
}
