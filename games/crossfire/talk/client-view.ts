// One client's view of the world, and what it has been sent, in its dialect. [CF-5.10] [CF-7.20] [CF-8.6]
import type { Peer } from '../../game.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { Dialect1997 } from '../dialects/dialect-1997.ts'
import { DialectToday } from '../dialects/dialect-today.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import { type FromServer, fromServer, type Stat } from '../packets.ts'
import { faceNamed } from '../pictures/faces.ts'
import type { Gallery } from '../pictures/gallery.ts'
import type { Sight } from '../places/view.ts'
import { type Abilities, abilityNames } from '../scene/character.ts'
import type { Player } from '../scene/scene.ts'
import { Belongings } from './belongings.ts'
import { FacesSent } from './faces-sent.ts'
import type { Agreed } from './note.ts'
import { Picture } from './picture.ts'
import { SpellsTold } from './spells-told.ts'
import { StatsTold } from './stats-told.ts'
import type { TextFrames } from './text-frames.ts'

/** [CF-2.3] Server version from which on a server sends today's packets. */
const todaySince = 1028

export class ClientView {
  readonly #peer: Peer
  readonly #texts: TextFrames
  readonly #gallery: Gallery
  readonly #faces: FacesSent
  readonly #belongings: Belongings
  readonly #picture: Picture
  readonly #stats: StatsTold
  readonly #spells: SpellsTold
  /** The `spellmon` setting. */
  #detail: number
  #dialect: Dialect
  /** Name of the last music sent. */
  #song = ''
  /** The last pickup mode sent. */
  #pickup = -1
  /** Whether the client knows its player's tag. */
  #introduced = false

  /** `texts`: shared by all sessions of the room. */
  constructor(peer: Peer, agreed: Agreed, texts: TextFrames, gallery: Gallery) {
    this.#gallery = gallery
    this.#peer = peer
    this.#texts = texts
    this.#dialect = this.#speak(agreed)
    const send = (packet: FromServer) => this.send(packet)
    this.#faces = new FacesSent(send, () => this.#dialect, gallery)
    this.#belongings = new Belongings(send, this.#faces)
    this.#picture = new Picture(this.#faces)
    this.#stats = new StatsTold(send)
    this.#spells = new SpellsTold(send, this.#faces)
    this.#detail = agreed.wishes.spells
  }

  get dialect(): Dialect {
    return this.#dialect
  }

  send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }

  /** [CF-6.9] Every face is smoothed with a transparent one, so that nothing is drawn over edges. */
  smooth(face: number): void {
    const blank = faceNamed('blank.111')
    this.#faces.face(blank)
    this.send({ type: 'smooth', face, smooth: blank })
  }

  tell(text: string, kind: TextKind): void {
    this.#peer.send(this.#texts.of(this.#dialect, text, kind))
  }

  /** [CF-4.16] Shows the abilities and class of a character under creation. */
  preview(name: string, abilities: Abilities, title: string): void {
    const numbers = abilityNames.map((one) => ({ stat: one.toLowerCase(), value: abilities[one] }) as Stat)
    this.send({
      type: 'stats',
      stats: [...numbers, { stat: 'title', value: `Player: ${name} the ${title}` }],
    })
  }

  /** Applies new settings. After a change of dialect the client's state is unusable: sends everything again. */
  agree(agreed: Agreed): void {
    const before = this.#dialect.name
    this.#dialect = this.#speak(agreed)
    this.#detail = agreed.wishes.spells
    if (this.#dialect.name !== before) this.forget()
  }

  /** Face settings changed: sends all faces again. */
  forgetFaces(): void {
    this.#faces.forget()
    this.#picture.forget()
  }

  /** Sends the whole map again. */
  forgetMap(): void {
    this.#picture.forget()
  }

  /** Sends everything again. */
  forget(): void {
    this.#introduced = false
    this.#faces.forget()
    this.#picture.forget()
    this.#stats.forget()
    this.#spells.forget()
    this.#pickup = -1
    this.#song = ''
  }

  /** [CF-8.2] Sends the player's own thing, unless the client has it. */
  introduce(player: Player): void {
    if (this.#introduced) return
    this.#introduced = true
    this.#belongings.introduce(player)
  }

  /** Sends everything that changed. Returns the number of the player's things compared. */
  compare(player: Player, sight: Sight): number {
    this.introduce(player)
    this.#stats.compare(player, this.#dialect)
    this.#picture.compare(sight, this.#dialect)
    const looked = this.#belongings.compare(player, this.#dialect)
    this.#spells.compare(player, this.#detail)
    this.#compareMusic(player)
    if (player.pickup !== this.#pickup) {
      this.#pickup = player.pickup
      this.#dialect.pickup(player.pickup)
    }
    return looked
  }

  /** [CF-11.14] */
  #compareMusic({ level }: Player): void {
    const song = level?.plan.song ?? level?.name ?? ''
    if (song === this.#song) return
    this.#song = song
    this.#dialect.music(song)
  }

  #speak({ wishes, sc, faceMode, sound }: Agreed): Dialect {
    const send = (packet: FromServer) => this.send(packet)
    const speaking = { send, wishes, sc, faceMode, sound, gallery: this.#gallery }
    return wishes.map2 || sc >= todaySince ? new DialectToday(speaking) : new Dialect1997(speaking)
  }
}
