// The actions of a player in Hollowford, which are the same in both dialects. Most of them compare the client with the
// world after each step.
import { expect } from 'vitest'
import { experienceTable } from '../../../../games/crossfire/builtin/characters/experience-table.ts'
import type { Player, Thing } from '../../../../games/crossfire/model/state/game-state.ts'
import type { Town } from '../harness/room-harness.ts'
import type { Client } from '../harness/test-client.ts'
import { directionTowards, walkTo } from './bot-walking.ts'
import { expectConsistentClient } from './client-consistency.ts'

export class EveningScenario {
  readonly #town: Town
  readonly #client: Client
  readonly #from: number

  constructor(town: Town, client: Client) {
    this.#town = town
    this.#client = client
    this.#from = town.room.harness.clock.now()
  }

  get #player(): Player {
    return this.#town.player(this.#client)
  }

  get ms(): number {
    return this.#town.room.harness.clock.now() - this.#from
  }

  truth(): void {
    expectConsistentClient(this.#town, this.#client)
    expect(this.#town.faults).toEqual([])
  }

  /** Compares the client with the world every 2.4 seconds. */
  rest(ms: number): void {
    for (let passed = 0; passed < ms; passed += 2400) {
      this.#client.pass(2400)
      this.truth()
    }
  }

  goThrough(to: string): void {
    const { level } = this.#player
    const exit = [...cellsOf(this.#player)].find(({ thing }) => thing.exit?.level === to)
    if (!exit) throw new Error(`no way from ${level!.name} to ${to}`)
    walkTo(this.#town, this.#client, exit, () => this.truth())
    if (this.#player.level === level) this.#client.do('apply')
    expect(this.#player.level!.name).toBe(to)
    this.truth()
  }

  goTo(x: number, y: number): void {
    walkTo(this.#town, this.#client, { x, y }, () => this.truth())
  }

  dropTakeWear(name: string): void {
    const client = this.#client
    client.do(`drop ${name}`)
    expect(client.ground[0]!.name).toBe(name)
    expect(client.inventory.map((thing) => thing.name)).not.toContain(name)
    this.truth()
    client.do('take')
    expect(client.thing(name).flags & 15).toBe(0)
    this.truth()
    client.send({ type: 'apply', tag: client.thing(name).tag })
    client.pass(300)
    expect(client.thing(name).flags & 15).toBe(3)
    this.truth()
  }

  buy(name: string): void {
    const client = this.#client
    const coins = worth(this.#player)
    client.do(`take 1 ${name}`)
    const unpaid = () => client.inventory.filter((thing) => thing.flags & 0x200).map((thing) => thing.name)
    expect(unpaid()).toEqual([name])
    client.do('pay')
    expect(unpaid()).toEqual([])
    expect(worth(this.#player)).toBeLessThan(coins)
    this.truth()
  }

  kill(id: string): void {
    const client = this.#client
    const prey = this.#nearest(id)
    for (let blows = 0; prey.location?.in === 'cell' && blows < 400; blows++) {
      client.do(directionTowards(this.#player, prey.location))
      this.truth()
      // The player must survive this fight.
      this.#player.hp = Math.max(this.#player.hp, 8)
    }
    expect(prey.location).toBeUndefined()
  }

  setExperienceBelowNextLevel(): void {
    this.#player.experience = experienceTable[1]! - 1
    this.#player.markUnsaved()
    this.#client.pass(130)
  }

  die(): void {
    const client = this.#client
    const told = client.texts.length
    const prey = this.#nearest('rat')
    for (let steps = 0; steps < 400 && !client.hasReceivedText('You were killed', told); steps++) {
      this.#player.hp = Math.min(this.#player.hp, 1)
      if (prey.location?.in !== 'cell') throw new Error('it is dead first')
      if (steps % 3 === 0 && !isBeside(this.#player, prey.location))
        client.do(directionTowards(this.#player, prey.location))
      else client.pass(120)
      client.look()
    }
    expect(client.hasReceivedText('You were killed', told)).toBe(true)
    client.pass(130)
    expect(this.#player.level!.name).toBe(this.#player.respawnPoint.level)
    this.truth()
  }

  /** Restarts the world without a notice to the client. */
  restart(): void {
    const client = this.#client
    const carried = client.inventory.map(({ name, nrof }) => `${name} ${nrof}`).sort()
    const { levelName } = this.#player
    this.#town.room.restart()
    client.pass(500)
    expect(client.peer.closed).toBeUndefined()
    expect(this.#player.levelName).toBe(levelName)
    expect(client.inventory.map(({ name, nrof }) => `${name} ${nrof}`).sort()).toEqual(carried)
    this.truth()
  }

  #nearest(id: string): Thing {
    const { level, x, y } = this.#player
    const reached = [...level!.creatures].flatMap((creature) => {
      const { location, archetype } = creature
      if (archetype.id !== id || location?.in !== 'cell' || !isReached(this.#player, location)) return []
      return [{ creature, away: Math.hypot(location.x - x, location.y - y) }]
    })
    const [first] = reached.sort((a, b) => a.away - b.away)
    if (!first) throw new Error(`no ${id} can be reached in ${level!.name}`)
    return first.creature
  }
}

function isBeside(player: Player, { x, y }: { x: number; y: number }): boolean {
  return Math.max(Math.abs(player.x - x), Math.abs(player.y - y)) <= 1
}

function isReached(player: Player, to: { x: number; y: number }): boolean {
  try {
    directionTowards(player, to)
    return true
  } catch {
    return false
  }
}

function* cellsOf({ level }: Player): Iterable<{ x: number; y: number; thing: Thing }> {
  for (let y = 0; y < level!.height; y++)
    for (let x = 0; x < level!.width; x++) for (const thing of level!.thingsAt(x, y)) yield { x, y, thing }
}

function worth({ inventory }: Player): number {
  const money = inventory.filter(({ archetype }) => archetype.traits.role === 'money')
  return money.reduce((sum, { count, archetype }) => sum + count * (archetype.value ?? 0), 0)
}
