// A Crossfire client of today without a screen: it says what clients say, and keeps what it is told, each subject in a
// part of its own. It knows no DOM and no socket: a page gives it both, a test neither.
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
  /** One packet, a WebSocket message of its own. */
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Milliseconds that never go back. */
  now(): number
}

/** Labels come to who understands servers of 1030. [CF-5.12] */
const version = { cs: 1023, sc: 1030, info: 'Packetboat in a browser' } as const
/** What is asked for before anything else; the view comes besides. */
const wishes = {
  ...{ map2cmd: '1', tick: '1', sound2: '3', darkness: '1', spellmon: '2', faceset: '0', facecache: '1' },
  ...{ want_pickup: '1', loginmethod: '2', newmapcmd: '1', extended_stats: '1', notifications: '2' },
  ...{ num_look_objects: '50' },
}
const asked = ['skill_info', 'exp_table', 'spell_paths', 'motd', 'news', 'rules'] as const

/** What is done with each packet; one that is not here says nothing to a player. */
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
  /** The last that was told. */
  tick = 0
  song = ''
  pickupMode = 0
  #serverSays: number | undefined
  /** Something was said since the server was heard last. */
  #asks = false

  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /** The server should be saying something: it ticks while somebody plays, and answers everything at the door. */
  get awaits(): boolean {
    return this.door.stage === 'playing' || this.#asks
  }

  // ---- The connection ----------------------------------------------------------------------------------------------

  /** There is a connection, and nothing was said over it. [CF-2.1] */
  begun(): void {
    this.#serverSays = undefined
    this.#asked = undefined
    this.faces.begun()
    this.making.begun()
    this.#send({ type: 'version', ...version })
  }

  /** It is gone; `begun` when there is another. */
  lost(): void {
    this.door.lost()
  }

  /** So much of the map is to be told of, in cells, as far as a server has it; also while somebody plays. */
  wantView(width: number, height: number): void {
    const within = (side: number) => Math.min(viewSides.most, Math.max(viewSides.least, Math.floor(side)))
    const view = { width: within(width), height: within(height) }
    if (view.width === this.#view.width && view.height === this.#view.height) return
    this.#view = view
    if (this.#serverSays !== undefined) this.#askView()
  }

  /** One packet. What is not known is skipped [CF-1.5], and so is what cannot be read: the next one may be well. */
  heard(frame: Uint8Array): void {
    this.#asks = false
    const packet = readFromServer(frame)
    if (packet?.type === 'misread')
      this.messages.note(`The server said something that is no packet: ${packet.why}`)
    else if (packet) this.#take(packet)
  }

  #send(packet: FromClient): void {
    // Of what is no face nobody answers. [CF-11.12]
    if (packet.type !== 'askface') this.#asks = true
    this.#settings.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- What is agreed on -------------------------------------------------------------------------------------------

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

  /** [CF-3.10] Some servers answer a size that is too large with their largest, and change nothing: they are asked again. */
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

  // ---- What is told ------------------------------------------------------------------------------------------------

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

  /** [CF-8.2] The server tells all of him anew. */
  #plays(self: Self): void {
    for (const part of [this.items, this.stats, this.spells, this.notices]) part.begun()
    this.items.playerTold(self)
    this.door.playing()
  }
}
