// A Crossfire client of today without a screen: it sends what clients send and keeps what it receives, one part per
// subject. It knows no DOM and no socket: the page provides both, and tests need neither.
import type { FromClient, FromServer } from '../../packets.ts'
import { fromClient, readFromServer } from '../../packets.ts'
import { Animations } from './animations.ts'
import { Commands } from './commands.ts'
import { Door } from './door.ts'
import { Events } from './events.ts'
import { Faces } from './faces.ts'
import { Items } from './items.ts'
import { Making } from './making.ts'
import { SeenMap, viewSides } from './map.ts'
import { Messages } from './messages.ts'
import { Notices } from './notices.ts'
import { Spells } from './spells.ts'
import { Stats } from './stats.ts'
import type { Self, Told } from './told.ts'
import { readable } from './words.ts'

export interface ClientSettings {
  /** Sends one packet as a WebSocket message. */
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Monotonic milliseconds. */
  now(): number
}

/** Servers send labels to clients that report 1030 or newer. [CF-5.12] */
const version = { cs: 1023, sc: 1030, info: 'Packetboat in a browser' } as const
/** Settings sent first; the view size is sent separately. */
const wishes = {
  ...{ map2cmd: '1', tick: '1', sound2: '3', darkness: '1', spellmon: '2', faceset: '0', facecache: '1' },
  ...{ want_pickup: '1', loginmethod: '2', newmapcmd: '1', extended_stats: '1', notifications: '2' },
  ...{ num_look_objects: '50' },
}
const asked = ['skill_info', 'exp_table', 'spell_paths', 'motd', 'news', 'rules'] as const

/** Handlers by packet type. Packets without one mean nothing to a player. */
type Takes = {
  readonly [T in FromServer['type']]?: (packet: Extract<FromServer, { readonly type: T }>) => void
}

