// Requests every route of a site and every operation of its API, as programs, owners and players do. The order of the
// requests satisfies their preconditions.
import { WebSocket } from 'ws'
import { tokens } from './build.ts'

interface Asked {
  readonly method?: string
  readonly token?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string | Blob>>
  readonly headers?: Readonly<Record<string, string>>
}

/** The result of one request. The status 101 means an open WebSocket. */
export interface RecordedAnswer {
  readonly name: string
  readonly status: number
  readonly body: string
}

type Fields = NonNullable<Asked['form']>

export class RequestRecorder {
  readonly answers: RecordedAnswer[] = []
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async ask(
    path: string,
    { method = 'GET', token, json, form, headers }: Asked = {},
  ): Promise<RecordedAnswer> {
    const parts = new FormData()
    for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value)
    const answer = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: parts }),
    })
    return this.#note(`${method} ${path}`, answer.status, await answer.text())
  }

  /** Opens a WebSocket and closes it. If `awaitsMessage` is set, first waits for a message. */
  async open(
    path: string,
    { token, protocol, awaitsMessage }: { token?: string; protocol?: string; awaitsMessage?: true } = {},
  ) {
    const socket = new WebSocket(this.#url.replace('http', 'ws') + path, protocol ? [protocol] : [], {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    const status = await new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
      socket.once(awaitsMessage ? 'message' : 'open', () => resolve(101))
      socket.once('error', () => resolve(0))
      socket.once('close', () => resolve(1))
    })
    return { ...this.#note(`WS ${path}`, status, ''), socket }
  }

  #note(name: string, status: number, body: string): RecordedAnswer {
    const answered = { name, status, body }
    this.answers.push(answered)
    return answered
  }

  create(fields: Fields, accept = '*/*') {
    return this.ask('/api/rooms', { method: 'POST', token: tokens.site, form: fields, headers: { accept } })
  }

  /** Waits until the film covers a time, and returns the covered times. */
  async filmStretches(of: string): Promise<readonly { readonly from: string; readonly to: string }[]> {
    for (;;) {
      const answer = await fetch(`${this.#url}${of}/film`)
      const { stretches } = (await answer.json()) as { stretches: { from: string; to: string }[] }
      if (stretches.length > 0) return stretches
    }
  }

  async importing(name: string, as: string) {
    const exported = await fetch(`${this.#url}/api/rooms/${name}/export`, {
      headers: { authorization: `Bearer ${tokens.site}` },
    })
    const form = { room: as, file: new File([await exported.blob()], 'room') }
    return this.ask('/api/rooms/import', { method: 'POST', token: tokens.site, form })
  }

  host(act: string, fields: Fields = {}) {
    return this.ask('/echo/harbor/host', { method: 'POST', form: { token: tokens.site, act, ...fields } })
  }
}

const room = '/api/rooms/echo/harbor'
const token = tokens.site
const post = { method: 'POST', token } as const
const hookUrl = 'https://hooks.invalid-name.example.com/in'
const file = (content: string) => new File([content], 'map.txt')
/** The keys of a push subscription, from the example in RFC 8291, section 5. */
const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const html = { headers: { accept: 'text/html' } }

/** Sends all requests. Throws if an answer lacks data that later requests need. */
export async function sendAllRequests(asking: RequestRecorder): Promise<void> {
  await site(asking)
  await rooms(asking)
  await host(asking)
  await moderation(asking)
  await films(asking)
  await players(asking)
  await leaving(asking)
  await ends(asking)
}

async function site(asking: RequestRecorder): Promise<void> {
  const paths = ['/', '/new', '/new?game=echo', '/new/import', '/api', '/status', '/nowhere']
  for (const path of paths) await asking.ask(path, html)
  for (const path of '/healthz /api/openapi.json /api/rooms /api/rooms?limit=1 /api/rooms?limit=0'.split(' '))
    await asking.ask(path)
  for (const path of ['/api/metrics', '/api/logs']) {
    await asking.ask(path)
    await asking.ask(path, { token })
  }
}

