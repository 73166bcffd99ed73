// The island as who watches is told it: everybody who is in, and what lies and stands around one of them.
import { type FromServer, fromServer } from '../packets.ts'

type Mobs = Extract<FromServer, { readonly type: 'MOBS' }>['mobs']
type Piles = Extract<FromServer, { readonly type: 'GRND' }>['lists']

export interface Person {
  readonly name: string
  readonly kind: 'player' | 'monster' | 'townsperson'
  readonly x: number
  readonly y: number
}

/** What is around somebody who is in. */
export interface Around {
  readonly x: number
  readonly y: number
  readonly people: readonly Person[]
  /** Places where something lies, with its pictures' names. */
  readonly piles: readonly { readonly x: number; readonly y: number; readonly things: readonly string[] }[]
}

/** Ids of the wire: players have those below, monsters those from here, people of the town those beyond. */
const [monsters, town] = [2n ** 32n, 2n ** 33n]

export class WatchedIsland {
  /** On the island, in houses and caves before their doors. */
  people: readonly Person[] = []
  around: Around | undefined

  begun(): void {
    this.people = []
    this.around = undefined
  }

  /** Throws WireError for what is no packet of the game's. */
  heard(frames: readonly (string | Uint8Array)[]): void {
    // Behind POSI and GRND a MOBS is of who is near, else of all.
    let around: Around | undefined
    for (const frame of frames) {
      const packet: FromServer = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'GAME') this.begun()
      else if (packet.type === 'POSI') around = { x: packet.x, y: packet.y, people: [], piles: [] }
      else if (packet.type === 'GRND' && around) around = { ...around, piles: pilesOf(packet.lists) }
      else if (packet.type === 'MOBS' && around) this.around = { ...around, people: peopleOf(packet.mobs) }
      else if (packet.type === 'MOBS') this.#all(peopleOf(packet.mobs))
    }
  }

  #all(people: readonly Person[]): void {
    this.people = people
    if (people.length === 0) this.around = undefined
  }
}

function peopleOf(mobs: Mobs): Person[] {
  return mobs.flatMap(({ id, x, y, name = '' }) => {
    if (x === undefined || y === undefined) return []
    const kind = id < monsters ? 'player' : id < town ? 'monster' : 'townsperson'
    return [{ name, kind, x, y } as const]
  })
}

function pilesOf(lists: Piles): Around['piles'] {
  return lists.map(({ x, y, items }) => ({ x, y, things: items.map(({ gfxId = '' }) => gfxId) }))
}