export class Client {
  readonly #settings: ClientSettings
  readonly events = new Events<Told>()
  readonly #part = [this.events, (packet: FromClient) => this.#send(packet)] as const
  readonly door = new Door(...this.#part)
  readonly making = new Making(...this.#part)
  readonly map = new SeenMap(...this.#part)
  readonly faces = new Faces(...this.#part)
  readonly animations = new Animations()
  readonly items = new Items(...this.#part)
  readonly stats = new Stats(...this.#part)
  readonly spells = new Spells(...this.#part)
  readonly messages = new Messages(...this.#part)
  readonly notices = new Notices(...this.#part)
  readonly commands = new Commands(...this.#part, () => this.#settings.now())
  #view = { width: 17, height: 13 }
  #asked: string | undefined
  /** The last tick received. */
  tick = 0
  song = ''
  pickupMode = 0
  #serverSays: number | undefined
  /** Something was sent since the last packet from the server. */
  #asks = false

  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /** Whether a packet from the server is due: it ticks during play, and answers every request during login. */
  get awaits(): boolean {
    return this.door.stage === 'playing' || this.#asks
  }

  // ---- The connection ----------------------------------------------------------------------------------------------

  /** Connected, and nothing was sent yet. [CF-2.1] */
  begun(): void {
    this.#serverSays = undefined
    this.#asked = undefined
    this.faces.begun()
    this.making.begun()
    this.#send({ type: 'version', ...version })
  }

  /** Disconnected; `begun` follows after a reconnect. */
  lost(): void {
    this.door.lost()
  }

  /** Requests a view size in cells, within the server's limits. Also during play. */
  wantView(width: number, height: number): void {
    const within = (side: number) => Math.min(viewSides.most, Math.max(viewSides.least, Math.floor(side)))
    const view = { width: within(width), height: within(height) }
    if (view.width === this.#view.width && view.height === this.#view.height) return
    this.#view = view
    if (this.#serverSays !== undefined) this.#askView()
  }

  /** Handles one packet. Skips unknown ones [CF-1.5] and malformed ones: the next packet may be valid. */
  heard(frame: Uint8Array): void {
    this.#asks = false
    const packet = readFromServer(frame)
    if (packet?.type === 'misread')
      this.messages.note(`The server said something that is no packet: ${packet.why}`)
    else if (packet) this.#take(packet)
  }

  #send(packet: FromClient): void {
    // Servers do not answer requests for invalid faces. [CF-11.12]
    if (packet.type !== 'askface') this.#asks = true
    this.#settings.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- Negotiation ------------------------------------------------------------------------------------------------

  #take(packet: FromServer): void {
    const take = this.#takes[packet.type] as ((packet: FromServer) => void) | undefined
    take?.(packet)
  }

  #greeted(cs: number): void {
    this.#serverSays = cs
    this.commands.begun(cs)
    const settings = Object.entries(wishes).map(([key, value]) => ({ key, value }))
    this.#send({ type: 'setup', settings })
    this.#askView()
    for (const info of asked)
      this.#send({ type: 'requestinfo', info, ...(info === 'skill_info' && { options: '1' }) })
  }

  #askView(): void {
    const value = `${this.#view.width}x${this.#view.height}`
    this.#asked = value
    this.#send({ type: 'setup', settings: [{ key: 'mapsize', value }] })
  }

  #agreed(answers: ReadonlyMap<string, string>): void {
    if (answers.get('map2cmd') === 'FALSE' || answers.get('tick') === 'FALSE')
      this.events.tell('ended', 'This server speaks an older protocol than this client.')
    const view = answers.get('mapsize')
    if (view !== undefined) this.#viewAgreed(view)
    const login = answers.get('loginmethod')
    if (login !== undefined) this.door.begun(Number(login) >= 1)
  }

  /** [CF-3.10] Some servers answer a size that is too large with their maximum but do not apply it: ask again. */
  #viewAgreed(answer: string): void {
    const [width = 0, height = 0] = answer.split('x').map(Number)
    if (!(width > 0 && height > 0)) return
    if (answer === this.#asked || this.#asked === undefined) return this.map.resized(width, height)
    this.#view = { width: Math.min(width, this.#view.width), height: Math.min(height, this.#view.height) }
    const again = `${this.#view.width}x${this.#view.height}`
    if (again === this.#asked) return this.map.resized(this.#view.width, this.#view.height)
    this.#askView()
  }

  #informed(reply: Extract<FromServer, { readonly type: 'replyinfo' }>): void {
    const { info, data = [] } = reply
    if (info === 'skill_info') this.stats.skillsNamed(data as readonly string[])
    else if (info === 'exp_table') this.stats.levelsTold(data as readonly number[])
    else if (info === 'spell_paths') this.spells.pathsTold(data as readonly string[])
    else if (info === 'motd' || info === 'news' || info === 'rules')
      this.notices.told(info, typeof data === 'string' ? data : '')
    else this.making.told({ ...reply, data } as typeof reply)
  }

  // ---- Packet handlers --------------------------------------------------------------------------------------------

  readonly #takes: Takes = {
    version: ({ cs }) => this.#greeted(cs),
    setup: ({ settings }) => this.#agreed(new Map(settings.map(({ key, value }) => [key, value]))),
    replyinfo: (reply) => this.#informed(reply),
    goodbye: () => {
      this.events.tell('ended', 'The server has said goodbye.')
      this.door.ended()
    },
    comc: ({ packet, time }) => this.commands.done(packet, time),
    tick: ({ tick }) => {
      this.tick = tick
      this.map.ticked(tick)
      this.events.tell('tick', tick)
    },
    accountplayers: ({ characters }) => this.door.charactersTold(characters),
    failure: (failure) => this.door.failed(failure),
    query: ({ flags, text }) => this.door.asked(flags, text),
    addme_failed: () => this.events.tell('ended', 'The server lets nobody in.'),
    player: (self) => this.#plays(self),
    newmap: () => this.map.begun(),
    map2: (packet) => this.map.told(packet),
    map_scroll: ({ dx, dy }) => this.map.scrolled(dx, dy),
    magicmap: (map) => this.events.tell('magicMap', { ...map, cells: map.data.slice() }),
    face2: ({ face, name, checksum }) => this.faces.named(face, name, checksum),
    image: ({ face, data }) => this.faces.heard(face, data),
    image2: ({ face, data }) => this.faces.heard(face, data),
    anim: ({ anim, faces }) => this.animations.heard(anim, faces),
    stats: ({ stats }) => this.stats.told(stats),
    drawextinfo: ({ kind, subtype, colour, text }) => this.messages.heard(kind, subtype, colour, text),
    drawinfo: ({ colour, text }) => this.messages.heard(0, 0, colour, text),
    item2: ({ location, items }) => this.items.told(location, items),
    upditem: (update) => this.items.changed(update),
    delitem: ({ tags }) => this.items.gone(tags),
    delinv: ({ tag }) => this.items.emptied(tag),
    pickup: ({ mode }) => {
      this.pickupMode = mode
      this.events.tell('pickup', mode)
    },
    addspell: ({ spells }) => this.spells.told(spells),
    updspell: (update) => this.spells.changed(update),
    delspell: ({ tag }) => this.spells.gone(tag),
    sound2: (sound) =>
      this.events.tell('sound', { ...sound, action: readable(sound.action), name: readable(sound.name) }),
    music: ({ song }) => {
      this.song = song === 'NONE' ? '' : readable(song)
      this.events.tell('music', this.song)
    },
    addquest: ({ quests }) => this.notices.questsTold(quests),
    updquest: (update) => this.notices.questGoesOn(update),
    addknowledge: ({ items }) => this.notices.learnt(items),
  }

  /** [CF-8.2] The server sends the whole state of the player again. */
  #plays(self: Self): void {
    for (const part of [this.items, this.stats, this.spells, this.notices]) part.begun()
    this.items.playerTold(self)
    this.door.playing()
  }
}
