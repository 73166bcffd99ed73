// A current Crossfire client without a screen, a DOM or a socket. The page provides all three.
import type { FromClient, FromServer } from '../../protocol/packets/index.ts'
import { decodeFromServer, fromClient } from '../../protocol/packets/index.ts'
import type { ClientEvents, PlayerPacket } from './core/client-event.ts'
import { EventEmitter } from './core/event-emitter.ts'
import { decodeText } from './core/text.ts'
import { Animations } from './state/animations.ts'
import { CharacterCreation } from './state/character-creation.ts'
import { CommandSender } from './state/commands.ts'
import { FaceCache } from './state/faces.ts'
import { Items } from './state/items.ts'
import { LoginState } from './state/login-state.ts'
import { ClientMap, viewSideLimits } from './state/map.ts'
import { MessageHistory } from './state/messages.ts'
import { RoomNotices } from './state/notices.ts'
import { SpellList } from './state/spells.ts'
import { ClientStats } from './state/stats.ts'

export interface ClientOptions {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Monotonic milliseconds. */
  now(): number
}

/** Servers send labels only to clients that report server version 1030 or newer. [CF-5.12] */
const version = { cs: 1023, sc: 1030, info: 'Packetboat in a browser' } as const
/** The client requests these keys first, and the view size separately. */
const setupKeys = {
  ...{ map2cmd: '1', tick: '1', sound2: '3', darkness: '1', spellmon: '2', faceset: '0', facecache: '1' },
  ...{ want_pickup: '1', loginmethod: '2', newmapcmd: '1', extended_stats: '1', notifications: '2' },
  ...{ num_look_objects: '50' },
}
const requestedInfo = ['skill_info', 'exp_table', 'spell_paths', 'motd', 'news', 'rules'] as const

/** Packets without a handler are ignored. */
type PacketHandlers = {
  readonly [T in FromServer['type']]?: (packet: Extract<FromServer, { readonly type: T }>) => void
}

