// A room in memory with Debian's world, and simulated players who use the commands of a client.
import assert from 'node:assert/strict'
import type { Records } from '../../../durable-objects/storage/records.ts'
import { distanceBetween } from '../../../games/crossfire/model/definitions/directions.ts'
import type { Player } from '../../../games/crossfire/model/state/game-state.ts'
import { putThing, removeThing } from '../../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../../games/crossfire/model/things/thing.ts'
import { characterChoicesOf } from '../../differential/server-under-test.ts'
import { defaultSetup, Town } from '../../games/crossfire/harness/room-harness.ts'
import type { Client } from '../../games/crossfire/harness/test-client.ts'
import { directionTowards, walkTo } from '../../games/crossfire/scenarios/bot-walking.ts'

/** Time for machines and monsters to act after a command, in milliseconds. */
const settleMs = 300
/** Tag of the temporary exits, larger than any tag of the world. */
const exitTag = 2_000_000_000

export class PlayedWorld {
  readonly town: Town

  private constructor(town: Town) {
    this.town = town
  }

  static async open(records: Records): Promise<PlayedWorld> {
    return new PlayedWorld(await Town.open({}, records))
  }

  /** Joins as a new character. `start`: the archetype of the chosen starting map. */
  async join(name: string, race: string, calling: string, start: string): Promise<Person> {
    const choices = characterChoicesOf(race, calling).filter((choice) => !choice.startsWith('starting_map'))
    const setup = { ...defaultSetup, notifications: '3' }
    return new Person(
      this.town,
      await this.town.joined(name, [...choices, `starting_map ${start}`], '25x25', setup),
    )
  }

  /** Moves a player to a place of any map, through a temporary exit. */
  bring({ client, player }: Person, level: string, x: number, y: number): void {
    const cell = { in: 'cell', level: player.level!, x: player.x, y: player.y } as const
    const exit = putThing(createThing(exitTag, 'stairs_down', 1, { exit: { level, x, y } }), cell)
    client.send({ type: 'apply', tag: exitTag })
    client.pass(settleMs)
    removeThing(exit)
  }

  /** Fails if the room has reported an internal error. */
  close(): void {
    assert.deepEqual(this.town.faults, [])
  }
}

export class Person {
  readonly client: Client
  readonly #town: Town

  constructor(town: Town, client: Client) {
    this.#town = town
    this.client = client
  }

  get player(): Player {
    return this.#town.player(this.client)
  }

  do(...commands: readonly string[]): string {
    return this.#heard(() => {
      for (const command of commands) {
        this.client.do(command)
        this.client.pass(settleMs)
      }
    })
  }

  try(command: string, answer: RegExp, times = 60): string {
    let received = ''
    for (let tries = 0; tries < times; tries++) {
      received = this.do(command)
      if (answer.test(received)) return received
    }
    return assert.fail(`${command}: expected ${answer}, and heard ${received}`)
  }

  expect(command: string, answer: RegExp): void {
    this.try(command, answer, 1)
  }

  /** Walks to the cell and attacks monsters in the way. Returns the messages on the way. */
  goTo(x: number, y: number): string {
    return this.#heard(() => {
      walkTo(this.#town, this.client, { x, y })
      this.client.pass(settleMs)
    })
  }

  fightNearest(): void {
    const { player } = this
    const near = [...player.level!.creatures]
      .flatMap(({ location }) => (location?.in === 'cell' ? [location] : []))
      .sort((a, b) => distanceBetween(player, a) - distanceBetween(player, b))
    for (const place of near)
      try {
        return void this.client.do(directionTowards(player, place))
      } catch {} // other creatures block the way
    this.client.do('stay')
  }

  /** Applies the first item with this name, in the inventory or at `location`. */
  apply(name: string, location = this.client.tag): string {
    const { tag } = this.client.thing(name, location)
    return this.#heard(() => {
      this.client.send({ type: 'apply', tag })
      this.client.pass(settleMs)
    })
  }

  wait(ms: number): string {
    return this.#heard(() => void this.client.pass(ms))
  }

  isOpen(x: number, y: number): boolean {
    return !this.player.level!.blocksMovement(x, y)
  }

  carries(name: string): boolean {
    return this.client.inventory.some((item) => item.name === name)
  }

  #heard(act: () => void): string {
    const before = this.client.texts.length
    act()
    return this.client.texts.slice(before).join('\n')
  }
}
