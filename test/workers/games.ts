// Two games for the Worker's tests: one with every door, one with none.
import { html } from 'hono/html'
import type { Game, Json, UploadPreview, Refusal, Session, World } from '../../games/game.ts'
import { isRefusal } from '../../games/refused.ts'
import { updateOptions, parseOptions, defaultOptionsOf } from '../../games/shared/options/read.ts'
import type { OptionTable } from '../../games/shared/options/table.ts'

interface EchoWorld extends World {
  readonly state: { readonly [key: string]: Json }
}

const silent: Session = {
  receive() {},
  onResumed() {},
  onClosed() {},
  resumeState: undefined,
}

const limits: Game['limits'] = () => ({
  messagesPerSecond: 0,
  messageBurst: 0,
  bytesPerSecond: 0,
  maxFrameBytes: 1000,
  windowBytes: 65_536,
  maxSessions: 7,
  maxSessionsPerAddress: 4,
  idleTimeoutMs: 0,
})

const world = (state: EchoWorld['state']): EchoWorld => ({
  players: 0,
  isOccupied: false,
  capacity: 7,
  tickMs: 0,
  tick() {},
  state,
})

const secret = { type: 'text', min: 1, max: 128, nullable: true, defaultValue: null, secret: true } as const

const optionTable = {
  colour: { type: 'text', min: 1, max: 1000, defaultValue: 'grey', description: 'Of the room.' },
  key: { ...secret, description: 'To nothing.' },
  password: { ...secret, description: 'Nobody asks for it.' },
  fails: { type: 'boolean', defaultValue: false, createOnly: true, description: 'Whether the founding throws.' },
} as const satisfies OptionTable

/** In so many parts a file is founded that begins `parts`. */
const parts = 4

