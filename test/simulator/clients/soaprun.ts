// Clients of a small field. Each client has a canvas of its own, and all clients share one more canvas. Clients stand
// on the switches of gates, take the sword and the shield, kill, die and reach the goal. Each request has one reply, in
// order.
import type { Frame } from '../../../games/game.ts'
import { type BoardPoint, isPainted, playerSpawn } from '../../../games/soaprun/board/board.ts'
import { StoredBoard } from '../../../games/soaprun/board/records.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../../games/soaprun/packets.ts'
import { itemBits, statusNumbers } from '../../../games/soaprun/players/player.ts'
import {
  type ClientModel,
  changesAreDurable,
  type DurableRecords,
  isIdleTimeout,
  oneAnswer,
  readOnlyStore,
  violate,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

export interface Field {
  /** The row on which all clients walk. No units are on this row. */
  readonly lane: number
  canvas(n: number): BoardPoint
  readonly common: BoardPoint
  readonly switches: readonly BoardPoint[]
  readonly goal: number
  readonly swords: readonly number[]
  readonly shields: readonly number[]
  readonly crawls: readonly number[]
}

export type FieldPacket = Extract<FromServer, { readonly type: 'Flds' }>

interface Asked {
  readonly answer: FromServer['type']
  readonly proves?: (answer: FromServer, records: DurableRecords) => void
}

const tests = 8
const paints = [13, 14, 15]
const killsForACrown = 10
const sharedSecrets = 3

const commands = [
  [20, 'paint'],
  [8, 'paint the common canvas'],
  [8, 'stand on a switch'],
  [5, 'walk home'],
  [4, 'color'],
  [4, 'room'],
  [3, 'attributes'],
  [2, 'log'],
  [2, 'test'],
  [4, 'take a sword'],
  [3, 'take a shield'],
  [12, 'meet a crawl'],
  [0.5, 'be caught'],
  [0.5, 'reach the goal'],
  [0.4, 'log in again'],
] as const

export class SoaprunClient implements ClientModel {
  readonly n: number
  readonly canvas: BoardPoint
  readonly #field: Field
  readonly #random: SeededRandom
  readonly #asked: Asked[] = []
  #came: 'silent' | 'greeted' | 'joining' | 'in' = 'silent'
  #end: 'no' | 'bye' | 'again' = 'no'
  #place: BoardPoint = playerSpawn
  /**
   * [SR-7.7] Some clients share a secret. A client with such a secret continues as the player of the previous client
   * that used it.
   */
  readonly secret: string | undefined
  #tests = 0
  #logs = 0
  /** Whether the client makes no further request before the next answer. */
  #holdsStill = false
  #killsAtMost = 0
  #view = new Map<string, number>()
  /** Colours that the client has painted on its own canvas, in order, and the number of acknowledged ones. */
  readonly painted: number[] = []
  acknowledged = 0
  /** Colours that the client has painted on the shared canvas. */
  readonly paintedInCommon = new Set<number>()
  shown: FieldPacket | undefined

  constructor(n: number, field: Field, random: SeededRandom) {
    this.n = n
    this.canvas = field.canvas(n)
    this.#field = field
    this.#random = random
    if (random.happens(0.5)) this.secret = `${n % sharedSecrets}`.padStart(32, '0')
  }

  get place(): BoardPoint {
    return this.#place
  }

  get isWaiting(): boolean {
    return this.#asked.length > 0 || this.#end !== 'no' || this.#came === 'silent'
  }

  mayBeClosedFor(reason: string): boolean {
    // [SR-2.3] A client that has not joined sends nothing by itself.
    if (isIdleTimeout(reason)) return this.#came !== 'in'
    // [SR-7.8]
    if (this.secret !== undefined && reason === 'the player joined from another window') return true
    return (this.#end === 'bye' && reason === 'bye') || (this.#end === 'again' && reason === 'a second Prtc')
  }

  nextFrame(): Frame | undefined {
    if (this.#end !== 'no' || this.#holdsStill) return undefined
    if (this.#came === 'greeted') {
      this.#came = 'joining'
      if (this.secret !== undefined)
        return this.#ask({ type: 'Scrt', secret: Buffer.from(this.secret) }, 'Scrt', (answer) =>
          this.#join(answer),
        )
      return this.#ask({ type: 'Prtc', version: 432 }, 'Prtc', () => {
        this.#came = 'in'
      })
    }
    if (this.#came !== 'in') return undefined
    if (!this.shown) return this.#walk([this.#place])
    if (this.#status === statusNumbers.dead || this.#status === statusNumbers.goal) return this.#leave()
    // A ghost can only walk.
    if (this.#status === statusNumbers.ghost) return this.#walk(this.#way(playerSpawn))
    return this.#command(this.#random.chooseWeighted(commands))
  }

  /** [SR-3.16] */
  #join(answer: FromServer): void {
    if (answer.type !== 'Scrt') return
    this.#came = 'in'
    this.#place = { x: answer.x, y: answer.y }
    // The client continues an earlier client's player, which may have any number of kills.
    if (answer.returned) this.#killsAtMost = killsForACrown
    else if (keyOf(this.#place) !== keyOf(playerSpawn))
      violate('a new player is at the spawn', `client ${this.n} is at ${keyOf(this.#place)}`)
  }

  /** [SR-3.7] The client reports its position continually. */
  idleFrame(): Frame | undefined {
    if (this.#came !== 'in' || this.#end !== 'no' || this.#asked.length > 0) return undefined
    return this.#walk([this.#place])
  }

  get #status(): number {
    return this.shown?.status ?? statusNumbers.idle
  }

  #has(item: number): boolean {
    return ((this.shown?.items ?? 0) & item) !== 0
  }

  // ---- Requests --------------------------------------------------------------------------------------------------

  #command(command: (typeof commands)[number][1]): Frame {
    const field = this.#field
    switch (command) {
      case 'paint':
        return this.#has(itemBits.shield) ? this.#walk(this.#way(playerSpawn)) : this.#paint()
      case 'paint the common canvas':
        return this.#has(itemBits.shield) ? this.#walk(this.#way(playerSpawn)) : this.#paintInCommon()
      case 'stand on a switch':
        return this.#walk(this.#way(this.#random.choose(field.switches)))
      case 'walk home':
        return this.#walk(this.#way(playerSpawn))
      case 'color':
        return this.#recolor()
      case 'room':
        return this.#look()
      case 'attributes':
        return this.#ask({ type: 'mAtt' }, 'mAtt')
      case 'log':
        return this.#ask({ type: 'Dlog', message: `log ${++this.#logs}` }, 'Void')
      case 'test':
        return this.#test()
      case 'take a sword':
        return this.#meet(this.#random.choose(field.swords))
      case 'take a shield':
        return this.#meet(this.#random.choose(field.shields))
      case 'meet a crawl':
        return this.#fight()
      case 'be caught':
        return this.#askStanding({ type: 'HVen', nodes: [this.#place] })
      case 'reach the goal':
        return this.#meet(field.goal)
      case 'log in again':
        this.#end = 'again'
        return fromClient.encode({ type: 'Prtc', version: 432 })
    }
  }

  #paint(): Frame {
    const { x, y } = this.canvas
    const tile = this.#random.choose(paints)
    this.painted.push(tile)
    const count = this.painted.length
    return this.#askFields({ type: 'DrFl', x, y, tile, nodes: this.#way(this.canvas) }, (_, records) => {
      this.acknowledged = count
      if (this.#view.get(keyOf(this.canvas)) !== tile)
        violate('a drawing is visible', `client ${this.n} sees ${this.#view.get(keyOf(this.canvas))}`)
      const there = tileAt(records, this.canvas)
      if (!this.painted.slice(count - 1).includes(there))
        violate(changesAreDurable, `client ${this.n} painted ${tile}, but sees ${there}`)
    })
  }

  #paintInCommon(): Frame {
    const { common } = this.#field
    const tile = this.#random.choose(paints)
    this.paintedInCommon.add(tile)
    return this.#askFields({ type: 'DrFl', ...common, tile, nodes: this.#way(common) }, (_, records) => {
      if (!isPainted(tileAt(records, common)))
        violate(changesAreDurable, `nothing is painted at ${keyOf(common)}`)
    })
  }

  #recolor(): Frame {
    const color = this.#random.integerBelow(4)
    const alive = this.#status === statusNumbers.idle
    return this.#askFields({ type: 'ChCl', color, nodes: [this.#place] }, ({ color: shown }) => {
      if (alive && shown !== color)
        violate('a player has the chosen colour', `client ${this.n} is ${shown} instead of ${color}`)
    })
  }

  #look(): Frame {
    const [x, y] = [this.#random.integerBelow(3), this.#random.integerBelow(3)]
    return this.#ask({ type: 'Room', x, y }, 'Room', (answer) => {
      if (answer.type !== 'Room' || answer.x !== x || answer.y !== y)
        violate(oneAnswer, `client ${this.n} asked for room ${x},${y}`)
    })
  }

  #test(): Frame {
    if (++this.#tests > tests) return this.#walk([this.#place])
    const data = new Uint8Array(508).fill(this.#tests)
    return this.#ask({ type: 'Test', data }, 'Test', (answer) => {
      if (answer.type !== 'Test' || answer.data[0] !== data[0])
        violate(oneAnswer, `client ${this.n} received a Test other than ${data[0]}`)
    })
  }

  #fight(): Frame {
    if (this.#has(itemBits.sword)) this.#killsAtMost++
    return this.#meet(this.#random.choose(this.#field.crawls))
  }

  /** [SR-3.11] The client does not move until the room answers. */
  #meet(unit: number): Frame {
    return this.#askStanding({ type: 'HNPU', unit, nodes: [this.#place] })
  }

  #askStanding(packet: FromClient): Frame {
    this.#holdsStill = true
    return this.#askFields(packet, () => {
      this.#holdsStill = false
    })
  }

  #leave(): Frame {
    const { x, y } = this.#place
    if (this.#status === statusNumbers.dead && this.#random.happens(0.5))
      return this.#ask({ type: 'mCrp', x, y }, 'Void')
    this.#end = 'bye'
    return this.#ask({ type: 'Bye.' }, 'Void')
  }

  #walk(nodes: readonly BoardPoint[]): Frame {
    return this.#askFields({ type: 'myPo', nodes })
  }

  /** The client walks along the lane, so that it does not cross other clients' canvases. */
  #way(to: BoardPoint): readonly BoardPoint[] {
    const { x, y } = this.#place
    const { lane } = this.#field
    this.#place = to
    return [{ x, y }, { x, y: lane }, { x: to.x, y: lane }, to]
  }

  #askFields(packet: FromClient, proves?: (shown: FieldPacket, records: DurableRecords) => void): Frame {
    return this.#ask(packet, 'Flds', (answer, records) => {
      if (answer.type !== 'Flds') return
      this.#see(answer)
      proves?.(answer, records)
    })
  }

  #ask(packet: FromClient, answer: FromServer['type'], proves?: Asked['proves']): Frame {
    this.#asked.push({ answer, ...(proves && { proves }) })
    return fromClient.encode(packet)
  }

  // ---- Frames from the room --------------------------------------------------------------------------------------

  onFrame(received: Frame, records: DurableRecords): void {
    const answer = fromServer.decode(received as Uint8Array)
    if (answer.type === 'WLCM') return this.#greet()
    const first = this.#asked.shift()
    if (first?.answer !== answer.type)
      violate(oneAnswer, `client ${this.n} received ${answer.type}, expected ${first?.answer}`)
    first.proves?.(answer, records)
  }

  #greet(): void {
    if (this.#came !== 'silent') violate(oneAnswer, `client ${this.n} received two greetings`)
    this.#came = 'greeted'
  }

  #see(shown: FieldPacket): void {
    for (const { x, y, tile } of shown.tiles) this.#view.set(keyOf({ x, y }), tile)
    const crowned = (shown.items & itemBits.crown) !== 0
    const wasCrowned = this.#has(itemBits.crown)
    if (crowned && this.#killsAtMost < killsForACrown)
      violate('at most one crown', `client ${this.n} has a crown after ${this.#killsAtMost} kills`)
    if (wasCrowned && !crowned && shown.status !== statusNumbers.ghost)
      violate('a crown stays', `client ${this.n} has lost its crown`)
    this.shown = shown
    this.#count(shown, itemBits.sword, this.#field.swords.length, 'sword')
    this.#count(shown, itemBits.shield, this.#field.shields.length, 'shield')
  }

  /** [SR-5.7] A dead player and a player at the goal still appear with items that have returned home. */
  #count(shown: FieldPacket, item: number, most: number, name: string): void {
    const holders = [shown, ...shown.players].filter(
      (one) => one.status === statusNumbers.idle && one.items & item,
    )
    if (holders.length > most)
      violate('no item has two holders', `${holders.length} players hold a ${name}, at most ${most} exist`)
  }
}

export function tileAt(records: DurableRecords, { x, y }: BoardPoint): number {
  return new StoredBoard(readOnlyStore(records)).board.tile(x, y)
}

function keyOf({ x, y }: BoardPoint): string {
  return `${x},${y}`
}
