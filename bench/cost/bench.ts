// The cost of a room on Cloudflare in dollars. The usage is counted under simulated time and does not depend on the
// machine.

import { freeHoursPerDay, pricePerHour, type Usage } from '../../durable-objects/pricing/prices.ts'
import type { Bench, Figure, Samples } from '../bench.ts'
import { measureUsage, measureUsageOfRejectedClients, type PlayerGroup, playerLoads } from './loads.ts'

/**
 * For comparison, the dollars per month for a machine with a public address, on which `packetboat start` serves about
 * seven rooms.
 */
const machinePerMonth = 5
const hoursOfAMonth = 720
/** `checks`: location checks in the multiworld. `checksPerHour`: simulated rate of these checks. */
const checks = 12_761
const checksPerHour = 240
/** Simulated minutes of a scene. Scenes in which little happens run for `quietMinutes`. */
const minutes = 5
const quietMinutes = 120

interface Scene {
  readonly id: string
  readonly game: string
  /** The activity of the players in one word, such as `walking`. */
  readonly doing: string
  readonly description: string
  readonly players: number
  /** Dollars per hour. */
  readonly atMost?: number
  run(minutes?: number): Promise<Usage>
}

const activities: ReadonlyMap<string, string> = new Map([
  ['soaprun', 'walking'],
  ['arcane-sector', 'walking'],
  ['doom-2077', 'walking'],
  ['crossfire', 'walking'],
  ['archipelago', 'checking'],
  ['lan', 'broadcasting'],
  ['retroarch', 'playing'],
])

function playScene(
  game: string,
  title: string,
  request: PlayerGroup,
  atMost?: number,
  forMinutes = minutes,
): Scene {
  const { players, behaviour } = request
  return {
    id: `${game}-${behaviour}`,
    game,
    doing: behaviour === 'plays' ? activities.get(game)! : behaviour,
    description: `${title}, ${players} ${behaviour === 'plays' ? 'play' : behaviour === 'idle' ? 'stand still' : 'with Bounces'}`,
    players,
    ...(atMost !== undefined && { atMost }),
    run: (length = forMinutes) => measureUsage(playerLoads.get(game)!, request, length),
  }
}

const scenes: readonly Scene[] = [
  playScene('soaprun', 'Soaprun', { players: 20, behaviour: 'plays' }, 0.009),
  playScene('arcane-sector', 'Arcane Sector', { players: 20, behaviour: 'plays' }, 0.011),
  // This scene runs for only one minute, because the room disconnects these silent clients after two minutes.
  playScene('arcane-sector', 'Arcane Sector', { players: 20, behaviour: 'idle' }, undefined, 1),
  playScene('doom-2077', 'DOOM-2077', { players: 16, behaviour: 'plays' }, 0.009),
  playScene('crossfire', 'Crossfire', { players: 20, behaviour: 'plays' }, 0.01),
  playScene('crossfire', 'Crossfire', { players: 20, behaviour: 'idle' }),
  playScene('lan', 'LAN', { players: 8, behaviour: 'plays' }, 0.009),
  playScene('lan', 'LAN', { players: 8, behaviour: 'idle' }),
  playScene('retroarch', 'RetroArch', { players: 4, behaviour: 'plays' }),
  playScene('archipelago', 'Archipelago', { players: 20, behaviour: 'plays' }, undefined, quietMinutes),
  playScene('archipelago', 'Archipelago', { players: 5, behaviour: 'bounces' }, undefined, quietMinutes),
]

const freeHoursWanted = 12
/**
 * Targets in dollars. `invalidClientsAtMost`: target per month for an empty room to which one invalid client per
 * minute connects. `multiworldAtMost`: target for a whole multiworld whose locations are checked one by one.
 */
const invalidClientsAtMost = 0.1
const multiworldAtMost = 0.05

function figuresOf({ id, description, players, atMost }: Scene): Figure[] {
  return [
    {
      id: `${id}-hour`,
      description: `${description}: per hour`,
      unit: '$',
      ...(atMost !== undefined && { atMost }),
    },
    ...(players > 0
      ? [{ id: `${id}-player`, description: `${description}: per player and hour`, unit: '$' }]
      : []),
    {
      id: `${id}-month`,
      description: `${description}: per month, day and night`,
      unit: '$',
      references: { 'a $5 machine': machinePerMonth },
    },
    {
      id: `${id}-free`,
      description: `${description}: hours per day on the free plan`,
      unit: 'h',
      atLeast: freeHoursWanted,
    },
  ]
}

const gamesWithLoads = [...playerLoads.keys()]

async function run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void> {
  if (rounds > 1) onProgress('running only one round, because every round has the same result')
  for (const scene of scenes) {
    onProgress(scene.description)
    const usage = await scene.run()
    const anHour = pricePerHour(usage)
    samples.add(`${scene.id}-hour`, anHour)
    samples.add(`${scene.id}-player`, anHour / scene.players)
    samples.add(`${scene.id}-month`, anHour * hoursOfAMonth)
    samples.add(`${scene.id}-free`, freeHoursPerDay(usage).hours)
    if (scene.id === 'archipelago-plays') samples.add('multiworld', (anHour / checksPerHour) * checks)
  }
  for (const game of gamesWithLoads) {
    onProgress(`${game}: unknown connections`)
    const usage = await measureUsageOfRejectedClients(playerLoads.get(game)!, quietMinutes)
    samples.add(`${game}-strangers`, pricePerHour(usage) * hoursOfAMonth)
  }
}

/** A row of the output of `--json`: the usage of one room in one scene. */
export interface CostRow {
  readonly game: string
  readonly players: number
  readonly doing: string
  readonly dollarsPerRoomHour: number
  readonly rowsWrittenPerSecond: number
  /** Messages from clients and sidecars to the room. */
  readonly messagesPerSecond: number
  /** The share of the time, from 0 to 1, for which the platform bills the room's memory. */
  readonly awakeShare: number
  readonly freePlanHoursPerDay: number
}

/**
 * The rows of the output of `--json`. `minutes`: simulated minutes of every scene; by default each scene has its own
 * duration.
 */
export async function costRows(onProgress: (line: string) => void, minutes?: number): Promise<CostRow[]> {
  const rows: CostRow[] = []
  for (const scene of scenes) {
    onProgress(scene.description)
    const usage = await scene.run(minutes)
    rows.push({
      ...{ game: scene.game, players: scene.players, doing: scene.doing },
      dollarsPerRoomHour: pricePerHour(usage),
      rowsWrittenPerSecond: usage.rowsWritten / usage.seconds,
      messagesPerSecond: usage.messages / usage.seconds,
      awakeShare: usage.awakeSeconds / usage.seconds,
      freePlanHoursPerDay: freeHoursPerDay(usage).hours,
    })
  }
  return rows
}

export const costBench: Bench = {
  name: 'cost',
  description: 'price of a room on Cloudflare, counted under simulated time',
  figures: [
    ...scenes.flatMap(figuresOf),
    {
      id: 'multiworld',
      description: `Archipelago, ${checks.toLocaleString('en')} separate checks of a multiworld: total`,
      unit: '$',
      atMost: multiworldAtMost,
    },
    ...gamesWithLoads.map((game) => ({
      id: `${game}-strangers`,
      description: `${game}, empty, one unknown connection per minute: per month`,
      unit: '$',
      atMost: invalidClientsAtMost,
    })),
  ],
  run,
  json: async (onProgress) => ({ cost: await costRows(onProgress) }),
}
