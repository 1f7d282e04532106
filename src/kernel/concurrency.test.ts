import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createBackground,
  createLimiter,
  createLoader,
  createMutex,
  createTurns,
  type Limit,
  singleFlight,
} from './concurrency.ts'

// ── mutex ──

test('work of one key runs in order of arrival, work of different keys in parallel', async () => {
  const mutex = createMutex()
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} starts`)
    await wait(ms)
    seen.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([
    mutex.run('a', work('first', 20)),
    mutex.run('a', work('second', 1)),
    mutex.run('b', work('other', 1)),
  ])
  assert.deepEqual(results, ['first', 'second', 'other'])
  const order = ['first starts', 'other starts', 'other ends', 'first ends', 'second starts', 'second ends']
  assert.deepEqual(seen, order)
})

test('failed work lets the next one run', async () => {
  const mutex = createMutex()
  const failing = mutex.run('a', async () => {
    throw new Error('broken')
  })
  const next = mutex.run('a', async () => 'done')
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'done')
})

test('a caller that does not wait gets no key that is held', async () => {
  const mutex = createMutex()
  const release = mutex.tryAcquire('a')
  assert.ok(release)
  assert.equal(mutex.tryAcquire('a'), undefined)
  assert.ok(mutex.tryAcquire('b'))
  const waiting = mutex.acquire('a')
  release()
  assert.equal(mutex.tryAcquire('a'), undefined, 'one that waited holds it now')
  const second = await waiting
  release()
  assert.equal(mutex.tryAcquire('a'), undefined, 'releasing twice does not release for another')
  second()
  assert.ok(mutex.tryAcquire('a'))
})

// ── singleFlight ──

/** Work that ends when the test says so. */
function byHand() {
  const ends: ((result: number) => void)[] = []
  const work = () => new Promise<number>((resolve) => ends.push(resolve))
  return { ends, work }
}

test('calls during a run share its result, later ones start a new run', async () => {
  const { ends, work } = byHand()
  const share = singleFlight(work)
  const [first, second, other] = [share('k'), share('k'), share('another')]
  assert.equal(ends.length, 2)
  ends[0]!(1)
  ends[1]!(9)
  assert.deepEqual(await Promise.all([first, second, other]), [1, 1, 9])
  void share('k')
  assert.equal(ends.length, 3)
})

test('a shared failure is not kept', async () => {
  let runs = 0
  const share = singleFlight(async () => {
    runs += 1
    if (runs === 1) throw new Error('away')
    return runs
  })
  const both = await Promise.allSettled([share('k'), share('k')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await share('k'), 2)
})

// ── loader ──

test('keys requested together are loaded in one run, later ones in the next', async () => {
  const runs: { keys: string[]; end(found: Map<string, string>): void }[] = []
  const load = createLoader<string>(
    (keys) => new Promise((resolve) => runs.push({ keys: [...keys], end: resolve })),
  )
  const [first, twice, absent] = [load('a'), load('a'), load('b')]
  await new Promise(setImmediate)
  const meanwhile = load('a')
  await new Promise(setImmediate)
  assert.deepEqual(
    runs.map(({ keys }) => keys),
    [['a', 'b']],
  )
  runs[0]!.end(new Map([['a', 'old']]))
  assert.deepEqual(await Promise.all([first, twice, absent]), ['old', 'old', undefined])
  await new Promise(setImmediate)
  assert.deepEqual(runs[1]!.keys, ['a'])
  runs[1]!.end(new Map([['a', 'new']]))
  assert.equal(await meanwhile, 'new')
})

test('a failed run fails its own calls only', async () => {
  let runs = 0
  const load = createLoader<number>(async () => {
    runs += 1
    if (runs === 1) throw new Error('away')
    return new Map([['k', runs]])
  })
  const first = load('k')
  await assert.rejects(first, /away/)
  assert.equal(await load('k'), 2)
})

// ── limiter ──

function places(most: { perHost: number; perTenant: number; total: number }) {
  const limiter = createLimiter()
  const limits = (host: string, tenant: string): Limit[] => [
    { key: 'total', most: most.total },
    { key: tenant, most: most.perTenant },
    { key: `${tenant} ${host}`, most: most.perHost },
  ]
  return (host: string, tenant: string, patienceMs = 5) => limiter.acquire(limits(host, tenant), patienceMs)
}

test('places are counted under every limit, and released', async () => {
  const acquire = places({ perHost: 2, perTenant: 3, total: 4 })
  const first = await acquire('a', 't1')
  assert.ok(first)
  assert.ok(await acquire('a', 't1'))
  assert.equal(await acquire('a', 't1'), undefined, 'the host is full for this tenant')
  assert.ok(await acquire('a', 't2'), 'and not for another')
  assert.ok(await acquire('c', 't1'))
  assert.equal(await acquire('d', 't9'), undefined, 'everything is full')
  first()
  first()
  assert.ok(await acquire('b', 't9'))
  assert.equal(await acquire('b', 't9'), undefined, 'a place released twice is one place')
})

test('a tenant with many receivers leaves places to others', async () => {
  const acquire = places({ perHost: 2, perTenant: 3, total: 10 })
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map((host) => acquire(host, 't1')))
  assert.equal(taken.filter(Boolean).length, 3)
  assert.ok(await acquire('d', 't2'))
})

test('a free place goes to the caller that waited longest, and to no second one', async () => {
  const acquire = places({ perHost: 1, perTenant: 10, total: 10 })
  const release = (await acquire('a', 't1'))!
  const admitted: number[] = []
  const waiting = [1, 2, 3].map(async (number) => {
    const free = await acquire('a', 't1', 500)
    admitted.push(number)
    await wait(5)
    free?.()
  })
  await wait(5)
  assert.deepEqual(admitted, [])
  release()
  await wait(1)
  assert.deepEqual(admitted, [1])
  await Promise.all(waiting)
  assert.deepEqual(admitted, [1, 2, 3])
})

test('a limit whose holders hang refuses at once', async () => {
  const acquire = places({ perHost: 1, perTenant: 10, total: 10 })
  const release = await acquire('a', 't1', 20)
  await wait(25)
  let settled = false
  const refused = acquire('a', 't1', 20).finally(() => {
    settled = true
  })
  await new Promise(setImmediate)
  assert.ok(settled, 'without waiting for the patience to run out')
  assert.equal(await refused, undefined)
  release?.()
  assert.ok(await acquire('a', 't1', 20))
})

// ── turns ──

/** Works that end when the test says so, and the order in which they began. */
function works(most = { perKey: 100, total: 1000 }) {
  const turns = createTurns(most)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (key: string, name: string) =>
    turns.run(key, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const endOne = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { add, begun, endOne, ends }
}

test('a work of one key waits for one of each other key, however many those have', async () => {
  const { add, begun, endOne } = works()
  for (let n = 1; n <= 50; n += 1) void add('a', `a${n}`)
  await new Promise(setImmediate)
  void add('b', 'b1')
  void add('c', 'c1')
  void add('b', 'b2')
  for (let n = 0; n < 6; n += 1) await endOne()
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a stream of new keys does not overtake a waiting one', async () => {
  const { add, begun, endOne } = works()
  void add('a', 'a1')
  void add('a', 'a2')
  for (const key of ['n1', 'n2']) void add(key, key)
  await new Promise(setImmediate)
  await endOne()
  await endOne()
  for (const key of ['n3', 'n4']) void add(key, key)
  for (let n = 0; n < 3; n += 1) await endOne()
  assert.ok(begun.indexOf('a2') < begun.indexOf('n3'), begun.join())
})

test('one work runs at a time, each caller gets its own result, and a failure ends its own turn only', async () => {
  const turns = createTurns({ perKey: 10, total: 10 })
  let running = 0
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((n) =>
      turns.run(`k${n % 2}`, async () => {
        running += 1
        assert.equal(running, 1)
        await wait(2)
        running -= 1
        if (n === 2) throw new Error('no')
        return n
      }),
    ),
  )
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [1, 'no', 3, 4],
  )
})

test('a few works run at once, all of one key when no other waits', async () => {
  const turns = createTurns({ atOnce: 2, perKey: 10, total: 10 })
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await wait(2)
    running -= 1
  }
  await Promise.all(['a', 'a', 'a', 'b', 'a'].map((key) => turns.run(key, work)))
  assert.equal(most, 2)
})

test('the bound of a key refuses its further work at once, others still wait, and a total bound holds for all', async () => {
  const { add, endOne } = works({ perKey: 2, total: 4 })
  assert.ok(add('a', 'a1') && add('a', 'a2'))
  assert.equal(add('a', 'a3'), undefined)
  assert.ok(add('b', 'b1') && add('c', 'c1'))
  assert.equal(add('d', 'd1'), undefined)
  await new Promise(setImmediate)
  await endOne()
  assert.ok(add('a', 'a4'))
})

// ── background work ──

test('settled waits for everything that is under way', async () => {
  const background = createBackground()
  let done = 0
  const work = async (ms: number) => {
    await wait(ms)
    done += 1
  }
  void background.track(work(5).then(() => void background.track(work(10))))
  void background.track(work(20))
  await background.settled()
  assert.equal(done, 3)
})
