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

export class Client {
  readonly events = new Events<Told>()
  readonly door: Door
  readonly making: Making
  readonly map: SeenMap
  readonly faces: Faces
  readonly animations = new Animations()
  readonly items: Items
  readonly stats = new Stats(this.events)
  readonly spells = new Spells(this.events)
  readonly messages = new Messages(this.events)
  readonly notices = new Notices(this.events)
  readonly commands: Commands
  readonly #settings: ClientSettings
  #view = { width: 17, height: 13 }
  #asked: string | undefined
  #tick = 0
  #song = ''
  #pickup = 0
  #serverSays: number | undefined

  constructor(settings: ClientSettings) {
    const send = (packet: FromClient) => this.#send(packet)
    this.#settings = settings
    this.door = new Door(this.events, send)
    this.making = new Making(this.events, send)
    this.map = new SeenMap(this.events, send)
    this.faces = new Faces(this.events, send)
    this.items = new Items(this.events, send)
    this.commands = new Commands(this.events, send, settings.now)
  }

  /** The last that was told. */
  get tick(): number {
    return this.#tick
  }

  get song(): string {
    return this.#song
  }

  get pickupMode(): number {
    return this.#pickup
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
    const packet = readFromServer(frame)
    if (packet?.type === 'misread')
      this.messages.note(`The server said something that is no packet: ${packet.why}`)
    else if (packet) this.#take(packet)
  }

  #send(packet: FromClient): void {
    this.#settings.send(new Uint8Array(fromClient.encode(packet)))
  }

  // ---- What is agreed on -------------------------------------------------------------------------------------------

  #take(packet: FromServer): void {
    switch (packet.type) {
      case 'version':
        return this.#greeted(packet.cs)
      case 'setup':
        return this.#agreed(new Map(packet.settings.map(({ key, value }) => [key, value])))
      case 'replyinfo':
        return this.#informed(packet)
      case 'goodbye':
        this.events.tell('ended', 'The server has said goodbye.')
        return this.door.ended()
      case 'comc':
        return this.commands.done(packet.packet, packet.time)
      case 'tick':
        this.#tick = packet.tick
        this.map.ticked(packet.tick)
        return this.events.tell('tick', packet.tick)
      default:
        return this.#takeEntrance(packet)
    }
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
    const data = reply.data ?? []
    switch (reply.info) {
      case 'skill_info':
        return this.stats.skillsNamed(data as readonly string[])
      case 'exp_table':
        return this.stats.levelsTold(data as readonly number[])
      case 'spell_paths':
        return this.spells.pathsTold(data as readonly string[])
      case 'motd':
      case 'news':
      case 'rules':
        return this.notices.told(reply.info, typeof data === 'string' ? data : '')
      default:
        return this.making.told({ ...reply, data } as typeof reply)
    }
  }

  // ---- What is told ------------------------------------------------------------------------------------------------

  #takeEntrance(packet: FromServer): void {
    switch (packet.type) {
      case 'accountplayers':
        return this.door.charactersTold(packet.characters)
      case 'failure':
        return this.door.failed(packet)
      case 'query':
        return this.door.asked(packet.flags, packet.text)
      case 'addme_failed':
        return this.events.tell('ended', 'The server lets nobody in.')
      case 'player':
        return this.#plays(packet)
      default:
        return this.#takeScene(packet)
    }
  }

  /** [CF-8.2] The server tells all of him anew. */
  #plays(self: Self): void {
    this.items.begun()
    this.stats.begun()
    this.spells.begun()
    this.notices.begun()
    this.items.playerTold(self)
    this.door.playing()
  }

  #takeScene(packet: FromServer): void {
    switch (packet.type) {
      case 'newmap':
        return this.map.begun()
      case 'map2':
        return this.map.told(packet)
      case 'map_scroll':
        return this.map.scrolled(packet.dx, packet.dy)
      case 'magicmap':
        return this.events.tell('magicMap', { ...packet, cells: packet.data.slice() })
      case 'face2':
        return this.faces.named(packet.face, packet.name, packet.checksum)
      case 'image2':
      case 'image':
        return this.faces.heard(packet.face, packet.data)
      case 'anim':
        return this.animations.heard(packet.anim, packet.faces)
      case 'stats':
        return this.stats.told(packet.stats)
      case 'drawextinfo':
        return this.messages.heard(packet.kind, packet.subtype, packet.colour, packet.text)
      case 'drawinfo':
        return this.messages.heard(0, 0, packet.colour, packet.text)
      default:
        return this.#takeThings(packet)
    }
  }

  #takeThings(packet: FromServer): void {
    switch (packet.type) {
      case 'item2':
        return this.items.told(packet.location, packet.items)
      case 'upditem':
        return this.items.changed(packet)
      case 'delitem':
        return this.items.gone(packet.tags)
      case 'delinv':
        return this.items.emptied(packet.tag)
      case 'pickup':
        this.#pickup = packet.mode
        return this.events.tell('pickup', packet.mode)
      case 'addspell':
        return this.spells.told(packet.spells)
      case 'updspell':
        return this.spells.changed(packet)
      case 'delspell':
        return this.spells.gone(packet.tag)
      case 'sound2':
        return this.events.tell('sound', {
          ...packet,
          action: readable(packet.action),
          name: readable(packet.name),
        })
      case 'music':
        this.#song = packet.song === 'NONE' ? '' : readable(packet.song)
        return this.events.tell('music', this.#song)
      case 'addquest':
        return this.notices.questsTold(packet.quests)
      case 'updquest':
        return this.notices.questGoesOn(packet)
      case 'addknowledge':
        return this.notices.learnt(packet.items)
    }
  }
}
