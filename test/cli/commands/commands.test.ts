// Runs command lines with a fake Worker and checks their output and exit codes.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildProgram, runCommandLine } from '../../../cli/commands/commands.ts'
import about from '../../../package.json' with { type: 'json' }
import { commandLine, freePort, roomEntry, startFakeWorker } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

beforeEach(() => {
  vi.stubEnv('ADMIN_TOKEN', undefined)
  vi.stubEnv('SIDECAR_TOKEN', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the command line', () => {
  test.each([
    [],
    ['fly'],
    ['start', '--port', '70000'],
    ['start', '--port', 'x'],
    ['start', '--ports', 'some'],
    ['start', 'now'],
    ['start', '--host', ''],
    ['start', '--state', ''],
    ['room'],
    ['room', 'create'],
    ['room', 'create', 'soaprun', '--option', 'novalue'],
    ['room', 'create', 'soaprun', '--option', '=1'],
    ['room', 'create', 'soaprun', '--listen', 'tcp'],
    ['room', 'create', 'soaprun', '--listen', 'smtp:25'],
    ['room', 'create', 'soaprun', '--listen', 'tcp:65536'],
    ['room', 'create', 'soaprun', '--listen', 'none', '--listen', 'tcp:0'],
    ['room', 'create', 'soaprun', '--listen', 'tcp:0', '--listen', 'none'],
    ['room', 'set', 'soaprun/harbor'],
    ['room', 'set', 'soaprun/harbor', '--comment', 'ahoy', '--comment', ''],
    ['room', 'show'],
    ['room', 'show', 'harbor'],
    ['room', 'close', 'soaprun/Harbor'],
    ['room', 'list', '--url', 'ftp://here'],
    ['doctor', '--url', 'here'],
    ['ls', '--url', 'http://ann:secret@127.0.0.1:9'],
    ['wad', 'doom-2077/harbor', '--url', 'here'],
    ['doctor', 'soaprun'],
    ['completion', 'tcsh'],
    ['deploy', '--var', 'open'],
    ['room', 'create', 'archipelago', '--stage', 'playing'],
    ['room', 'ban', 'soaprun/harbor', 'Ann', '--seconds', '0'],
    ['room', 'clip', 'soaprun/harbor'],
    ['room', 'clip', 'soaprun/harbor', '--from', '2026-11-28T09:30:00Z'],
    ['room', 'clip', 'soaprun/harbor', '--to', '2026-11-28T09:30:00Z'],
    ['room', 'hook', 'soaprun/harbor', 'https://hooks.example.org', '--on', 'weather'],
    ['room', 'hook', 'soaprun/harbor', 'https://hooks.example.org', '--cooldown', '86401'],
    ['room', 'hook', 'soaprun/harbor', 'https://hooks.example.org', '--kind', 'slack'],
    // An erasure needs one room or one player, and a confirmation.
    ['series', 'soaprun', 'cup', '--erase-room', 'south'],
    ['series', 'soaprun', 'cup', '--erase-room', 'south', '--erase-player', 'Ann', '--yes'],
  ])('%j is a usage error: exit code 2 and a message on stderr', async (...words) => {
    const { code, out, err } = await commandLine(...words)
    expect(code).toBe(2)
    expect(out).toEqual([])
    expect(err.join('\n')).toMatch(/^(?!.*secret)./)
  })

  test.each([['--help'], ['start', '--help'], ['room', 'create', '--help']])(
    '%j prints help on stdout: exit code 0',
    async (...words) => {
      const { code, out, err } = await commandLine(...words)
      expect([code, err]).toEqual([0, []])
      expect(out.join('\n')).toMatch(/^Usage: packetboat/)
    },
  )

  // `npm start --port 9000` without `--` starts the command with the word 9000 and this variable.
  test.each([
    ['start', 'port', ['start', '9000'], '--port', 'npm start --'],
    ['packetboat', 'room', ['room', 'create', 'soaprun'], '--room', 'npm run packetboat --'],
    ['packetboat', 'dry_run', ['deploy'], '--dry-run', 'npm run packetboat --'],
  ])(
    'reports, under npm run %s, that npm has taken the option --%s for itself',
    async (script, name, words, option, start) => {
      vi.stubEnv('npm_lifecycle_event', script)
      vi.stubEnv(`npm_config_${name}`, 'true')
      expect(await commandLine(...words)).toEqual({
        ...{ code: 2, out: [] },
        err: [`npm has taken the option ${option} for itself. Put -- before the options: ${start} …`],
      })
      vi.stubEnv('npm_lifecycle_event', 'test')
      expect((await commandLine(...words)).err.join()).not.toContain('npm has taken')
    },
  )

  test('`help room create` prints the help of the subcommand', async () => {
    const { code, out } = await commandLine('help', 'room', 'create')
    expect([code, out[0]]).toEqual([0, expect.stringMatching(/^Usage: packetboat room create /)])
    expect((await commandLine('help')).out[0]).toMatch(/^Usage: packetboat \[/)
  })

  test('--version prints the package’s version', async () => {
    expect(await commandLine('--version')).toEqual({ code: 0, out: [about.version], err: [] })
  })
})

test('no line of help is longer than a terminal of 80 columns', () => {
  const helpOf = (command: ReturnType<typeof buildProgram>): string[] => [
    command.helpInformation(),
    ...command.commands.flatMap(helpOf),
  ]
  const lines = helpOf(buildProgram({ out() {}, err() {} }, [])).flatMap((help) => help.split('\n'))
  expect(lines.length).toBeGreaterThan(400)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

test('every command has the option --json, except completion, which prints a script', () => {
  const leaves = (command: ReturnType<typeof buildProgram>): (typeof command)[] => [
    ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
    ...command.commands.flatMap(leaves),
  ]
  const silent = leaves(buildProgram({ out() {}, err() {} }, [])).filter(
    ({ options }) => !options.some(({ long }) => long === '--json'),
  )
  expect(silent.map((command) => command.name())).toEqual(['completion'])
})

test('a flag after a subcommand belongs to the subcommand, even if its group has a flag of the same name', async () => {
  const all = buildProgram({ out() {}, err() {} }, [])
  const backup = all.commands.find((one) => one.name() === 'backup')!
  const restore = backup.commands.find((one) => one.name() === 'restore')!
  restore.action(() => {})
  await all.parseAsync(['backup', 'restore', 'kept', 'soaprun/harbor', '--replace', '--url', 'http://boat'], {
    from: 'user',
  })
  expect([restore.opts().url, backup.opts().url]).toEqual(['http://boat', 'http://127.0.0.1:8787'])
})

test.each([
  ['PUBLIC_URL', 'play.example.org:8787'],
  ['HOSTS', 'box.lan, *.example.org'],
  ['HOSTS', 'https://box.lan'],
  ['PROXIES', '127.0.0.1, 10.0.0.0/8'],
  ['PROXIES', 'proxy.lan'],
])(
  'start rejects %s=%s, which would have no effect, before it creates the state folder',
  async (name, value) => {
    vi.stubEnv(name, value)
    const state = join(temporaryFolder(), 'state')
    const { code, err } = await commandLine('start', '--state', state)
    expect([code, err, existsSync(state)]).toEqual([1, [expect.stringMatching(`^${name}: `)], false])
  },
)

describe('packetboat room and related commands', () => {
  const created = {
    game: 'soaprun',
    room: 'quay',
    title: 'The Quay',
    url: 'http://boat/soaprun/quay',
    websocket: 'ws://boat/soaprun/quay',
    adminToken: 'T0KEN',
    warnings: ['room 3,2: 10 edge tiles differ'],
  }

  test('create sends all flags and prints URL, token and warnings', async () => {
    const { url, requests } = await startFakeWorker({
      'POST /api/rooms': { status: 201, body: created },
      'GET /api/rooms/soaprun/quay': {
        body: roomEntry({
          listen: [
            { transport: 'tcp', port: 0 },
            { transport: 'dispatch', port: 8080 },
          ],
          addresses: [
            { transport: 'tcp', host: '127.0.0.1', port: 41_234, sidecar: 'local' },
            { transport: 'dispatch', port: 8080, sidecar: 'local', error: 'EADDRINUSE' },
          ],
        }),
      },
    })
    const folder = temporaryFolder()
    const file = join(folder, 'map.zip')
    const save = join(folder, 'game.apsave')
    writeFileSync(file, 'PK')
    writeFileSync(save, 'x')
    const words = ['room', 'create', 'soaprun', file, '--save', save, '--url', url, '--token', 'SITE']
    const names = ['--room', 'quay', '--title', 'The Quay']
    const options = ['maxPacketsPerSecond=0', 'motto=ahoy=hey', 'open=true'].flatMap((one) => [
      '--option',
      one,
    ])
    const listeners = ['--listen', 'tcp:0', '--listen', 'dispatch:8080']
    const { code, out, err } = await commandLine(...words, ...names, ...options, ...listeners)
    expect([code, err]).toEqual([0, ['warning: room 3,2: 10 edge tiles differ']])
    expect(out).toEqual([
      'http://boat/soaprun/quay',
      'websocket ws://boat/soaprun/quay',
      'token     T0KEN',
      'address   tcp 127.0.0.1:41234',
      'address   dispatch 8080 (EADDRINUSE)',
    ])
    const [{ authorization, body }] = requests as [(typeof requests)[number]]
    expect(authorization).toBe('Bearer SITE')
    const { options: sentOptions, listen, ...rest } = body as Record<string, string>
    expect(rest).toEqual({
      game: 'soaprun',
      room: 'quay',
      title: 'The Quay',
      file: { name: 'map.zip', bytes: new Uint8Array([0x50, 0x4b]) },
      save: { name: 'game.apsave', bytes: new Uint8Array([0x78]) },
    })
    expect(JSON.parse(sentOptions!)).toEqual({ maxPacketsPerSecond: 0, motto: 'ahoy=hey', open: true })
    expect(JSON.parse(listen!)).toEqual([
      { transport: 'tcp', port: 0 },
      { transport: 'dispatch', port: 8080 },
    ])
  })

  test('create sends only the passed fields, and with --json prints the room with its addresses as one line', async () => {
    const addresses = [{ transport: 'tcp', host: '127.0.0.1', port: 41_234, sidecar: 'local' }] as const
    const { url, requests } = await startFakeWorker({
      'POST /api/rooms': { status: 201, body: created },
      'GET /api/rooms/soaprun/quay': {
        body: roomEntry({ listen: [{ transport: 'tcp', port: 0 }], addresses }),
      },
    })
    const { code, out } = await commandLine('room', 'create', 'soaprun', '--url', url, '--json')
    expect([code, out]).toEqual([0, [JSON.stringify({ ...created, addresses })]])
    expect(requests[0]?.body).toEqual({ game: 'soaprun' })
  })

  test('preview sends the files and prints the game’s summary', async () => {
    const preview = {
      seed: '7',
      race: false,
      slots: [{ slot: 1, name: 'A\u001bnn' }],
      files: [],
      save: { checks: 3, claims: [] },
    }
    const answer = { game: 'archipelago', preview }
    const { url, requests } = await startFakeWorker({ 'POST /api/preview': { body: answer } })
    const file = join(temporaryFolder(), 'AP.zip')
    writeFileSync(file, 'PK')
    const words = ['room', 'preview', 'archipelago', file, '--url', url, '--token', 'SITE']
    const { code, out, err } = await commandLine(...words, '--save', file)
    expect([code, err]).toEqual([0, []])
    expect(out).toEqual([
      'seed   7',
      'race   false',
      'slots  slot 1, name A·nn',
      'save   checks 3, claims none',
    ])
    const sent = { name: 'AP.zip', bytes: new Uint8Array([0x50, 0x4b]) }
    expect(requests[0]).toMatchObject({
      authorization: 'Bearer SITE',
      body: { game: 'archipelago', file: sent, save: sent },
    })
    expect((await commandLine(...words, '--json')).out).toEqual([JSON.stringify(answer)])
  })

  test('create --listen none requests no listeners and waits for no reports', async () => {
    const { url, requests } = await startFakeWorker({
      'POST /api/rooms': { status: 201, body: created },
      'GET /api/rooms/soaprun/quay': { body: roomEntry() },
    })
    const { code, out } = await commandLine('room', 'create', 'soaprun', '--listen', 'none', '--url', url)
    expect([code, out.length]).toEqual([0, 3])
    expect(requests[0]?.body).toEqual({ game: 'soaprun', listen: '[]' })
  })

  test('create prints the token even if the new room cannot be read', async () => {
    const { url } = await startFakeWorker({ 'POST /api/rooms': { status: 201, body: created } })
    const { code, out, err } = await commandLine('room', 'create', 'soaprun', '--url', url)
    expect([code, out.at(-1)]).toEqual([0, 'token     T0KEN'])
    expect(err.at(-1)).toBe('soaprun/quay: cannot read its addresses: not-found')
  })

  test('set sends only the passed settings and prints the changed room', async () => {
    const room = roomEntry({
      title: 'Haven',
      listen: [{ transport: 'tcp', port: 1002 }],
      addresses: [{ transport: 'tcp', host: '127.0.0.1', port: 1002, sidecar: 'local' }],
    })
    const { url, requests } = await startFakeWorker({ 'PATCH /api/rooms/soaprun/harbor': { body: room } })
    const set = (...words: string[]) => commandLine('room', 'set', 'soaprun/harbor', ...words, '--url', url)
    const listeners = ['--listen', 'tcp:1002']
    const comments = ['--comment', 'back soon', '--comment', 'sorry']
    const options = ['--option', 'maxTilesPerSecond=5', '--option', 'motto=ahoy']
    const { code, out, err } = await set('--title', 'Haven', ...comments, ...listeners, ...options)
    expect([code, err]).toEqual([0, []])
    expect(out).toEqual(
      expect.arrayContaining(['title      Haven', 'address    tcp 127.0.0.1:1002', 'players    2 of 63']),
    )
    await set('--password', 'open sesame')
    await set('--comment', '', '--password', '', '--listen', 'none')
    expect((await set('--title', 'Haven', '--json')).out).toEqual([JSON.stringify(room)])
    expect(requests.map(({ body }) => body)).toEqual([
      {
        title: 'Haven',
        comments: ['back soon', 'sorry'],
        listen: [{ transport: 'tcp', port: 1002 }],
        options: { maxTilesPerSecond: 5, motto: 'ahoy' },
      },
      { password: 'open sesame' },
      { comments: [], listen: [], password: null },
      { title: 'Haven' },
    ])
  })

  test.each([
    ['options.shape', 'there is no such option', 'refused options.shape: there is no such option'],
    ['schedule', '.hours[0]: must be days', 'refused schedule.hours[0]: must be days'],
  ])('set prints the Worker’s error with its field in one line: exit code 1', async (field, detail, line) => {
    const { url } = await startFakeWorker({
      'PATCH /api/rooms/soaprun/harbor': { status: 422, body: { error: 'refused', field, detail } },
    })
    const words = ['room', 'set', 'soaprun/harbor', '--option', 'shape=round', '--url', url]
    expect(await commandLine(...words)).toEqual({ code: 1, out: [], err: [line] })
  })

  test('list reports an unreachable Worker in one line: exit code 1', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, out, err } = await commandLine('room', 'list', '--url', url)
    expect([code, out, err]).toEqual([1, [], [`cannot reach ${url}: ECONNREFUSED`]])
  })

  const cutAnswer = () =>
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'))
      },
    })
  test.each<[() => BodyInit | null, ResponseInit, RegExp]>([
    [() => '<html>', {}, /is not a Packetboat site: its response is not JSON$/],
    [() => 'null', {}, /is not a Packetboat site: its response is not JSON$/],
    [() => '{"status":"ok"}', {}, /is not a Packetboat site: its response has no (rooms|ok)$/],
    [
      () => '<html>',
      { status: 502 },
      /^(worker )?https:\/\/play\.example\.org answers with HTTP 502, but not like a/,
    ],
    [
      () => null,
      { status: 301, headers: { location: 'https://b.test/api' } },
      /redirects to https:\/\/b\.test\/api: pass/,
    ],
    [cutAnswer, {}, /the response of https:\/\/play\.example\.org ended early: terminated$/],
  ])(
    'ls and doctor report a server that answers unlike Packetboat in one line: case %#',
    async (body, init, problem) => {
      const answers = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body(), init))
      onTestFinished(() => answers.mockRestore())
      const at = ['--url', 'https://play.example.org']
      expect(await commandLine('ls', ...at)).toEqual({
        code: 1,
        out: [],
        err: [expect.stringMatching(problem)],
      })
      const { code, out } = await commandLine('doctor', ...at)
      expect([code, out[0]!.replace(/^not ok +worker \S+ /, '')]).toEqual([1, expect.stringMatching(problem)])
    },
  )

  test('list prints one line per room, and removes control characters from titles', async () => {
    const addresses = [
      { transport: 'tcp', host: '127.0.0.1', port: 10020, sidecar: 'local' },
      { transport: 'dispatch', port: 80, sidecar: 'local', error: 'EACCES' },
    ] as const
    const rooms = [roomEntry({ addresses }), roomEntry({ room: 'q', status: 'closed', title: '\u001b[2JQ' })]
    const { url } = await startFakeWorker({ 'GET /api/rooms': { body: { rooms } } })
    const { code, out } = await commandLine('room', 'list', '--url', url)
    expect(code).toBe(0)
    expect(out).toEqual([
      'soaprun/harbor  open    2/63  tcp 127.0.0.1:10020 dispatch 80 (EACCES)  Harbor',
      'soaprun/q       closed  2/63                                            ·[2JQ',
    ])
    expect((await commandLine('room', 'list', '--url', url, '--json')).out).toEqual([
      JSON.stringify({ rooms }),
    ])
  })

  test('show prints the room’s details, and with --json all of them', async () => {
    const room = roomEntry({
      comments: ['back soon'],
      options: { rain: 3 },
      join: 'invited',
      watching: 'off',
      schedule: { timeZone: 'Europe/Berlin', hours: ['fri 18:00-23:00'], closesOn: '2026-12-24' },
      opensAt: '2026-12-04T17:00:00.000Z',
    })
    const { url } = await startFakeWorker({
      'GET /api/rooms/soaprun/harbor': { body: { ...room, view: { map: 'ours' } } },
    })
    const shown = await commandLine('room', 'show', 'soaprun/harbor', '--url', url)
    expect(shown.out).toEqual(
      expect.arrayContaining([
        'opens      2026-12-04T17:00:00.000Z',
        'join       invited',
        'watching   off',
        'hours      fri 18:00-23:00 (Europe/Berlin)',
        'closes     2026-12-24',
        'players    2 of 63',
        'comment    back soon',
        'option     rain=3',
        `url        ${room.url}`,
      ]),
    )
    const whole = await commandLine('room', 'show', 'soaprun/harbor', '--url', url, '--json')
    expect(JSON.parse(whole.out.join('\n'))).toMatchObject({ view: { map: 'ours' } })
  })

  test('close and open set the status, delete deletes, token renews the token', async () => {
    const { url, requests } = await startFakeWorker({
      'PATCH /api/rooms/soaprun/harbor': { body: roomEntry({ status: 'closed' }) },
      'DELETE /api/rooms/soaprun/harbor': { status: 204 },
      'POST /api/rooms/soaprun/harbor/token': { status: 201, body: { adminToken: 'NEW' } },
    })
    vi.stubEnv('ADMIN_TOKEN', 'SITE')
    const outputOf = async (...words: string[]) =>
      (await commandLine('room', ...words, 'soaprun/harbor', '--url', url)).out
    expect(await outputOf('close')).toEqual(['soaprun/harbor is closed'])
    expect(await outputOf('open')).toEqual(['soaprun/harbor is closed'])
    expect(await outputOf('delete', '--yes')).toEqual([
      'soaprun/harbor deleted; if the site has kept it, restore it within seven days: npm run packetboat -- room undelete soaprun/harbor',
    ])
    expect(await outputOf('token', '--yes')).toEqual(['NEW'])
    expect(requests.map(({ body }) => body)).toEqual([
      { status: 'closed' },
      { status: 'open' },
      undefined,
      undefined,
    ])
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer SITE']))
  })

  test.each([
    ['room', 'delete', 'soaprun/harbor'],
    ['room', 'rm', 'soaprun/harbor'],
    ['rm', 'soaprun/harbor'],
    ['room', 'token', 'soaprun/harbor'],
  ])('%s %s asks for confirmation, and without a terminal it needs --yes', async (...words) => {
    const { url, requests } = await startFakeWorker({
      'DELETE /api/rooms/soaprun/harbor': { status: 204 },
      'POST /api/rooms/soaprun/harbor/token': { status: 201, body: { adminToken: 'NEW' } },
    })
    const command = [...words, '--url', url, '--token', 'SITE']
    expect(await commandLine(...command)).toEqual({
      code: 2,
      out: [],
      err: [expect.stringMatching(/soaprun\/harbor\. Pass --yes to confirm$/)],
    })
    const asked: string[] = []
    const answering = (answer: string) => async (question: string) => {
      asked.push(question)
      return answer
    }
    const quiet = { out() {}, err() {} }
    expect(await runCommandLine(command, { ...quiet, ask: answering('') })).toBe(1)
    expect(requests).toEqual([])
    expect(await runCommandLine(command, { ...quiet, ask: answering(' Yes') })).toBe(0)
    expect(requests).toHaveLength(1)
    expect(asked[0]).toMatch(
      /^This (deletes|voids the current host link of) soaprun\/harbor\. Continue\? \[y\/N\] $/,
    )
  })

  test('undelete restores a deleted room, or reports that it was not found', async () => {
    const path = 'POST /api/rooms/soaprun/harbor/undelete'
    const restored = await startFakeWorker({ [path]: { body: roomEntry() } })
    const at = (url: string) =>
      commandLine('room', 'undelete', 'soaprun/harbor', '--url', url, '--token', 'SITE')
    expect(await at(restored.url)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^soaprun\/harbor restored/)],
    })
    const { url } = await startFakeWorker({})
    expect(await at(url)).toMatchObject({ code: 1, err: ['not-found'] })
  })

  test('ls lists the rooms of PACKETBOAT_URL with PACKETBOAT_TOKEN; flags override both', async () => {
    const { url, requests } = await startFakeWorker({ 'GET /api/rooms': { body: { rooms: [roomEntry()] } } })
    vi.stubEnv('PACKETBOAT_URL', url)
    vi.stubEnv('PACKETBOAT_TOKEN', 'MINE')
    vi.stubEnv('ADMIN_TOKEN', 'SITE')
    for (const words of [['ls'], ['room', 'ls'], ['ls', '--token', 'FLAG']])
      expect((await commandLine(...words)).out).toEqual([expect.stringMatching(/^soaprun\/harbor /)])
    expect(requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer MINE',
      'Bearer MINE',
      'Bearer FLAG',
    ])
  })

  test('a command without a required token names the flag and the variable that set it', async () => {
    const unauthorized = { status: 401, body: { error: 'unauthorized', detail: 'send the site token' } }
    const { url } = await startFakeWorker({ 'POST /api/rooms': unauthorized })
    vi.stubEnv('ADMIN_TOKEN', '')
    const state = ['--state', temporaryFolder(), '--url', url]
    const { code, err } = await commandLine('room', 'create', 'soaprun', ...state)
    expect([code, err]).toEqual([1, [expect.stringMatching(/pass --token, or set PACKETBOAT_TOKEN/)]])
    const wrong = await commandLine('room', 'create', 'soaprun', ...state, '--token', 'wrong')
    expect(wrong.err).toEqual(['unauthorized: send the site token'])
  })

  test('sidecar list shows the sidecars of a site, and sidecar rm removes one', async () => {
    const times = { since: '2026-11-19T10:00:00.000Z', lastWord: '2026-11-20T10:00:00.000Z' }
    const east = { sidecar: 'east', connected: true, host: 'east.test', region: 'weur', rooms: 3, ...times }
    const old = { sidecar: 'old', connected: false, rooms: 0, ...times }
    const { url, requests } = await startFakeWorker({
      'GET /status': { body: { sidecars: [east, old] } },
      'DELETE /api/sidecars/old': { status: 204 },
    })
    const at = ['--url', url, '--token', 'SITE']
    expect((await commandLine('sidecar', 'list', ...at)).out).toEqual([
      'east  connected                            east.test  weur  3 rooms',
      'old   away since 2026-11-20T10:00:00.000Z                   0 rooms',
    ])
    const listed = await commandLine('sidecar', 'ls', '--json', ...at)
    expect(JSON.parse(listed.out[0]!)).toEqual({ sidecars: [east, old] })
    expect((await commandLine('sidecar', 'rm', 'old', ...at)).out).toEqual(['old forgotten'])
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', authorization: 'Bearer SITE' })
  })

  test('the log commands report that a log is empty', async () => {
    const { url } = await startFakeWorker({
      'GET /api/rooms/soaprun/harbor/log': { body: { log: [] } },
      'GET /api/logs': { body: { log: [] } },
    })
    const at = ['--url', url, '--token', 'SITE']
    for (const words of [['room', 'log', 'soaprun/harbor'], ['logs', 'soaprun/harbor'], ['logs']])
      expect(await commandLine(...words, ...at)).toEqual({
        ...{ code: 0, out: [] },
        err: [expect.stringMatching(/^no log lines/)],
      })
  })
})

