import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type CompanyDatabase, companyMariadb, companyPostgres } from '#test/kit/company-databases.ts'
import {
  halfRow,
  hostileServer,
  hugeRow,
  lyingRow,
  MYSQL_GREETING,
  mysqlThat,
  postgresThat,
  rowsForEver,
  wantsFile,
} from '#test/kit/hostile-databases.ts'
import { compileQuery, type Dialect } from '../sql.ts'
import { BOUNDS, type Bounds, ConnectorFault, type Gathered, type Order } from './bounds.ts'
import { askDatabase } from './database.ts'

const LOCAL = ['127.0.0.0/8', '::1/128']
const PERSON: Record<string, string> = {
  email: 'ana@clientes.cl',
  rut: '11.111.111-1',
  name: 'Ana',
  folio: 'A-1',
}

function order(at: Partial<Order> & { kind: Dialect }, sql: string, more: Partial<Order> = {}): Order {
  const { text, parameters } = compileQuery(sql, at.kind)
  return {
    host: '127.0.0.1',
    port: 1,
    database: 'x',
    user: 'x',
    password: 'x',
    tls: 'off',
    mode: 'read',
    bounds: BOUNDS,
    networks: LOCAL,
    head: { system: 'Tienda', right: 'ACCESS' },
    ...(JSON.parse(JSON.stringify(at)) as typeof at),
    text,
    values: parameters.map((name) => PERSON[name]!),
    ...more,
  }
}

const fileOf = ({ json }: Gathered) => JSON.parse(Buffer.from(json).toString())
const fault = (message: RegExp, again?: boolean) => (error: unknown) =>
  error instanceof ConnectorFault &&
  message.test(error.message) &&
  (again === undefined || error.again === again)

// ── real servers ──

const [postgres, mariadb] = [await companyPostgres(), await companyMariadb()]
after(async () => {
  await postgres?.close()
  await mariadb?.close()
})

