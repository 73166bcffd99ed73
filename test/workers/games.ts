// Two games for the Worker's tests: one with every door, one with none.
import { html } from 'hono/html'
import type { Game, Json, Preview, Refused, Session, World } from '../../games/game.ts'
import { isRefused } from '../../games/refused.ts'
import { changeOptions, readOptions, usualOptions } from '../../games/shared/options/read.ts'
import type { OptionTable } from '../../games/shared/options/table.ts'

interface EchoWorld extends World {
  readonly state: { readonly [key: string]: Json }
}

const silent: Session = {
  receive() {},
  resumed() {},
  closed() {},
  note: undefined,
}

const limits: Game['limits'] = () => ({
  messagesPerSecond: 0,
  messageBurst: 0,
  bytesPerSecond: 0,
  frameBytes: 1000,
  windowBytes: 65_536,
  peers: 7,
  peersPerAddress: 4,
  idleMs: 0,
})

const world = (state: EchoWorld['state']): EchoWorld => ({
  players: 0,
  occupied: false,
  capacity: 7,
  tickMs: 0,
  tick() {},
  state,
})

const secret = { type: 'text', least: 1, most: 128, nullable: true, usual: null, secret: true } as const

const optionTable = {
  colour: { type: 'text', least: 1, most: 1000, usual: 'grey', says: 'Of the room.' },
  key: { ...secret, says: 'To nothing.' },
  password: { ...secret, says: 'Nobody asks for it.' },
  fails: { type: 'boolean', usual: false, fixed: true, says: 'Whether the founding throws.' },
} as const satisfies OptionTable

/** In so many parts a file is founded that begins `parts`. */
const parts = 4