describe('the token', () => {
  const answers = { 'GET /api/rooms': { body: { rooms: [] } } }
  const state = () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'adminToken'), 'KEPT\n')
    return folder
  }

  test('is --token, otherwise ADMIN_TOKEN, otherwise that of the state folder, otherwise absent', async () => {
    const { url, requests } = await startFakeWorker(answers)
    const list = ['room', 'list', '--url', url, '--state', state()]
    await commandLine(...list)
    vi.stubEnv('ADMIN_TOKEN', 'FROM-ENV')
    await commandLine(...list)
    await commandLine(...list, '--token', 'SAID')
    vi.stubEnv('ADMIN_TOKEN', undefined)
    await commandLine('room', 'list', '--url', url, '--state', temporaryFolder())
    expect(requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer KEPT',
      'Bearer FROM-ENV',
      'Bearer SAID',
      undefined,
    ])
  })

  test.each([['ls'], ['backup', 'kept']])(
    'is not printed by %s if no HTTP header can contain it',
    async (...words) => {
      for (const token of ['secret\u2026', 'secret\nline']) {
        const at = ['--url', 'http://127.0.0.1:9', '--token', token]
        expect(await commandLine(...words, ...at)).toEqual({
          ...{ code: 1, out: [] },
          err: ['the token is damaged: it has characters that no token has'],
        })
      }
    },
  )

  test('is sent only to this machine if it comes from the state folder', async () => {
    const shown = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ rooms: [] }))
    await commandLine('room', 'list', '--url', 'https://play.example.org', '--state', state())
    expect(new Headers(shown.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false)
    shown.mockRestore()
  })
})