function real(kind: string, database: CompanyDatabase | undefined): void {
  if (!database) {
    console.log(`${kind} is not here: its tests are left out`)
    return
  }
  const at = { ...database, kind: database.kind as Dialect }

  test(`${kind}: the rows about a person become a file`, async () => {
    const came = await askDatabase(order(at, 'select id, name, balance from people where email = :email'))
    assert.deepEqual([came.columns, came.count, came.cut], [['id', 'name', 'balance'], 1, null])
    assert.deepEqual(fileOf(came), {
      system: 'Tienda',
      right: 'ACCESS',
      columns: ['id', 'name', 'balance'],
      rows: [[1, 'Ana Rojas', '10.50']],
    })
  })

  test(`${kind}: a value is bound, whatever is written in it`, async () => {
    const evil = "x' or '1'='1"
    const asked = order(at, 'select count(*) as n from people where name = :name', { values: [evil] })
    assert.deepEqual((await askDatabase(asked)).sample, [[0]])
    const known = order(at, 'select id from people where name = :name', { values: ["Luis O'Higgins"] })
    assert.deepEqual((await askDatabase(known)).sample, [[2]])
  })

  test(`${kind}: an empty result has its columns`, async () => {
    const came = await askDatabase(order(at, "select id from people where email = 'nadie'"))
    assert.deepEqual([came.columns, came.count], [['id'], 0])
  })

  test(`${kind}: a login with write permission cannot write unless the connector may`, async () => {
    const owner = await writer(database)
    const remove = 'delete from people where email = :email'
    await assert.rejects(askDatabase(order({ ...at, ...owner }, remove)), fault(/solo lectura/, false))
    const [{ n }] = (await database.run('select count(*) as n from people')) as [{ n: unknown }]
    assert.equal(Number(n), 2)
  })

  test(`${kind}: an explained query changes nothing and returns its plan`, async () => {
    const owner = await writer(database)
    const asked = order({ ...at, ...owner }, 'delete from people where email = :email', { mode: 'explain' })
    assert.ok((await askDatabase(asked)).count > 0)
    const [{ n }] = (await database.run('select count(*) as n from people')) as [{ n: unknown }]
    assert.equal(Number(n), 2)
  })

  test(`${kind}: a writing query commits, and says how many rows it changed`, async () => {
    const owner = await writer(database)
    await database.run("insert into people values (9, 'gone@clientes.cl', null, 'Gone', 0)")
    const asked = order({ ...at, ...owner }, "delete from people where email = 'gone@clientes.cl'", {
      mode: 'write',
    })
    assert.equal((await askDatabase(asked)).count, 1)
    assert.equal((await database.run('select 1 from people where id = 9')).length, 0)
  })

  test(`${kind}: a million rows stop at the row bound`, async () => {
    const million =
      kind === 'PostgreSQL'
        ? "select n, repeat('x', 20) from generate_series(1, 1000000) n"
        : "select seq, repeat('x', 20) from seq_1_to_1000000"
    const began = performance.now()
    const came = await askDatabase(order(at, million))
    assert.deepEqual([came.count, came.cut, fileOf(came).rows.length], [10_000, 'rows', 10_000])
    assert.ok(performance.now() - began < 10_000)
  })

  test(`${kind}: wide rows stop at the byte bound`, async () => {
    const wide =
      kind === 'PostgreSQL'
        ? "select repeat('x', 1000000) from generate_series(1, 50)"
        : "select repeat('x', 1000000) from seq_1_to_50"
    const came = await askDatabase(order(at, wide))
    assert.equal(came.cut, 'bytes')
    assert.ok(came.count < 12 && came.json.length < 11 * 1024 * 1024)
  })

  test(`${kind}: a slow query is ended in time`, async () => {
    const slow = kind === 'PostgreSQL' ? 'select pg_sleep(20)' : 'select sleep(20)'
    const began = performance.now()
    const bounds = { ...BOUNDS, ms: 1500 }
    // MariaDB ends a sleep by returning from it.
    const asked = askDatabase(order(at, slow, { bounds }))
    if (kind === 'PostgreSQL') await assert.rejects(asked, fault(/no terminó en 2 segundos/, true))
    else await asked.catch(() => undefined)
    assert.ok(performance.now() - began < 3000)
  })

  test(`${kind}: a server's refusal has a code, and its message is kept apart`, async () => {
    const refused = askDatabase(order(at, 'select * from nowhere where a = :email'))
    await assert.rejects(refused, (error: ConnectorFault) => {
      assert.match(error.message, /rechazó la consulta \(\w+\)/)
      assert.match(error.detail!, /nowhere/)
      return !error.again
    })
    await assert
      .rejects(
        askDatabase(order({ ...at, password: 'otra', user: 'nadie' }, 'select 1')),
        fault(/no aceptó el usuario o la clave|rechazó/, false),
      )
      .catch((error) => {
        // A test server may trust every login from its own machine.
        if (kind !== 'PostgreSQL') throw error
      })
  })

  test(`${kind}: a server without encryption is refused if the connector requires it`, async () => {
    const asked = askDatabase(order({ ...at, tls: 'verify' }, 'select 1'))
    await assert.rejects(asked, (error: ConnectorFault) => /cifrada/.test(error.message))
  })
}

/** A login with permission to change the table. */
async function writer(database: CompanyDatabase): Promise<{ user: string; password: string }> {
  const { kind, user, password } = database
  const on = kind === 'mysql' ? 'shop.people' : 'people'
  const to = kind === 'mysql' ? "'reader'@'%'" : user
  await database.run(`grant insert, update, delete on ${on} to ${to}`)
  return { user, password }
}

real('PostgreSQL', postgres)
real('MariaDB', mariadb)

// ── addresses ──

test('an address of a private network is reached only if the operator allows it', async () => {
  const server = await hostileServer(() => undefined)
  after(() => server.close())
  for (const networks of [[], ['10.0.0.0/8']]) {
    const asked = askDatabase(order({ kind: 'postgresql', ...server, networks }, 'select 1'))
    await assert.rejects(asked, fault(/no lleva a una dirección pública/, false))
  }
  assert.equal(server.open(), 0)
})

test('a public address is not called without encryption', async () => {
  const asked = askDatabase(order({ kind: 'postgresql', host: '8.8.8.8', networks: [] }, 'select 1'))
  await assert.rejects(asked, fault(/pide una conexión cifrada/, false))
})