/** A file that begins `bad` is refused; of one that is `parts bad` the last part is. */
export const echo: Game<EchoWorld> = {
  slug: 'echo',
  title: 'Echo',
  version: 1,
  options: optionTable,
  webClients: ['https://echo-client.test'],
  listen: [
    { transport: 'tcp', port: 7, framing: { at: 0, length: 'u16be', plus: 2, max: 1000 } },
    { transport: 'dispatch', port: 80, document: 'where.txt' },
    { transport: 'udp', port: 7, supersede: new Uint8Array([1, 2, 255]) },
    { transport: 'websocket', port: 8007 },
  ],
  documents: {
    'where.txt': {
      type: 'text/plain; charset=us-ascii',
      aliases: ['/where.txt', '/old/where.txt'],
      render({ room, title, open, comments }, address, away) {
        const at = address && open && !away ? `${address.host} ${address.port}` : 'nowhere'
        return new TextEncoder().encode(
          [room, title, open && !away ? 'open' : 'closed', at, ...comments].join('|'),
        )
      },
    },
  },
  limits,
  async found({ options: given, files, since }) {
    const options = readOptions(optionTable, given)
    if (isRefused(options)) return options
    if (options.fails) throw new Error('a secret of the machine room: /srv/echo')
    const file = files.get('file')
    const text = file && new TextDecoder().decode(file.read(0, file.size))
    if (text?.startsWith('bad')) return { refused: { field: 'file', detail: 'it begins with bad' } }
    const done = Number(since ?? 0) + 1
    if (text?.startsWith('parts') && done < parts)
      return { records: [[`part/${done}`, done]], underway: { since: done, share: done / parts } }
    if (text === 'parts bad') return { refused: { field: 'file', detail: 'its last part is bad' } }
    if (files.get('save')?.name === 'bad') return { refused: { field: 'save', detail: 'it is called bad' } }
    const state = {
      colour: options.colour,
      text: text?.slice(0, 100) ?? null,
      name: file?.name ?? null,
    }
    return {
      options,
      records: [['state', state]],
      warnings: text === undefined ? [] : [`${text.length} bytes`],
    }
  },
  async preview({ files }): Promise<Preview | Refused> {
    const file = files.get('file')
    const text = new TextDecoder().decode(file?.read(0, file.size))
    return text.startsWith('bad')
      ? { refused: { field: 'file', detail: 'it begins with bad', unparseable: true } }
      : { length: text.length }
  },
  open: (store) => world(store.get('state') as EchoWorld['state']),
  greet(_world, _host, peer) {
    peer.send('welcome')
    return silent
  },
  view: ({ state }) => ({
    ...state,
    markup: '<script>alert("view")</script>',
    scores: [
      { who: '<b>ann</b>', nodeCount: 3, crowned: false },
      { who: 'bob', nodeCount: 5, crowned: true },
    ],
  }),
  watch: () => ({ whole: () => ['["grey"]'], changes: () => [], end() {} }),
  picture: () => ({ width: 2, height: 1, rgb: new Uint8Array([255, 0, 0, 0, 0, 255]) }),
  publicIds: { shownAs: 'outside', names: ['room', 'guest'] },
  sharedIds: { kind: 'shape', of: ({ state }) => [`shape-of-${state.colour}`, 'x'.repeat(65)] },
  readings: {
    shape: {
      path: 'shapes/:shape',
      says: 'What everybody has who has it.',
      aliases: [{ path: '/old/shapes/:id', id: 'shape' }],
      keptFor: 60,
      read: ({ state }, { id = '', shape = id }) =>
        shape === `shape-of-${state.colour}` ? JSON.stringify({ shape }) : undefined,
    },
    plain: {
      path: 'plain',
      says: 'The colour itself.',
      keptFor: 60,
      read: ({ state }) => JSON.stringify({ colour: state.colour }),
    },
    colour: {
      path: 'colour/:shade',
      says: 'The colour in a shade.',
      aliases: [{ path: '/old/colour/:id/:shade', id: 'guest' }],
      keptFor: 60,
      read: ({ state }, { shade }, room) =>
        shade === 'none'
          ? undefined
          : JSON.stringify({ colour: `${shade} ${state.colour}`, ports: room.ports, url: room.url }),
    },
  },
  pages: {
    shade: {
      called: 'Shades',
      path: 'shades/:shade',
      aliases: [{ path: '/old/shades/:id/:shade', id: 'guest' }],
      reading: 'colour',
      show: async (reading, { path, title, query }) => ({
        title: 'A shade',
        content: html`<p data-seen="shade">${JSON.parse(reading).colour} of ${title} at ${path}, ${query.find ?? ''}</p>`,
        ...('bare' in query && { bare: true }),
      }),
    },
    play: {
      path: 'play',
      show: async (reading, { path, servers: [elsewhere] }) => ({
        title: 'Echoes',
        player: true,
        ...(elsewhere !== undefined && { speaksWith: elsewhere }),
        scripts: ['copy'],
        content: html`<div data-play="${path}">made of ${reading || 'nothing'}</div>`,
      }),
    },
  },
  thin: {
    subprotocol: 'shades',
    most: () => 1,
    file: 'land.txt',
    // Its screen is shown what the room says.
    begin: (_asked, _file, around) => {
      around.come()
      return {
        ...{ entered() {}, told: around.show, left: (reason) => reason },
        done() {},
        minds() {},
        gone() {},
      }
    },
  },
  handOut: (bytes, connect) => new TextEncoder().encode(`${new TextDecoder().decode(bytes)} ${connect}`),
  fork: ({ state }, from) => ({
    options: { colour: state.colour ?? 'grey' },
    files: [{ field: 'file', name: 'again.txt', bytes: new TextEncoder().encode(`forked from ${from}`) }],
  }),
  console: {
    say: ({ state }, line) => (line === 'nothing' ? [] : [`${state.colour}: ${line}`]),
    logged: (line) => line.replace('hush', '…'),
    reading: 'plain',
    forms: async () => [
      {
        title: 'Usual',
        content: html`<input name="word" /><button name="line" value="/paint">Paint</button>`,
      },
    ],
  },
  configure: (_world, options) =>
    changeOptions(optionTable, options, { ...usualOptions(optionTable), fails: false }),
  files: () => [
    { name: 'land.txt', type: 'text/plain', unchanging: true, body: () => 'sea and land, '.repeat(500) },
    { name: 'crypt.txt', type: 'text/plain', unchanging: true, secret: true, body: () => 'bones' },
    {
      name: 'chart.bin',
      type: 'application/octet-stream',
      unchanging: true,
      body: () => new TextEncoder().encode('chart of'),
    },
    {
      name: 'bell.bin',
      type: 'application/octet-stream',
      unchanging: true,
      body: () => ({ made: 'bell.bin' }),
    },
    { name: 'map.txt', type: 'text/plain; charset=utf-8', body: () => 'x marks the spot' },
    {
      name: 'seed.bin',
      type: 'application/octet-stream',
      secret: true,
      body: () => new Uint8Array([1, 2, 3]),
    },
  ],
}

export const quiet: Game = {
  slug: 'quiet',
  title: 'Quiet',
  version: 1,
  options: {},
  listen: [],
  limits,
  found: async ({ options }) => ({ options, records: [], warnings: [] }),
  open: () => world({}),
  greet: () => silent,
  view: () => ({}),
}

export const games: readonly Game[] = [echo as Game, quiet]
