// [CF-5.10] [CF-7.20] [CF-8.6]
import type { Peer } from '../../../game.ts'
import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import type { FaceGallery } from '../../builtin/pictures/gallery.ts'
import { type Abilities, abilityNames } from '../../model/definitions/character.ts'
import type { Quest } from '../../model/definitions/script.ts'
import type { Player } from '../../model/state/game-state.ts'
import type { PlayerMapView } from '../../model/view/player-view.ts'
import type { NegotiatedSettings } from '../dialects/client-settings.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { Dialect1997 } from '../dialects/dialect-1997.ts'
import { ModernDialect } from '../dialects/dialect-modern.ts'
import type { MessageType } from '../events/message-types.ts'
import { type FromServer, fromServer, type StatField } from '../packets/index.ts'
import { FaceSync } from './face-sync.ts'
import { InventorySync } from './inventory-sync.ts'
import { JournalSync } from './journal-sync.ts'
import { MapSync } from './map-sync.ts'
import { SpellSync } from './spell-sync.ts'
import { StatsSync } from './stats-sync.ts'
import type { TextFrameCache } from './text-frame-cache.ts'

/** [CF-2.3] Since this version of server packets a client speaks today's dialect. */
const modernSinceVersion = 1028

/** [CF-10.1] Maximum length of a text in one packet. */
const maxTextLength = 4000

export class ClientView {
  readonly #peer: Peer
  readonly #texts: TextFrameCache
  readonly #gallery: FaceGallery
  readonly #faces: FaceSync
  readonly #inventory: InventorySync
  readonly #map: MapSync
  readonly #stats: StatsSync
  readonly #spells: SpellSync
  readonly #journal: JournalSync
  /** The client's setting `spellmon`. */
  #spellDetail: number
  /** The client's setting `notifications`. */
  #notifications: number
  #dialect: Dialect
  #lastSong = ''
  #lastPickup = -1
  #playerSent = false

  /** `texts`: the cache of encoded texts that all sessions of the room share. */
  constructor(
    peer: Peer,
    settings: NegotiatedSettings,
    texts: TextFrameCache,
    gallery: FaceGallery,
    quests: readonly Quest[],
  ) {
    this.#gallery = gallery
    this.#peer = peer
    this.#texts = texts
    this.#dialect = this.#createDialect(settings)
    const send = (packet: FromServer) => this.send(packet)
    this.#faces = new FaceSync(send, () => this.#dialect, gallery)
    this.#inventory = new InventorySync(send, this.#faces)
    this.#map = new MapSync(this.#faces)
    this.#stats = new StatsSync(send)
    this.#spells = new SpellSync(send, this.#faces)
    this.#journal = new JournalSync(send, this.#faces, quests)
    this.#spellDetail = settings.clientSettings.spells
    this.#notifications = settings.clientSettings.notifications
  }

  get dialect(): Dialect {
    return this.#dialect
  }

  send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }

  /** [CF-6.9] The smoothing face of every face is transparent, so that nothing is drawn over edges. */
  sendSmoothing(face: number): void {
    const blank = faceNumberOf('blank.111')
    this.#faces.sendFace(blank)
    this.send({ type: 'smooth', face, smooth: blank })
  }

  /** [CF-10.1] A longer text continues in further packets, if possible from a new line on. */
  sendText(text: string, kind: MessageType): void {
    let rest = text
    while (rest.length > maxTextLength) {
      const line = rest.lastIndexOf('\n', maxTextLength)
      const end = line > 0 ? line : characterStart(rest, maxTextLength)
      this.#peer.send(this.#texts.get(this.#dialect, rest.slice(0, end), kind))
      rest = rest.slice(line > 0 ? end + 1 : end)
    }
    this.#peer.send(this.#texts.get(this.#dialect, rest, kind))
  }

  /** [CF-4.16] */
  sendCharacterPreview(name: string, abilities: Abilities, title: string): void {
    const numbers = abilityNames.map(
      (one) => ({ stat: one.toLowerCase(), value: abilities[one] }) as StatField,
    )
    this.send({
      type: 'stats',
      stats: [...numbers, { stat: 'title', value: `Player: ${name} the ${title}` }],
    })
  }

  /**
   * After a change of dialect the server sends everything again, because the client cannot use what it received in the
   * old dialect.
   */
  applySettings(settings: NegotiatedSettings): void {
    const before = this.#dialect.name
    this.#dialect = this.#createDialect(settings)
    this.#spellDetail = settings.clientSettings.spells
    this.#notifications = settings.clientSettings.notifications
    if (this.#dialect.name !== before) this.resendAll()
  }

  /** Called after a change of the face settings. */
  resendFaces(): void {
    this.#faces.resendAll()
    this.#map.resendAll()
  }

  resendMap(): void {
    this.#map.resendAll()
  }

  resendAll(): void {
    this.#playerSent = false
    this.#faces.resendAll()
    this.#map.resendAll()
    this.#stats.resendAll()
    this.#spells.resendAll()
    this.#journal.resendAll()
    this.#lastPickup = -1
    this.#lastSong = ''
  }

  /** [CF-8.2] Does nothing if the client has already received the player. */
  sendPlayer(player: Player): void {
    if (this.#playerSent) return
    this.#playerSent = true
    this.#inventory.sendPlayer(player)
  }

  /** Returns how many cells and how many of the player's things were compared. */
  sync(player: Player, view: PlayerMapView): number {
    this.sendPlayer(player)
    this.#stats.sync(player, this.#dialect)
    const cells = this.#map.sync(view, this.#dialect)
    const things = this.#inventory.sync(player, this.#dialect)
    this.#spells.sync(player, this.#spellDetail)
    this.#journal.sync(player, this.#notifications)
    this.#syncMusic(player)
    if (player.pickupMode !== this.#lastPickup) {
      this.#lastPickup = player.pickupMode
      this.#dialect.sendPickupMode(player.pickupMode)
    }
    return cells + things
  }

  /** [CF-11.14] */
  #syncMusic({ level }: Player): void {
    const song = level?.plan.song ?? level?.name ?? ''
    if (song === this.#lastSong) return
    this.#lastSong = song
    this.#dialect.sendMusic(song)
  }

  #createDialect(settings: NegotiatedSettings): Dialect {
    const send = (packet: FromServer) => this.send(packet)
    const context = { send, ...settings, gallery: this.#gallery }
    const isModern = settings.clientSettings.map2 || settings.serverProtocolVersion >= modernSinceVersion
    return isModern ? new ModernDialect(context) : new Dialect1997(context)
  }
}

/**
 * The start of the UTF-8 character that contains the byte at the index. Clients decode each packet by itself. In a text
 * of another charset the index moves by at most three bytes.
 */
function characterStart(bytes: string, index: number): number {
  const isContinuation = (at: number) => (bytes.charCodeAt(at) & 0xc0) === 0x80
  let at = index
  while (at > index - 3 && isContinuation(at)) at--
  return at
}