async function rooms(asking: RequestRecorder): Promise<void> {
  await asking.create({ game: 'echo', room: 'harbor', file: file('hello'), options: '{"colour":"grey"}' })
  await asking.create({ game: 'echo', room: 'harbor' })
  await asking.create({ game: 'echo', room: 'pier', file: file('parts'), region: 'weur' })
  await asking.create({ game: 'echo', room: 'quay', file: file('parts') }, 'application/x-ndjson')
  await asking.create({ game: 'echo', file: file('bad') })
  await asking.create({ game: 'echo', file: file('parts bad') })
  await asking.create({ game: 'quiet', room: 'harbor' })
  await asking.create({ game: 'chess' })
  await asking.create({ game: 'echo', colour: 'red' })
  await asking.ask('/new', { method: 'POST', form: { token, game: 'echo', room: 'form' } })
  await asking.ask('/new/preview', { method: 'POST', form: { token, game: 'echo', file: file('hello') } })
  for (const content of ['hello', 'bad'])
    await asking.ask('/api/preview', { ...post, form: { game: 'echo', file: file(content) } })
  for (const name of ['harbor', 'pier', 'quay', 'form', 'nowhere']) {
    await asking.ask(`/api/rooms/echo/${name}`)
    await asking.ask(`/api/rooms/echo/${name}/founding`)
    await asking.ask(`/echo/${name}`, html)
  }
  await asking.create({ game: 'echo', room: 'meadow', stage: 'gathering' })
  await asking.create({ game: 'quiet', room: 'meadow', stage: 'gathering' })
  await asking.ask('/echo/meadow', html)
  for (const content of ['bad', 'hello', 'hello'])
    await asking.ask('/api/rooms/echo/meadow/world', { method: 'PUT', token, form: { file: file(content) } })
  await asking.ask('/api/rooms/echo/meadow/crypt.txt', { token })
  for (const change of [{}, { title: 'Harbor' }, { options: { colour: 'grey' } }, { status: 'ajar' }])
    await asking.ask(room, { method: 'PATCH', token, json: change })
  await asking.ask(room, { method: 'PATCH', json: {} })
  const schedule = { timeZone: 'UTC', hours: ['daily 10:00-11:00'] }
  await asking.ask('/api/rooms/echo/pier', { method: 'PATCH', token, json: { schedule } })
  await asking.ask('/api/rooms', { token })
  await asking.ask('/', html)
}

async function host(asking: RequestRecorder): Promise<void> {
  await asking.ask('/echo/harbor/host', html)
  for (const act of ['look', 'export', 'renew', 'nothing']) await asking.host(act)
  await asking.host('change', { title: 'Harbor' })
  await asking.host('change', { title: '' })
  await asking.host('file', { name: 'land.txt' })
  await asking.host('say', { line: '/paint' })
  await asking.host('ban', { who: 'ann', seconds: '60' })
  await asking.host('lift', { id: 'none' })
  await asking.host('kick', { id: 'none' })
  await asking.host('hook', { url: hookUrl, on: 'goal', cooldown: '60' })
  await asking.host('unhook', { id: 'none' })
  await asking.host('fork', { from: 'now', site: token, room: 'forked' })
  await asking.ask(`${room}/token`, post)
  await asking.ask(`${room}/meter`, { token })
  await asking.ask(`${room}/fork`, { ...post, form: { from: 'beginning', room: 'twin' } })
  await asking.ask(`${room}/fork`, { ...post, form: { from: 'now', room: 'twin' } })
  const { body } = await asking.ask(`${room}/webhooks`, { ...post, json: { url: hookUrl } })
  await asking.ask(`${room}/webhooks`, { token })
  const { webhook } = JSON.parse(body) as { webhook: { id: string } }
  for (const id of [webhook.id, 'none'])
    await asking.ask(`${room}/webhooks?id=${id}`, { method: 'DELETE', token })
}

