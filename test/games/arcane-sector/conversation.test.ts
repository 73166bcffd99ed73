// A complete game: a player joins, meets another, trades, brews, casts, dies, and resumes after the room was lost.
// Simulated time.
import { beforeAll, describe, expect, it } from 'vitest'
import { type FromClient, type FromServer, firstId, noItem } from '../../../games/arcane-sector/packets.ts'
import {
  cast,
  dire,
  drop,
  enter,
  faults,
  gbye,
  hold,
  type Island,
  type Islander,
  island,
  move,
  mypc,
  rest,
  says,
  selected,
  type Told,
  use,
} from './harness/island-world.ts'

const item = (n: number) => firstId + BigInt(n)
const [scroll, flask, fria, mint, ring] = [item(2), item(4), item(5), item(6), item(10)]
const ground = 255
const leftHand = 8
const [forward, back, left, right] = [0, 1, 2, 3]
const [north, , west, east] = [0, 1, 2, 3]

/** A player who records the last packet of each type. */
class Somebody {
  readonly room: Island
  player!: Islander
  /** All received texts. */
  readonly texts: string[] = []
  readonly #shown = new Map<string, FromServer>()

  constructor(room: Island) {
    this.room = room
  }

  /** Sends these packets slowly one after the other, and returns all replies. */
  say(...packets: FromClient[]): FromServer[] {
    return packets.flatMap((packet) => {
      this.player.send(packet)
      this.room.pass(110)
      return this.look()
    })
  }

  look(): FromServer[] {
    const receivedPackets = rest(this.player)
    for (const packet of receivedPackets) {
      this.#shown.set(packet.type, packet)
      if (packet.type === 'TEXT') this.texts.push(packet.text)
    }
    return receivedPackets
  }

  /** The last packet of a type. */
  last<T extends FromServer['type']>(type: T): Told<T> {
    const packet = this.#shown.get(type)
    if (!packet) throw new Error(`no ${type} came`)
    return packet as Told<T>
  }

  readonly has = (type: FromServer['type']) => this.#shown.has(type)

  /** The items on a visible tile. */
  lying(x: number, y: number): bigint[] {
    const pile = this.last('GRND').lists.find((list) => list.x === x && list.y === y)
    return pile ? pile.items.map(({ id }) => id) : []
  }

  async logIn(playerId: number): Promise<FromServer[]> {
    this.player = this.room.connect()
    await enter(this.room, this.player, playerId)
    return this.look()
  }
}

const times = <P>(count: number, packet: P): P[] => Array(count).fill(packet)
const texts = (receivedPackets: readonly FromServer[]) =>
  receivedPackets.flatMap((packet) => (packet.type === 'TEXT' ? packet.text : []))
const types = (receivedPackets: readonly FromServer[]) => receivedPackets.map(({ type }) => type)