/** A file that begins `bad` is refused; of one that is `parts bad` the last part is. */
export const echoGame: Game<EchoWorld> = {
  slug: 'echo',
  title: 'Echo',
  version: 1,
  options: optionTable,
  webClients: ['https://echo-client.test'],
  listeners: [
    { transport: 'tcp', port: 7, framing: { at: 0, length: 'u16be', plus: 2, max: 1000 } },
    { transport: 'dispatch', port: 80, document: 'where.txt' },
    { transport: 'udp', port: 7, supersedePrefix: new Uint8Array([1, 2, 255]) },
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
  async createRoom({ options: given, files, continuation }) {
    const options = parseOptions(optionTable, given)
    if (isRefusal(options)) return options
    if (options.fails) throw new Error('a secret of the machine room: /srv/echo')
    const file = files.get('file')
    const text = file && new TextDecoder().decode(file.read(0, file.size))
    if (text?.startsWith('bad')) return { refused: { field: 'file', detail: 'it begins with bad' } }
    const done = Number(continuation ?? 0) + 1
    if (text?.startsWith('parts') && done < parts)
      return { records: [[`part/${done}`, done]], inProgress: { continuation: done, progress: done / parts } }
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
  async previewUploads({ files }): Promise<UploadPreview | Refusal> {
    const file = files.get('file')
    const text = new TextDecoder().decode(file?.read(0, file.size))
    return text.startsWith('bad')
      ? { refused: { field: 'file', detail: 'it begins with bad', unparseable: true } }
      : { length: text.length }
  },
  openWorld: (store) => world(store.get('state') as EchoWorld['state']),
  openSession(_world, _host, peer) {
    peer.send('welcome')
    return silent
  },
  publicState: ({ state }) => ({
    ...state,
    markup: '<script>alert("view")</script>',
    scores: [
      { who: '<b>ann</b>', nodeCount: 3, crowned: false },
      { who: 'bob', nodeCount: 5, crowned: true },
    ],
  }),
  createSpectatorFeed: () => ({ snapshot: () => ['["grey"]'], delta: () => [], onNoSpectators() {} }),
  drawPicture: () => ({ width: 2, height: 1, rgb: new Uint8Array([255, 0, 0, 0, 0, 255]) }),
  publicIds: { apiField: 'outside', names: ['room', 'guest'] },
  sharedIds: { kind: 'shape', idsOf: ({ state }) => [`shape-of-${state.colour}`, 'x'.repeat(65)] },
  endpoints: {
    shape: {
      path: 'shapes/:shape',
      description: 'What everybody has who has it.',
      aliases: [{ path: '/old/shapes/:id', id: 'shape' }],
      maxAgeSeconds: 60,
      respond: ({ state }, { id = '', shape = id }) =>
        shape === `shape-of-${state.colour}` ? JSON.stringify({ shape }) : undefined,
    },
    plain: {
      path: 'plain',
      description: 'The colour itself.',
      maxAgeSeconds: 60,
      respond: ({ state }) => JSON.stringify({ colour: state.colour }),
    },
    colour: {
      path: 'colour/:shade',
      description: 'The colour in a shade.',
      aliases: [{ path: '/old/colour/:id/:shade', id: 'guest' }],
      maxAgeSeconds: 60,
      respond: ({ state }, { shade }, room) =>
        shade === 'none'
          ? undefined
          : JSON.stringify({ colour: `${shade} ${state.colour}`, ports: room.ports, url: room.url }),
    },
  },
  pages: {
    shade: {
      navTitle: 'Shades',
      path: 'shades/:shade',
      aliases: [{ path: '/old/shades/:id/:shade', id: 'guest' }],
      endpoint: 'colour',
      render: async (reading, { path, title, query }) => ({
        title: 'A shade',
        content: html`<p data-seen="shade">${JSON.parse(reading).colour} of ${title} at ${path}, ${query.find ?? ''}</p>`,
        ...('bare' in query && { withoutLayout: true }),
      }),
    },
    play: {
      path: 'play',
      render: async (reading, { path, servers: [elsewhere] }) => ({
        title: 'Echoes',
        fillsWindow: true,
        ...(elsewhere !== undefined && { connectsTo: elsewhere }),
        scripts: ['copy'],
        content: html`<div data-play="${path}">made of ${reading || 'nothing'}</div>`,
      }),
    },
  },
  remoteClients: {
    subprotocol: 'shades',
    maxClients: () => 1,
    fileName: 'land.txt',
    // Its screen is shown what the room says.
    createClient: (_asked, _file, around) => {
      around.connect()
      return {
        ...{ onConnected() {}, onFrame: around.sendToScreen, onDisconnected: (reason) => reason },
        onScreenMessage() {},
        tick() {},
        onScreenClosed() {},
      }
    },
  },
  transformFile: (bytes, connect) => new TextEncoder().encode(`${new TextDecoder().decode(bytes)} ${connect}`),
  fork: ({ state }, from) => ({
    options: { colour: state.colour ?? 'grey' },
    files: [{ field: 'file', name: 'again.txt', bytes: new TextEncoder().encode(`forked from ${from}`) }],
  }),
  ownerConsole: {
    execute: ({ state }, line) => (line === 'nothing' ? [] : [`${state.colour}: ${line}`]),
    redact: (line) => line.replace('hush', '…'),
    endpoint: 'plain',
    renderForms: async () => [
      {
        title: 'Usual',
        content: html`<input name="word" /><button name="line" value="/paint">Paint</button>`,
      },
    ],
  },
  applyOptions: (_world, options) =>
    updateOptions(optionTable, options, { ...defaultOptionsOf(optionTable), fails: false }),
  files: () => [
    { name: 'land.txt', type: 'text/plain', immutable: true, body: () => 'sea and land, '.repeat(500) },
    { name: 'crypt.txt', type: 'text/plain', immutable: true, secret: true, body: () => 'bones' },
    {
      name: 'chart.bin',
      type: 'application/octet-stream',
      immutable: true,
      body: () => new TextEncoder().encode('chart of'),
    },
    {
      name: 'bell.bin',
      type: 'application/octet-stream',
      immutable: true,
      body: () => ({ assetName: 'bell.bin' }),
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

export const quietGame: Game = {
  slug: 'quiet',
  title: 'Quiet',
  version: 1,
  options: {},
  listeners: [],
  limits,
  createRoom: async ({ options }) => ({ options, records: [], warnings: [] }),
  openWorld: () => world({}),
  openSession: () => silent,
  publicState: () => ({}),
}

export const games: readonly Game[] = [echoGame as Game, quietGame]
