// Sends the clients' datagrams of a recording to a room, each at its recorded time, and compares the room's answers
// with those of the original server.
import { readFileSync } from 'node:fs'
import type { FromServer } from '../../../games/doom-2077/packets.ts'
import type { Options } from '../../../games/game.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { DoomTestRoom, type TestClient } from './test-client.ts'
import { datagramsOf } from './transcripts.ts'

const recordedArena = new URL('./fixtures/maps/recorded-arena.wad', import.meta.url)
/** Milliseconds that the room has to answer the last datagram. */
const afterwards = 50

export interface Replay {
  readonly room: DoomTestRoom
  readonly testClients: ReadonlyMap<string, TestClient>
}

/** `transport`: WebSocket for scripts, which do not send the echoes that address validation over UDP needs. */
export async function replay(name: string, transport: Transport = 'websocket'): Promise<Replay> {
  const room = await DoomTestRoom.create(optionsOf(name), new Uint8Array(readFileSync(recordedArena)))
  const testClients = new Map<string, TestClient>()
  let last = 0
  for (const { client, dir, t, bytes } of datagramsOf(name)) {
    room.advance(Math.max(0, t - room.now))
    last = Math.max(last, t)
    if (dir !== 'c2s') continue
    const testClient =
      testClients.get(client) ?? room.connectFrom(`192.0.2.${testClients.size + 1}`, transport)
    // The recorded MOVEs echo positions of the recorded server, so over UDP the test client answers the room's
    // positions.
    testClient.answersPositions = transport === 'udp'
    testClients.set(client, testClient)
    testClient.sendBytes(bytes)
  }
  room.advance(last + afterwards - room.now)
  return { room, testClients }
}

/** The options of the recorded server: `match-end-short` has shorter times, `server-full` has four players at most. */
function optionsOf(name: string): Options {
  if (name === 'match-end-short') return { matchSeconds: 6, pauseSeconds: 4 }
  return name === 'server-full' ? { maxPlayers: 4 } : {}
}

/** The message as a text to compare, or undefined if the message may differ from the recording. */
function comparableForm(message: FromServer): string | undefined {
  switch (message.type) {
    // These messages may differ: they depend on random spawns, or are repeated because datagrams can be lost.
    case 'MOVE':
    case 'HLTH':
    case 'DOST':
    case 'L_ST':
      return undefined
    // The original never sent text to one client alone.
    case 'TELL':
      return message.flags === 0 ? undefined : `TELL ${message.flags} ${message.msg}`
    case 'SCOR':
      return `SCOR ${[...message.names].join()} ${[...message.deaths].join()} ${[...message.kills].join()}`
    case 'WEAP':
      return `WEAP ${JSON.stringify(message.weapons)}`
    case 'PONG':
      return `PONG ${Buffer.from(message.data).toString('hex')}`
    default: {
      const { type, ...fields } = message
      return `${type} ${Object.values(fields).join(' ')}`
    }
  }
}

/** The messages as texts to compare, without scoreboards that equal the previous one. */
export function comparableForms(messages: readonly FromServer[]): readonly string[] {
  const found: string[] = []
  let scores = ''
  for (const one of messages.map(comparableForm)) {
    if (one === undefined || (one.startsWith('SCOR') && one === scores)) continue
    if (one.startsWith('SCOR')) scores = one
    found.push(one)
  }
  return found
}

/** Counts entries by kind: with `-` before the kind those only in `before`, with `+` those only in `after`. */
export function countDifferences(
  before: readonly string[],
  after: readonly string[],
): { readonly [kind: string]: number } {
  const counts: { [kind: string]: number } = {}
  const left = [...after]
  for (const one of before) {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    else counts[`-${kindOf(one)}`] = (counts[`-${kindOf(one)}`] ?? 0) + 1
  }
  for (const one of left) counts[`+${kindOf(one)}`] = (counts[`+${kindOf(one)}`] ?? 0) + 1
  return counts
}

/** The entries of `these` that occur equally often in `others`, in their order. */
export function commonEntries(these: readonly string[], others: readonly string[]): readonly string[] {
  const count = (list: readonly string[], one: string) => list.filter((other) => other === one).length
  return these.filter((one) => count(these, one) === count(others, one))
}

function kindOf(likeness: string): string {
  return likeness.slice(0, 4)
}
