// The cost of a room on Cloudflare in dollars, counted under simulated time, so independent of the machine.

import { freeHoursPerDay, pricePerHour, type Usage } from '../../durable-objects/usage/prices.ts'
import type { Bench, Figure, Samples } from '../bench.ts'
import { type Crowd, loads, measureUsage, measureUsageOfRejectedClients } from './loads.ts'

/** Dollars per month of a machine with a public address, on which `packetboat start` serves some seven such rooms. */
const machinePerMonth = 5
const hoursOfAMonth = 720
/** Number of checks in the multiworld, and checks per hour. */
const checks = 12_761
const checksPerHour = 240
/** Simulated minutes of a scene; the second for scenes where little happens. */
const minutes = 5
const quietMinutes = 120

interface Scene {
  readonly id: string
  readonly game: string
  /** The activity of the players, in a word. */
  readonly doing: string
  readonly what: string
  readonly players: number
  /** Target: maximum dollars per hour. */
  readonly atMost?: number
  /** The usage of these simulated minutes. */
  run(minutes?: number): Promise<Usage>
}

/** The activities of playing clients (`players/`). */
const activities: ReadonlyMap<string, string> = new Map([
  ['soaprun', 'walking'],
  ['arcane-sector', 'walking'],
  ['doom-2077', 'walking'],
  ['crossfire', 'walking'],
  ['archipelago', 'checking'],
  ['lan', 'broadcasting'],
  ['retroarch', 'playing'],
])

function crowd(game: string, title: string, request: Crowd, atMost?: number, forMinutes = minutes): Scene {
  const { players, mood } = request
  return {
    id: `${game}-${mood}`,
    game,
    doing: mood === 'plays' ? activities.get(game)! : mood,
    what: `${title}, ${players} ${mood === 'plays' ? 'play' : mood === 'idle' ? 'stand still' : 'with Bounces'}`,
    players,
    ...(atMost !== undefined && { atMost }),
    run: (length = forMinutes) => measureUsage(loads.get(game)!, request, length),
  }
}

const scenes: readonly Scene[] = [
  crowd('soaprun', 'Soaprun', { players: 20, mood: 'plays' }, 0.009),
  crowd('arcane-sector', 'Arcane Sector', { players: 20, mood: 'plays' }, 0.011),
  // Silent clients are closed after two minutes.
  crowd('arcane-sector', 'Arcane Sector', { players: 20, mood: 'idle' }, undefined, 1),
  crowd('doom-2077', 'DOOM-2077', { players: 16, mood: 'plays' }, 0.009),
  crowd('crossfire', 'Crossfire', { players: 20, mood: 'plays' }, 0.01),
  crowd('crossfire', 'Crossfire', { players: 20, mood: 'idle' }),
  crowd('lan', 'LAN', { players: 8, mood: 'plays' }, 0.009),
  crowd('lan', 'LAN', { players: 8, mood: 'idle' }),
  crowd('retroarch', 'RetroArch', { players: 4, mood: 'plays' }),
  crowd('archipelago', 'Archipelago', { players: 20, mood: 'plays' }, undefined, quietMinutes),
  crowd('archipelago', 'Archipelago', { players: 5, mood: 'bounces' }, undefined, quietMinutes),
]

const freeHoursWanted = 12
/** Targets in dollars: per month for one invalid client a minute, and in all for a multiworld of single checks. */
const strangersAtMost = 0.1
const multiworldAtMost = 0.05

function figuresOf({ id, what, players, atMost }: Scene): Figure[] {
  return [
    { id: `${id}-hour`, what: `${what}: per hour`, unit: '$', ...(atMost !== undefined && { atMost }) },
    ...(players > 0 ? [{ id: `${id}-player`, what: `${what}: per player and hour`, unit: '$' }] : []),
    {
      id: `${id}-month`,
      what: `${what}: per month, day and night`,
      unit: '$',
      references: { 'a $5 machine': machinePerMonth },
    },
    {
      id: `${id}-free`,
      what: `${what}: hours per day on the free plan`,
      unit: 'h',
      atLeast: freeHoursWanted,
    },
  ]
}

const strangers = [...loads.keys()]

async function run(rounds: number, samples: Samples, onProgress: (line: string) => void): Promise<void> {
  // Simulated, so every round gives the same result.
  if (rounds > 1) onProgress('one round; more would count the same')
  for (const scene of scenes) {
    onProgress(scene.what)
    const usage = await scene.run()
    const anHour = pricePerHour(usage)
    samples.add(`${scene.id}-hour`, anHour)
    samples.add(`${scene.id}-player`, anHour / scene.players)
    samples.add(`${scene.id}-month`, anHour * hoursOfAMonth)
    samples.add(`${scene.id}-free`, freeHoursPerDay(usage).hours)
    if (scene.id === 'archipelago-plays') samples.add('multiworld', (anHour / checksPerHour) * checks)
  }
  for (const game of strangers) {
    onProgress(`${game}: unknown connections`)
    const usage = await measureUsageOfRejectedClients(loads.get(game)!, quietMinutes)
    samples.add(`${game}-strangers`, pricePerHour(usage) * hoursOfAMonth)
  }
}

/** One row of `--json`: a scene, per room. */
export interface CostRow {
  readonly game: string
  readonly players: number
  readonly doing: string
  readonly dollarsPerRoomHour: number
  readonly rowsWrittenPerSecond: number
  /** From clients and sidecars. */
  readonly messagesPerSecond: number
  /** 0 to 1: the part of the time in which the platform bills the room's memory. */
  readonly awakeShare: number
  readonly freePlanHoursPerDay: number
}

/** One row per scene, for programs. `minutes`: simulated; default: each scene's own. */
export async function costRows(onProgress: (line: string) => void, minutes?: number): Promise<CostRow[]> {
  const rows: CostRow[] = []
  for (const scene of scenes) {
    onProgress(scene.what)
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

export const cost: Bench = {
  name: 'cost',
  about: 'price of a room on Cloudflare, counted under simulated time',
  figures: [
    ...scenes.flatMap(figuresOf),
    {
      id: 'multiworld',
      what: `Archipelago, ${checks.toLocaleString('en')} separate checks of a multiworld: total`,
      unit: '$',
      atMost: multiworldAtMost,
    },
    ...strangers.map((game) => ({
      id: `${game}-strangers`,
      what: `${game}, empty, one unknown connection per minute: per month`,
      unit: '$',
      atMost: strangersAtMost,
    })),
  ],
  run,
  json: async (onProgress) => ({ cost: await costRows(onProgress) }),
}