async function moderation(asking: RequestRecorder): Promise<void> {
  const { socket } = await asking.open('/echo/harbor', { awaitsMessage: true })
  const { body } = await asking.ask(`${room}/people`, { token })
  const { people } = JSON.parse(body) as { people: { id: string }[] }
  for (const id of [people[0]!.id, people[0]!.id]) await asking.ask(`${room}/kick`, { ...post, json: { id } })
  socket.terminate()
  for (const line of ['/paint', 'nothing']) await asking.ask(`${room}/say`, { ...post, json: { line } })
  await asking.ask('/api/rooms/quiet/harbor/say', { ...post, json: { line: 'x' } })
  await asking.ask(`${room}/say`, { ...post, json: { text: 'ahoy' } })
  await asking.ask('/api/say', { ...post, json: { text: 'ahoy' } })
  for (const subject of [{ name: 'ann' }, { address: '192.0.2.7' }, { address: '127.0.0.1' }, { id: 'none' }])
    await asking.ask(`${room}/bans`, { ...post, json: { ...subject, seconds: 60 } })
  await asking.ask(`${room}/bans`, { token })
  for (const subject of [{ name: 'ann' }, { id: 'none' }])
    await asking.ask(`${room}/mutes`, { ...post, json: { ...subject, seconds: 60 } })
  await asking.ask(`${room}/mutes`, { token })
  for (const query of ['?name=ann', '?name=ann'])
    await asking.ask(`${room}/mutes${query}`, { method: 'DELETE', token })
  await asking.ask(`${room}/reports`, { token })
  await asking.ask('/echo/harbor/join', html)
  await asking.ask(`${room}/join`, { method: 'POST', json: { secret: 'guessed' } })
  await asking.ask(`${room}/invitation`, { token })
  await asking.ask(`${room}/invitation`, post)
  for (const query of ['', '?id=1']) await asking.ask(`${room}/reports${query}`, { method: 'DELETE', token })
  for (const query of ['?name=ann', '?name=ann', ''])
    await asking.ask(`${room}/bans${query}`, { method: 'DELETE', token })
  for (const query of ['', '?after=2', '?after=x']) await asking.ask(`${room}/log${query}`, { token })
  for (const query of ['', '?after=1', '?after=x']) await asking.ask(`${room}/timeline${query}`, { token })
  for (const query of ['', '?after=1', '?after=x']) await asking.ask(`${room}/stories${query}`)
  await asking.ask('/echo/harbor/stories')
  const cup = { options: { series: 'cup', seriesKey: 'the-key-of-the-cup' } }
  await asking.ask(room, { method: 'PATCH', token: tokens.site, json: cup })
  for (const path of ['/api/series/echo/cup', '/series/echo/cup', '/api/series/echo/none'])
    await asking.ask(path)
  for (const query of ['?player=Ann', ''])
    await asking.ask(`/api/series/echo/cup${query}`, { method: 'DELETE', token: tokens.site })
  for (const number of ['1', '9', 'x']) await asking.ask(`/echo/harbor/stories/${number}/picture.png`)
  for (const json of [
    { at: '2020-01-01T00:00:00Z', as: 'replace' },
    { at: 'then', as: 'fork' },
    { as: 'replace' },
  ])
    await asking.ask(`${room}/rewind`, { ...post, json })
  await asking.ask(room, { method: 'PATCH', token, json: { options: { history: '1h' } } })
  const timeline = await asking.ask(`${room}/timeline`, { token })
  const { since: at } = JSON.parse(timeline.body) as { since: string }
  for (const json of [
    { at, as: 'fork', room: 'earlier' },
    { at, as: 'replace' },
  ])
    await asking.ask(`${room}/rewind`, { ...post, json })
  await asking.ask(`${room}/people`)
}

async function films(asking: RequestRecorder): Promise<void> {
  await asking.ask(`${room}/film`)
  const missing = { from: '2020-01-01T00:00:00Z', to: '2020-01-01T00:00:30Z' }
  for (const json of [missing, {}]) await asking.ask(`${room}/clips`, { ...post, json })
  for (const path of ['/echo/harbor/clips/none', `${room}/clips/none`]) await asking.ask(path)
  await asking.ask(room, { method: 'PATCH', token, json: { options: { film: true } } })
  const { socket } = await asking.open('/echo/harbor', { awaitsMessage: true })
  const [taken] = await asking.filmStretches(room)
  await asking.ask(`${room}/film`)
  for (const query of ['?at=2020-01-01T00:00:00Z', '?at=then', ''])
    await asking.ask(`${room}/film/segment${query}`)
  const { body } = await asking.ask(`${room}/clips`, { ...post, json: taken })
  await asking.ask(`${room}/clips`, { token })
  const { id } = JSON.parse(body) as { id: string }
  for (const path of ['/echo/harbor/film', `/echo/harbor/clips/${id}`, `${room}/clips/${id}`])
    await asking.ask(path)
  for (const one of [id, 'none']) await asking.ask(`${room}/clips?id=${one}`, { method: 'DELETE', token })
  socket.terminate()
}

