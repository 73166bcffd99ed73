// A hundred players on sixty maps of an imported world. The real room and its link run in this process under simulated
// time, so that the CPU time of each tick and command can be measured.

import { setTimeout as delay } from 'node:timers/promises'
import { type Records, TransactionStore } from '../../durable-objects/storage/records.ts'
import { type ImportedAtlas, openImportedAtlas } from '../../games/crossfire/import/world/imported-atlas.ts'
import { mapKey } from '../../games/crossfire/import/world/stored-records.ts'
import { crossfire } from '../../games/crossfire/index.ts'
import { characterKey } from '../../games/crossfire/model/records/player-record.ts'
import { type FromClient, fromClient } from '../../games/crossfire/protocol/packets/index.ts'
import type { Game, World } from '../../games/game.ts'
import { type HarnessClient, RoomHarness } from '../../test/room-harness.ts'
import { importedWorldCharacterChoices, setupSettings, testPassword } from '../crossfire/new-client.ts'

export const crowdSize = { players: 100, maps: 60 } as const
/** Each player sends these commands in turn, one every `commandIntervalMs` milliseconds. */
export const commands = ['east', 'stay', 'north', 'search', 'west', 'say hello', 'south', 'stay'] as const
export const commandIntervalMs = 250
const stepMs = 10
/**
 * Seconds before the measurement, in which the room opens maps and V8 compiles code. V8 still compiles after ten
 * seconds.
 */
const warmSeconds = 60

/** CPU times in milliseconds: `ticks` has one value per tick, `answers` one per command with its answer. */
export interface CrowdTimes {
  readonly ticks: number[]
  readonly answers: number[]
  /** CPU time of the room, the clients and the link for each second of the room's time. */
  readonly seconds: number[]
  readonly maps: number
}

/**
 * Runs the players for `seconds` measured seconds. `records`: the records of a room that was created from archives.
 * `onSecond` is called after each measured second, from 1, and may clear the recorded times.
 */
export async function playOnManyMaps(
  records: Records,
  players: number,
  maps: number,
  seconds: number,
  onSecond: (second: number, times: Omit<CrowdTimes, 'maps'>) => void = () => {},
): Promise<CrowdTimes> {
  const ticks: number[] = []
  let world: World | undefined
  const game: Game = {
    ...(crossfire as Game),
    openWorld(...args) {
      world = timedTicks((crossfire as Game).openWorld(...args), ticks)
      return world
    },
  }
  const stage = await RoomHarness.create(game, { records })
  const names = Array.from({ length: players }, (_, n) => characterName(n))
  for (const name of names) leave(stage, await enter(stage, name, 'new'))
  stage.pass(10_000)
  spreadOverMaps(records, names, maps)
  stage.hibernate()
  const crowd: HarnessClient[] = []
  for (const name of names) crowd.push(await enter(stage, name, 'known'))
  const answers: number[] = []
  const perSecond: number[] = []
  for (let second = -warmSeconds; second < seconds; second++) {
    if (second === 0) for (const times of [ticks, answers, perSecond]) times.length = 0
    const before = process.cpuUsage()
    for (let ms = 0; ms < 1000; ms += stepMs) {
      for (const [n, client] of crowd.entries())
        if ((ms + n * stepMs) % commandIntervalMs === 0) {
          const count = Math.floor(((second + warmSeconds) * 1000 + ms) / commandIntervalMs) + n
          const began = process.cpuUsage()
          const text = commands[count % commands.length]!
          say(client, { type: 'ncom', packet: count % 256, repeat: -1, text })
          stage.clock.settle()
          answers.push(cpuTimeSince(began))
        }
      stage.pass(stepMs)
      // The crowd keeps no received frames, because garbage collections would spend most of their time on copying them.
      for (const { received } of crowd) received.length = 0
    }
    perSecond.push(cpuTimeSince(before))
    if (second >= 0) onSecond(second + 1, { ticks, answers, seconds: perSecond })
  }
  const lost = crowd.filter(({ closedFor }) => closedFor !== undefined)
  if (lost.length > 0) throw new Error(`${lost.length} players were disconnected: ${lost[0]!.closedFor}`)
  const view = (crossfire as Game).publicState(world!) as {
    readonly players: readonly { readonly map: string }[]
  }
  return { ticks, answers, seconds: perSecond, maps: new Set(view.players.map(({ map }) => map)).size }
}

function timedTicks(world: World, ticks: number[]): World {
  const tick = world.tick.bind(world)
  world.tick = (now) => {
    const began = process.cpuUsage()
    tick(now)
    ticks.push(cpuTimeSince(began))
  }
  return world
}

async function enter(harness: RoomHarness, name: string, who: 'new' | 'known'): Promise<HarnessClient> {
  const client = harness.client()
  const until = async (word: string) => {
    // Hashing a password takes real time. During the hashing only little simulated time may pass, because a new client
    // has ten simulated seconds to log in.
    for (let tries = 0; !heard(client, word); tries++) {
      if (tries > 5000 || client.closedFor !== undefined) throw new Error(`${name} did not receive ${word}`)
      await delay(2)
      harness.pass(1)
    }
  }
  await until('version')
  say(client, { type: 'version', cs: 1023, sc: 1029, info: 'bench' })
  say(client, { type: 'setup', settings: setupSettings })
  say(client, { type: who === 'new' ? 'accountnew' : 'accountlogin', name, password: testPassword })
  await until('accountplayers')
  const choices = importedWorldCharacterChoices
  if (who === 'new') say(client, { type: 'createplayer', name, password: testPassword, choices })
  else say(client, { type: 'accountplay', name })
  await until('addme_success')
  return client
}

function leave(harness: RoomHarness, client: HarnessClient): void {
  client.call.clientClosed('client closed')
  harness.pass(stepMs)
}

/** Moves the characters to the entrances of `maps` maps, evenly chosen from the whole world. */
export function spreadOverMaps(records: Records, names: readonly string[], maps: number): void {
  const store = new TransactionStore(records, 'game/', new Map())
  const atlas = openImportedAtlas(store) as ImportedAtlas | undefined
  if (!atlas) throw new Error('the room was not created from archives')
  const all = Array.from(store.list(mapKey('')), ([key]) => key.slice(mapKey('').length)).filter(
    (map) => !map.startsWith('/styles/'),
  )
  const chosen = Array.from({ length: maps }, (_, place) => all[Math.floor((place * all.length) / maps)]!)
  for (const [n, name] of names.entries()) {
    const level = chosen[n % maps]!
    const key = characterKey(name)
    const place = { level, ...(atlas.landing(level) ?? { x: 0, y: 0 }) }
    const character = { ...(store.get(key) as object), place }
    records.write(new Map([[`game/${key}`, JSON.stringify(character)]]))
  }
}

const say = (client: HarnessClient, packet: FromClient) => client.call.sendFrame(fromClient.encode(packet))

function heard(client: HarnessClient, word: string): boolean {
  return client.received.some((frame) =>
    Buffer.from(frame as Uint8Array)
      .toString('latin1', 0, 24)
      .startsWith(word),
  )
}

export const characterName = (n: number) =>
  `Apart${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`

/** CPU time of this process since `began`, in milliseconds. */
export function cpuTimeSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