export class Client {
  readonly #settings: ClientOptions
  readonly events = new EventEmitter<ClientEvents>()
  readonly #context = [this.events, (packet: FromClient) => this.#send(packet)] as const
  readonly login = new LoginState(...this.#context)
  readonly characterCreation = new CharacterCreation(...this.#context)
  readonly map = new ClientMap(...this.#context)
  readonly faces = new FaceCache(...this.#context)
  readonly animations = new Animations()
  readonly items = new Items(...this.#context)
  readonly stats = new ClientStats(...this.#context)
  readonly spells = new SpellList(...this.#context)
  readonly messages = new MessageHistory(...this.#context)
  readonly notices = new RoomNotices(...this.#context)
  readonly commands = new CommandSender(...this.#context, () => this.#settings.now())
  #view = { width: 17, height: 13 }
  #askedView: string | undefined
  /** Number of the last tick that the server sent. */
  tick = 0
  song = ''
  pickupMode = 0
  #serverVersion: number | undefined
  /** True from a request until the next packet from the server. */
  #hasUnansweredRequest = false

  constructor(settings: ClientOptions) {
    this.#settings = settings
  }

  /** Servers send ticks during play, and answer every request during login. */
  get pendingPacket(): boolean {
    return this.login.stage === 'playing' || this.#hasUnansweredRequest
  }

  /** Call this method on each new connection, before any other that sends. [CF-2.1] */
  onConnected(): void {
    this.#serverVersion = undefined
    this.#askedView = undefined
    this.faces.reset()
    this.characterCreation.reset()
    this.#send({ type: 'version', ...version })
  }

  /** The page calls `onConnected` after each reconnect. */
  onDisconnected(): void {
    this.login.onDisconnected()
  }

  /**
   * `width` and `height` are in cells, and are clamped to limits that all servers support. The page can call this
   * method during play, too.
   */
  requestViewSize(width: number, height: number): void {
    const within = (side: number) =>
      Math.min(viewSideLimits.max, Math.max(viewSideLimits.min, Math.floor(side)))
    const view = { width: within(width), height: within(height) }
    if (view.width === this.#view.width && view.height === this.#view.height) return
    this.#view = view
    if (this.#serverVersion !== undefined) this.#sendViewRequest()
  }

  /** Unknown [CF-1.5] and malformed packets are skipped, because the next packet may be valid. */
  handleFrame(frame: Uint8Array): void {
    this.#hasUnansweredRequest = false
    const packet = decodeFromServer(frame)
    if (packet?.type === 'misread')
      this.messages.addLocal(`Skipped an invalid packet from the server: ${packet.reason}`)
    else if (packet) this.#handlePacket(packet)
  }

  #send(packet: FromClient): void {
    // Servers do not answer requests for faces that do not exist. [CF-11.12]
    if (packet.type !== 'askface') this.#hasUnansweredRequest = true
    this.#settings.send(new Uint8Array(fromClient.encode(packet)))
  }

  #handlePacket(packet: FromServer): void {
    const take = this.#handlers[packet.type] as ((packet: FromServer) => void) | undefined
    take?.(packet)
  }

  #onVersion(cs: number): void {
    this.#serverVersion = cs
    this.commands.reset(cs)
    const settings = Object.entries(setupKeys).map(([key, value]) => ({ key, value }))
    this.#send({ type: 'setup', settings })
    this.#sendViewRequest()
    for (const info of requestedInfo)
      this.#send({ type: 'requestinfo', info, ...(info === 'skill_info' && { options: '1' }) })
  }

  #sendViewRequest(): void {
    const value = `${this.#view.width}x${this.#view.height}`
    this.#askedView = value
    this.#send({ type: 'setup', settings: [{ key: 'mapsize', value }] })
  }

  #onSetup(answers: ReadonlyMap<string, string>): void {
    if (answers.get('map2cmd') === 'FALSE' || answers.get('tick') === 'FALSE')
      this.events.emit('ended', 'This server’s protocol is too old for this client.')
    const view = answers.get('mapsize')
    if (view !== undefined) this.#onViewSize(view)
    const login = answers.get('loginmethod')
    if (login !== undefined) this.login.onConnected(Number(login) >= 1)
  }

  /**
   * [CF-3.10] If a size is too large, some servers answer with their maximum but do not apply the maximum, so request
   * it explicitly.
   */
  #onViewSize(answer: string): void {
    const [width = 0, height = 0] = answer.split('x').map(Number)
    if (!(width > 0 && height > 0)) return
    if (answer === this.#askedView || this.#askedView === undefined) return this.map.onResize(width, height)
    this.#view = { width: Math.min(width, this.#view.width), height: Math.min(height, this.#view.height) }
    const again = `${this.#view.width}x${this.#view.height}`
    if (again === this.#askedView) return this.map.onResize(this.#view.width, this.#view.height)
    this.#sendViewRequest()
  }

  #onReplyInfo(reply: Extract<FromServer, { readonly type: 'replyinfo' }>): void {
    const { info, data = [] } = reply
    if (info === 'skill_info') this.stats.onSkillInfo(data as readonly string[])
    else if (info === 'exp_table') this.stats.onExperienceTable(data as readonly number[])
    else if (info === 'spell_paths') this.spells.onSpellPaths(data as readonly string[])
    else if (info === 'motd' || info === 'news' || info === 'rules')
      this.notices.onText(info, typeof data === 'string' ? data : '')
    else this.characterCreation.onReplyInfo({ ...reply, data } as typeof reply)
  }

  readonly #handlers: PacketHandlers = {
    version: ({ cs }) => this.#onVersion(cs),
    setup: ({ settings }) => this.#onSetup(new Map(settings.map(({ key, value }) => [key, value]))),
    replyinfo: (reply) => this.#onReplyInfo(reply),
    goodbye: () => {
      this.events.emit('ended', 'The server ended the session.')
      this.login.onEnd()
    },
    comc: ({ packet, time }) => this.commands.onAcknowledged(packet, time),
    tick: ({ tick }) => {
      this.tick = tick
      this.map.onTick(tick)
      this.events.emit('tick', tick)
    },
    accountplayers: ({ characters }) => this.login.onCharacters(characters),
    failure: (failure) => this.login.onFailure(failure),
    query: ({ flags, text }) => this.login.onQuery(flags, text),
    addme_failed: () => this.events.emit('ended', 'The server accepts no players.'),
    player: (self) => this.#onEnteredGame(self),
    newmap: () => this.map.reset(),
    map2: (packet) => this.map.onCells(packet),
    map_scroll: ({ dx, dy }) => this.map.onScroll(dx, dy),
    magicmap: (map) => this.events.emit('magicMap', { ...map, cells: map.data.slice() }),
    face2: ({ face, name, checksum }) => this.faces.named(face, name, checksum),
    image: ({ face, data }) => this.faces.onFace(face, data),
    image2: ({ face, data }) => this.faces.onFace(face, data),
    anim: ({ anim, faces }) => this.animations.setAnimation(anim, faces),
    stats: ({ stats }) => this.stats.onStats(stats),
    drawextinfo: ({ kind, subtype, colour, text }) => this.messages.onText(kind, subtype, colour, text),
    drawinfo: ({ colour, text }) => this.messages.onText(0, 0, colour, text),
    item2: ({ location, items }) => this.items.onItems(location, items),
    upditem: (update) => this.items.onItemChange(update),
    delitem: ({ tags }) => this.items.onDeleted(tags),
    delinv: ({ tag }) => this.items.onContainerCleared(tag),
    pickup: ({ mode }) => {
      this.pickupMode = mode
      this.events.emit('pickup', mode)
    },
    addspell: ({ spells }) => this.spells.onSpells(spells),
    updspell: (update) => this.spells.onSpellUpdate(update),
    delspell: ({ tag }) => this.spells.onSpellDeleted(tag),
    sound2: (sound) =>
      this.events.emit('sound', { ...sound, action: decodeText(sound.action), name: decodeText(sound.name) }),
    music: ({ song }) => {
      this.song = song === 'NONE' ? '' : decodeText(song)
      this.events.emit('music', this.song)
    },
    addquest: ({ quests }) => this.notices.onQuests(quests),
    updquest: (update) => this.notices.onQuestUpdate(update),
    addknowledge: ({ items }) => this.notices.onKnowledge(items),
  }

  /** [CF-8.2] After this packet the server sends the whole state of the player again. */
  #onEnteredGame(self: PlayerPacket): void {
    for (const part of [this.items, this.stats, this.spells, this.notices]) part.reset()
    this.items.onPlayer(self)
    this.login.onPlaying()
  }
}