describe('packetboat sidecar', () => {
  const pem = (name: string) => join(import.meta.dirname, '../../sidecar/listeners/base/certificates', name)
  const flags = ['--upstream', 'http://127.0.0.1:1', '--id', 'one', '--advertise', 'here']
  test.each([
    [1, 'SIDECAR_TOKEN', undefined, flags],
    [2, 'advertise', 'secret', flags.slice(0, 4)],
    [2, 'port_range', 'secret', [...flags, '--port-range', '5-1']],
    [1, '/nowhere/sidecar.toml', 'secret', ['--config', '/nowhere/sidecar.toml']],
    [2, '--door', 'secret', [...flags, '--door', '80']],
  ])('exits with code %i and an error that names %s', async (expected, named, token, words) => {
    vi.stubEnv('SIDECAR_TOKEN', token)
    const { code, err } = await commandLine('sidecar', ...words)
    expect([code, err.length]).toEqual([expected, 1])
    expect(err[0]).toContain(named)
  })
  test('reports an invalid file in one line that names the key: exit code 1', async () => {
    vi.stubEnv('SIDECAR_TOKEN', 'secret')
    const file = join(temporaryFolder(), 'sidecar.toml')
    writeFileSync(file, 'upstream = "here"\n')
    const { code, err } = await commandLine('sidecar', '--config', file)
    expect([code, err.length]).toEqual([1, 1])
    expect(err[0]).toMatch(/^upstream: /)
    vi.stubEnv('SIDECAR_UPSTREAM', 'http://127.0.0.1:1')
    expect((await commandLine('sidecar', '--config', file)).err[0]).toMatch(/^id: missing/)
    expect((await commandLine('sidecar', '--config', file, '--id', 'B')).err[0]).toMatch(/^id: must have/)
    writeFileSync(file, 'upstream = "here')
    expect((await commandLine('sidecar', '--config', file)).err).toEqual([
      expect.stringMatching(/sidecar\.toml: line 1, column \d+: /),
    ])
    vi.stubEnv('SIDECAR_CONFIG', '')
    expect((await commandLine('sidecar')).err[0]).toMatch(/^id: missing/)
  })
  test.each([
    ['certificate', '/nowhere/chain.pem', '/nowhere/key.pem', /^certificate: cannot be read: ENOENT/],
    ['certificate', pem('one.pem'), '/nowhere/key.pem', /^certificate_key: cannot be read: ENOENT/],
    [
      'certificate',
      import.meta.filename,
      pem('one.key.pem'),
      /^certificate: .* is not a certificate in PEM: /,
    ],
    ['key', pem('one.pem'), pem('two.key.pem'), /^certificate_key: .*two\.key\.pem is not the key of the/],
  ])('names an unusable %s in one line: %s %s', async (_, certificate, key, problem) => {
    vi.stubEnv('SIDECAR_TOKEN', 'secret')
    const files = ['--certificate', certificate, '--certificate-key', key]
    const { code, err } = await commandLine('sidecar', ...flags, ...files)
    expect([code, err]).toEqual([1, [expect.stringMatching(problem)]])
  })
  test('names in one line the setting of a metrics port that is in use', async () => {
    vi.stubEnv('SIDECAR_TOKEN', 'secret')
    const { port } = await startFakeWorker({})
    const { code, err } = await commandLine('sidecar', ...flags, '--http-port', `${port}`)
    expect([code, err]).toEqual([1, [expect.stringMatching(/^http_port: choose another port.*EADDRINUSE/)]])
  })
  test('reads the secret from a file that the environment names', async () => {
    const file = join(temporaryFolder(), 'token')
    writeFileSync(file, 'secret\n')
    vi.stubEnv('SIDECAR_TOKEN', '')
    vi.stubEnv('SIDECAR_TOKEN_FILE', file)
    expect((await commandLine('sidecar')).err).toEqual(['upstream: missing'])
    vi.stubEnv('SIDECAR_TOKEN_FILE', `${file}.none`)
    expect((await commandLine('sidecar')).err[0]).toMatch(/^cannot read .*token\.none: /)
    writeFileSync(file, '\n')
    vi.stubEnv('SIDECAR_TOKEN_FILE', file)
    expect((await commandLine('sidecar')).err).toEqual([`SIDECAR_TOKEN_FILE: ${file} is empty`])
  })
})