test('a name that resolves to this machine is judged by its address', async () => {
  const asked = askDatabase(order({ kind: 'mysql', host: 'localhost', networks: [] }, 'select 1'))
  await assert.rejects(asked, fault(/no lleva a una dirección pública/))
})

// ── servers that lie ──

const SHORT: Bounds = { ...BOUNDS, ms: 1500 }

const TRICKS: { name: string; kind: Dialect; behave: Parameters<typeof hostileServer>[0]; said: RegExp }[] = [
  { name: 'says nothing', kind: 'postgresql', behave: () => undefined, said: /no terminó/ },
  { name: 'says nothing', kind: 'mysql', behave: () => undefined, said: /no terminó/ },
  {
    name: 'hangs once it let us in',
    kind: 'postgresql',
    behave: postgresThat(() => undefined),
    said: /no terminó/,
  },
  { name: 'hangs once it let us in', kind: 'mysql', behave: mysqlThat(() => undefined), said: /no terminó/ },
  {
    name: 'hangs after its greeting',
    kind: 'mysql',
    behave: (socket) => void socket.write(MYSQL_GREETING),
    said: /no terminó/,
  },
  {
    name: 'sends a row of two gigabytes',
    kind: 'postgresql',
    behave: postgresThat(hugeRow),
    said: /mucho más/,
  },
  { name: 'lies about the fields of a row', kind: 'postgresql', behave: postgresThat(lyingRow), said: /./ },
  {
    name: 'goes in the middle of a row',
    kind: 'postgresql',
    behave: postgresThat(halfRow),
    said: /se cortó/,
  },
  {
    name: 'speaks another language',
    kind: 'postgresql',
    behave: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    said: /./,
  },
  {
    name: 'speaks another language',
    kind: 'mysql',
    behave: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(9)),
    said: /./,
  },
  { name: 'asks for a file of ours', kind: 'mysql', behave: mysqlThat(wantsFile), said: /./ },
  {
    name: 'sends noise without end',
    kind: 'mysql',
    behave: mysqlThat((socket) => {
      const noise = Buffer.alloc(65_536, 0xff)
      const more = () => {
        while (!socket.destroyed && socket.write(noise));
      }
      socket.on('drain', more)
      more()
    }),
    said: /./,
  },
]

for (const { name, kind, behave, said } of TRICKS) {
  test(`a ${kind} that ${name} is cut off in time, with its connection`, async () => {
    const server = await hostileServer(behave)
    try {
      const began = performance.now()
      const memory = process.memoryUsage().rss
      const asked = askDatabase(order({ kind, ...server }, 'select 1', { bounds: SHORT }))
      await assert.rejects(asked, (error) => error instanceof ConnectorFault && said.test(error.message))
      assert.ok(performance.now() - began < SHORT.ms + 1500, `${performance.now() - began} ms`)
      assert.ok(process.memoryUsage().rss - memory < 300 * 1024 * 1024)
      for (let tries = 0; server.open() > 0 && tries < 50; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(server.open(), 0)
    } finally {
      server.close()
    }
  })
}

test('a PostgreSQL that sends rows for ever is cut at the bound', async () => {
  const server = await hostileServer(postgresThat((socket) => rowsForEver(socket)))
  try {
    const came = await askDatabase(order({ kind: 'postgresql', ...server }, 'select 1', { bounds: SHORT }))
    assert.deepEqual([came.count, came.cut], [10_000, 'rows'])
  } finally {
    server.close()
  }
})

test("the operator's own password is not sent to a company's server that asks for one", async () => {
  const said: Buffer[] = []
  const server = await hostileServer((socket) => {
    let asked = false
    socket.on('data', (chunk) => {
      said.push(chunk)
      if (asked) socket.end()
      asked = true
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  process.env.PGPASSWORD = 'del-operador'
  try {
    const asked = order({ kind: 'postgresql', ...server, password: '' }, 'select 1', { bounds: SHORT })
    await assert.rejects(askDatabase(asked))
    assert.ok(said.length >= 1)
    assert.ok(!Buffer.concat(said).includes('del-operador'))
  } finally {
    delete process.env.PGPASSWORD
    server.close()
  }
})
