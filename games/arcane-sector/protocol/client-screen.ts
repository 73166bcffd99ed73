// Sends each packet in a frame of its own, as the original server does.
import type { Peer } from '../../game.ts'
import type { ChatModeration } from '../../game-context.ts'
import type { Pile } from '../items/ground.ts'
import { type Item, isMovable, nameOf, pictureNameOf } from '../items/items.ts'
import {
  emptyWireItem,
  type FromServer,
  fromServer,
  type Unnumbered,
  type WireItem,
  type WireMob,
  type WirePile,
  wireIdOffset,
} from '../packets.ts'
import { handSlotNumbers } from '../state/player.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob, Screen, Vitals } from '../vision/screen.ts'

/** [AS-4.2] Maximum number of items of one tile in a GRND. */
const maxShownItems = 255

/** All clients of a room share the results, so that each mob and pile is encoded once. */
export class EncodedViews {
  readonly #known = new WeakMap<Mob, { readonly place: Place; readonly face: WireMob }>()
  readonly #piles = new WeakMap<Pile, WirePile>()

  /** Returns the same object until the mob's place changes. */
  encodeMob(mob: Mob): WireMob {
    const { place } = mob
    const known = this.#known.get(mob)
    if (known?.place === place) return known.face
    const face = {
      visible: true,
      id: BigInt(mob.id),
      x: place.x,
      y: place.y,
      gfxId: mob.pictureName,
      name: mob.name,
    }
    this.#known.set(mob, { place, face })
    return face
  }

  /** Returns the same object for the same pile, because a change replaces the pile. */
  encodePile(pile: Pile): WirePile {
    const known = this.#piles.get(pile)
    if (known) return known
    const { x, y, items } = pile
    const encoded = { x, y, items: items.slice(-maxShownItems).map(encodeItem) }
    this.#piles.set(pile, encoded)
    return encoded
  }
}

export class ClientScreen implements Screen {
  readonly #peer: Peer
  readonly #encodedViews: EncodedViews
  readonly #moderation: Pick<ChatModeration, 'recordLine'>

  constructor(peer: Peer, encodedViews: EncodedViews, moderation: Pick<ChatModeration, 'recordLine'>) {
    this.#peer = peer
    this.#encodedViews = encodedViews
    this.#moderation = moderation
  }

  position({ x, y }: Place, facing: number): void {
    this.send({ type: 'POSI', x, y, direction: facing })
  }

  ground(piles: readonly Pile[]): void {
    this.send({ type: 'GRND', lists: piles.map((pile) => this.#encodedViews.encodePile(pile)) })
  }

  mobs(mobs: readonly Mob[]): void {
    this.send({ type: 'MOBS', mobs: mobs.map((mob) => this.#encodedViews.encodeMob(mob)) })
  }

  vitals({ hp, hpMax, mana, manaMax }: Vitals, name = ''): void {
    this.send({ type: 'INFO', hp, hpMax, mana, manaMax, name })
  }

  inventory(slots: readonly (Item | undefined)[]): void {
    const carried = slots.map(encodeItem)
    this.send({
      type: 'INVT',
      inventory: carried.slice(0, handSlotNumbers.left),
      equipment: carried.slice(handSlotNumbers.left),
    })
  }

  held(item: Item | undefined): void {
    this.send({ type: 'HLDI', item: encodeItem(item) })
  }

  text(text: string): void {
    this.send({ type: 'TEXT', text })
  }

  speech(speaker: string, said: string): void {
    this.text(`\x13${speaker} says: \x17${said}`)
    this.#moderation.recordLine([this.#peer], `${speaker} says: ${said}`)
  }

  select(id: number): void {
    this.send({ type: 'SLCT' }, wireIdOffset + BigInt(id))
  }

  close(reason: string): void {
    this.#peer.close(reason)
  }

  /** The session also sends NOPC, GAME and PONG with this method. */
  send(packet: Unnumbered<FromServer>, packetId = 0n): void {
    this.#peer.send(fromServer.encode({ ...packet, packetId }))
  }
}

function encodeItem(item: Item | undefined): WireItem {
  if (!item) return emptyWireItem
  return {
    id: wireIdOffset + BigInt(item.id),
    movable: isMovable(item),
    gfxId: pictureNameOf(item),
    name: nameOf(item),
  }
}