describe('a complete game', () => {
  let room: Island
  let ann: Somebody
  let bob: Somebody
  /** Her last inventory. */
  let mana = 0

  beforeAll(async () => {
    room = await island({ monsters: true, regeneration: false })
    ann = new Somebody(room)
    bob = new Somebody(room)
  })

  it('[AS-2] starts with a password and a character', async () => {
    for (const [who, id, name] of [
      [ann, 1, 'Ann'],
      [bob, 2, 'Bob'],
    ] as const) {
      expect(types(await who.logIn(id))).toEqual(['NOPC'])
      const receivedPackets = who.say(mypc(name))
      expect(types(receivedPackets).slice(0, 7)).toEqual([
        'GAME',
        'INFO',
        'INVT',
        'POSI',
        'GRND',
        'MOBS',
        'TEXT',
      ])
      expect(who.last('INFO')).toMatchObject({ hp: 40, mana: 10, name })
    }
  })

  it('[AS-4] [AS-9] shows other players and their speech', () => {
    ann.look()
    expect(ann.last('MOBS').mobs).toMatchObject([{ id: 2n, name: 'Bob', gfxId: '3d_mob_drow_f' }])
    expect(bob.last('MOBS').mobs).toMatchObject([{ id: 1n, name: 'Ann', gfxId: '3d_mob_drow_m' }])
    expect(ann.say(says('Hello Bob'))).toEqual([])
    expect(texts(bob.look())).toEqual(['\x13Ann says: \x17Hello Bob'])
  })

  it('[AS-5] lets two players trade a scroll for a ring on the ground', () => {
    ann.say(move(left), hold(scroll), move(right), drop(ground))
    bob.say(move(back), hold(ring), move(forward), drop(ground))
    ann.look()
    for (const who of [ann, bob]) expect(who.lying(185, 428)).toEqual([scroll, ring])
    ann.say(hold(ring), drop(leftHand))
    bob.say(hold(scroll), drop(5))
    ann.look()
    for (const who of [ann, bob]) expect(who.lying(185, 428)).toEqual([])
    expect(ann.last('INVT').equipment).toMatchObject([{ id: ring, gfxId: 'teleport_ring' }, noItem])
    expect(bob.last('INVT').inventory[5]).toMatchObject({ id: scroll })
  })

  it('[AS-6] lets a player brew a mana potion from two herbs and drink it', () => {
    ann.say(move(forward), move(forward), hold(flask), drop(0))
    for (const [herb, holds] of [
      [fria, 'unknown_potion'],
      [mint, 'mana_potion'],
    ] as const) {
      expect(types(ann.say(use(flask)))).toEqual(['TEXT', 'SLCT'])
      ann.say(selected(ann.last('SLCT').packetId, 'item', herb))
      expect(ann.last('INVT').inventory[0]).toMatchObject({ id: flask, gfxId: holds })
      ann.say(move(forward))
    }
    ann.say(use(flask))
    mana = ann.last('INFO').mana
    expect([mana >= 35, mana <= 50]).toEqual([true, true])
    expect(ann.last('INVT').inventory[0]).toMatchObject({ id: flask, gfxId: 'empty_flask' })
  })

  it('[AS-7] lets a player cast a fire arrow at a monster', () => {
    // Past the mountain, out of the safe zone.
    ann.say(dire(north), ...times(4, move(forward)), dire(east), ...times(36, move(forward)))
    ann.say(dire(north), ...times(11, move(forward)))
    expect(ann.last('POSI')).toMatchObject({ x: 217, y: 413 })
    for (let n = 0; n < 600 && !isNear(ann); n++) {
      room.pass(100)
      ann.look()
    }
    ann.say(dire(towards(ann)))
    const receivedPackets = texts(ann.say(cast(0x4a, 0x5a)))
    expect(receivedPackets).toContain('FIRE ARROW')
    expect(receivedPackets.join('\n')).toMatch(/You hit the [\w ]+ for (8|9|1[0-4])\./)
    mana -= 10
    expect(ann.last('INFO').mana).toBe(mana)
  })

  it('[AS-11] revives a dead player at the start with the items in the slots', () => {
    for (let n = 0; n < 3000 && ann.last('INFO').hp > 0; n++) {
      room.pass(100)
      ann.look()
    }
    expect(ann.last('INFO').hp).toBe(0)
    expect(ann.say(move(forward), hold(flask), cast(0x4a, 0x5a))).toEqual([])
    room.pass(3_000)
    ann.look()
    expect(ann.last('POSI')).toMatchObject({ x: 185, y: 428, direction: west })
    expect(ann.last('INFO')).toMatchObject({ hp: 20, mana })
    expect(ann.last('INVT').equipment).toEqual([noItem, noItem])
    expect(ann.last('INVT').inventory[0]).toMatchObject({ id: flask })
  })

  it('[AS-13] resumes with all items after the room was lost', async () => {
    ann.say(gbye())
    expect(ann.player.closed).toBe('bye')
    room.restart()
    const receivedPackets = await ann.logIn(1)
    expect(types(receivedPackets).slice(0, 3)).toEqual(['GAME', 'INFO', 'INVT'])
    expect(texts(receivedPackets)).toEqual(['Welcome Ann to \x12Arcane Sector\x0f!'])
    expect(ann.last('INFO')).toMatchObject({ hp: 20, mana, name: 'Ann' })
    expect(ann.last('POSI')).toMatchObject({ x: 185, y: 428, direction: west })
    expect(ann.last('INVT').inventory[0]).toMatchObject({ id: flask, gfxId: 'empty_flask' })
    // Bob did not notice the restart.
    bob.look()
    expect(texts(bob.say(use(scroll)))).toEqual(['The scroll says: klaatu'])
    expect(faults(room)).toEqual([])
  })

  it('[AS-1.7] [AS-1.10] never contains an empty TEXT or an ANIM', () => {
    for (const { texts, has } of [ann, bob]) {
      expect(texts.length).toBeGreaterThan(2)
      expect(texts).not.toContain('')
      expect(has('ANIM')).toBe(false)
    }
  })
})

const monsters = (who: Somebody) => who.last('MOBS').mobs.filter(({ id }) => id >= 2n ** 32n)

/** Whether a monster is in the range of an arrow. */
function isNear(who: Somebody): boolean {
  const { x, y } = who.last('POSI')
  return monsters(who).some((mob) => Math.hypot(mob.x! - x, mob.y! - y) <= 4)
}

/** The facing towards the nearest monster. */
function towards(who: Somebody): number {
  const { x, y } = who.last('POSI')
  const [nearest] = monsters(who)
    .map((mob) => ({ x: mob.x! - x, y: mob.y! - y }))
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
  if (!nearest) throw new Error('nobody is near')
  if (Math.abs(nearest.x) >= Math.abs(nearest.y)) return nearest.x < 0 ? west : east
  return nearest.y < 0 ? north : 1
}