async function players(asking: RequestRecorder): Promise<void> {
  const { outside } = JSON.parse((await asking.ask(room)).body) as { outside: { guest: string } }
  const files = ['land.txt', 'crypt.txt', 'chart.bin', 'map.txt', 'seed.bin', 'none.txt']
  for (const name of files) await asking.ask(`/echo/harbor/files/${name}`)
  for (const name of files) await asking.ask(`/echo/harbor/files/${name}`, { token })
  for (const name of 'picture.png qr.svg calendar.ics where.txt none.txt play shades/dark'.split(' '))
    await asking.ask(`/echo/harbor/${name}`)
  for (const name of ['plain', 'colour/dark', 'colour/none', 'shapes/shape-of-grey', 'shapes/none'])
    await asking.ask(`/echo/harbor/api/${name}`)
  for (const path of [`${room}/plain`, '/old/shapes', '/old/shape_ids?of=shape-of-grey'])
    await asking.ask(path)
  for (const path of ['/echo/pier/calendar.ics', '/calendar.ics'])
    await asking.ask(path, { headers: { 'cache-control': 'no-cache' } })
  await asking.ask('/api/notifications/key')
  const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
  for (const method of ['POST', 'DELETE'])
    await asking.ask(`${room}/notifications`, {
      method,
      json: method === 'POST' ? { endpoint, keys: pushKeys } : { endpoint },
    })
  const signed = await asking.ask(`${room}/walls/north`, { method: 'PUT', token, json: { name: 'Ann' } })
  const { secret: password } = JSON.parse(signed.body) as { secret: string }
  const own = { method: 'POST', json: { name: 'north', password } } as const
  await asking.ask(`${room}/my-data`, own)
  await asking.ask(`${room}/my-data/erase`, own)
  await asking.ask(`${room}/walls/south`, { method: 'PUT', token, json: { name: 'Ann' } })
  await asking.ask(`${room}/players/south/data`, { token })
  await asking.ask(`${room}/players/south/data`, { method: 'DELETE', token })
  await asking.ask(`${room}/walls/north`, { method: 'PUT', token, json: { name: 'Ann' } })
  await asking.ask(`${room}/walls/north`, { method: 'DELETE', token })
  await asking.ask(`${room}/papers?name=a.txt`, { ...post, json: {} })
  for (const name of ['shapes/shape-of-grey', `colour/${outside.guest}/dark`, `shades/${outside.guest}/dark`])
    await asking.ask(`/old/${name}`)
  for (const path of ['/where.txt', '/echo-servers.txt']) await asking.ask(path)
  for (const room of ['/quiet/harbor', '/echo/nowhere']) await asking.ask(`${room}/picture.png`)
  for (const path of ['link', 'watch', 'thin']) await asking.ask(`/echo/harbor/${path}`)
  await asking.ask('/api/live')
  await asking.ask('/api/sidecar?id=west&advertise=play.test', { token: tokens.sidecar })
  const opened = [
    await asking.open('/echo/harbor', { awaitsMessage: true }),
    await asking.open('/echo/nowhere'),
    await asking.open('/echo/harbor/watch', { awaitsMessage: true }),
    await asking.open('/quiet/harbor/watch'),
    await asking.open('/echo/harbor/thin', { protocol: 'shades', awaitsMessage: true }),
    await asking.open('/echo/harbor/link', { token: tokens.sidecar }),
    await asking.open('/echo/harbor/link'),
    await asking.open('/api/live?room=echo/harbor', { awaitsMessage: true }),
    await asking.open('/api/sidecar?id=west&advertise=play.test', {
      token: tokens.sidecar,
      awaitsMessage: true,
    }),
  ]
  for (const path of ['/api/metrics', room, '/status']) await asking.ask(path, { token })
  for (const { socket } of opened) socket.terminate()
}

async function leaving(asking: RequestRecorder): Promise<void> {
  const url = `${room}/export`
  await asking.ask(url)
  const { body } = await asking.ask(url, { token, headers: { 'accept-encoding': 'identity' } })
  if (body.length === 0) throw new Error('nothing was exported')
  await asking.importing('echo/harbor', 'come')
  await asking.importing('echo/harbor', 'come')
  await asking.ask('/api/rooms/import', { ...post, form: { file: file('none') } })
  await asking.ask('/api/rooms/echo/come')
}

async function ends(asking: RequestRecorder): Promise<void> {
  await asking.ask('/echo/form/host', { method: 'POST', form: { token, act: 'remove', room: 'form' } })
  for (const name of ['pier', 'quay', 'twin', 'forked', 'earlier', 'come', 'nowhere'])
    await asking.ask(`/api/rooms/echo/${name}`, { method: 'DELETE', token })
  await asking.ask('/api/rooms/echo/quay/undelete', post)
  await asking.ask('/api/rooms/echo/quay', { method: 'DELETE', token })
  await asking.ask('/api/sidecars/west', { method: 'DELETE', token })
  for (const name of ['pier', 'form', 'harbor']) {
    await asking.ask(`/api/rooms/echo/${name}`)
    await asking.ask(`/echo/${name}`, html)
  }
  await asking.create({ game: 'echo', room: 'pier' })
  await asking.ask('/api/rooms')
  await asking.ask('/status', html)
}
