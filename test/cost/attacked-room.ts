// Measures a room under attack: the real Room and a real sidecar link under simulated time
// (bench/cost/simulated-room.ts), with one ordinary player, some bystanders, and attackers that send as much as the
// room accepts.
import { vi } from 'vitest'
import { archipelagoFrame } from '../../bench/attackers/archipelago-attack-messages.ts'
import {
  arcaneMessage,
  bounceTargetTags,
  crossfireMessage,
  doomMessage,
  soaprunMessage,
} from '../../bench/attackers/attack-messages.ts'
import { type Attack, gameOf } from '../../bench/attackers/attacks.ts'
import { playerLoads } from '../../bench/cost/loads.ts'
import type { PlayerLoad } from '../../bench/cost/players/load.ts'
import { type ClientProgram, type LoadClient, MeteredRoom } from '../../bench/cost/simulated-room.ts'
import { percentile } from '../../bench/statistics.ts'
import { WorkQuota } from '../../durable-objects/room/sessions/work-quota.ts'
import { fromClient as fromArcaneClient } from '../../games/arcane-sector/packets.ts'
import { fromClient as fromCrossfireClient } from '../../games/crossfire/protocol/packets/index.ts'
import { fromClient as fromDoomClient } from '../../games/doom-2077/packets.ts'
import type { Frame } from '../../games/game.ts'
import { playerSpawn } from '../../games/soaprun/board/board.ts'
import { fromClient as fromSoaprunClient } from '../../games/soaprun/packets.ts'
import { latin1 } from '../../wire/index.ts'
import { splitJsonList } from '../../wire/link/json-split.ts'

/** Resources that the attackers consumed, and the effect on other clients. The values do not depend on the machine. */
export interface AttackCost {
  /** Events per second of all attackers together. */
  readonly turns: number
  /** Steps per second charged for these events. */
  readonly steps: number
  /** Maximum number of the attackers' steps that run at one instant, in which the room serves no other client. */
  readonly stepsAtOnce: number
  /** Bytes per second sent to one bystander. */
  readonly bystanderBytesPerSecond: number
  /** The 99th percentile of the ordinary player's response times, in simulated milliseconds. */
  readonly waitMs: number
}

/** Texts by which a request and its response are recognized in frames of the game, to measure response times. */
interface RequestPattern {
  readonly request: string
  readonly response: string
  /** A request that the ordinary player sends in addition, every `everyMs` milliseconds. */
  readonly extra?: { readonly frame: Frame; readonly everyMs: number }
}

const requestPatterns: { readonly [game: string]: RequestPattern } = {
  archipelago: {
    request: '"Get"',
    response: '"Retrieved"',
    extra: { frame: '[{"cmd":"Get","keys":["nothing"]}]', everyMs: 100 },
  },
  crossfire: { request: 'ncom', response: 'comc' },
  soaprun: { request: 'myPo', response: 'Flds' },
  'arcane-sector': { request: 'MOVE', response: 'POSI' },
  'doom-2077': { request: 'PING', response: 'PONG' },
}

const frameContains = (frame: Frame, word: string) =>
  (typeof frame === 'string' ? frame : latin1.decode(frame)).includes(word)

const attackersAddress = '192.0.2.'

/** Creates the frames of an attacker's burst: more than the room accepts before the next burst. */
function burstOf(attack: Attack): (round: number) => readonly Frame[] {
  const [game, how] = attack.split(' ') as [string, string]
  if (game === 'archipelago') {
    const parts = splitJsonList(archipelagoFrame(how, []))
    const atOnce = Math.min(parts.length, 50)
    return (round) => Array.from({ length: atOnce }, (_, i) => parts[(round * atOnce + i) % parts.length]!)
  }
  const encoded: { readonly [game: string]: (nth: number) => Uint8Array } = {
    crossfire: (nth) => fromCrossfireClient.encode(crossfireMessage(how, nth)),
    soaprun: (nth) => fromSoaprunClient.encode(soaprunMessage(playerSpawn, nth)),
    'arcane-sector': (nth) => fromArcaneClient.encode(arcaneMessage(nth)),
    'doom-2077': (nth) => fromDoomClient.encode(doomMessage(nth)),
  }
  return (round) => Array.from({ length: 10 }, (_, i) => encoded[game]!(round * 10 + i))
}

const bystanders = 4
const attackers = 4
/** Milliseconds between bursts, so that an attacker sends 500 packets or 50 large frames a second. */
const everyMs = 20
/**
 * For attackers that save up their quota: milliseconds between two sends, and the number of bursts that they send
 * together.
 */
const savedMs = 2500
const savedBursts = 10
/** Simulated time in which all clients log in. */
const loginMs = 6_000
/** Simulated time before the count starts, in which the attackers use up their burst quotas. */
const warmUpMs = 2_000
const countedMs = 5_000

/**
 * Measures one room with each of these numbers of attackers in turn. Every attacker has its own address. Throws if a
 * client is disconnected.
 */
export async function attackCost(
  attack: Attack,
  counts: readonly number[],
  saves?: 'saves',
): Promise<readonly AttackCost[]> {
  const game = gameOf(attack)
  const load = playerLoads.get(game)!
  const room = await MeteredRoom.create(load.setup)
  const { work } = load.setup.game.limits(load.setup.options ?? {})
  const now = () => room.now
  const waits: number[] = []
  let received = 0
  let attacking = 0
  const connect = (address: string, n: number, program: (client: LoadClient) => ClientProgram) =>
    room.connectClient(load.transport, 'sidecar', program, `${address}${n}`)
  connect('198.51.100.', 0, (client) => ordinaryPlayer(load, requestPatterns[game]!, client, now, waits))
  for (let n = 1; n <= bystanders; n++)
    connect('203.0.113.', n, (client) => {
      const program = load.player(n, 'idle', tagged(client))
      return {
        receive(frame) {
          received += frame.length
          program.receive(frame)
        },
      }
    })
  for (let n = 1; n <= attackers; n++)
    connect(attackersAddress, n, (client) => {
      const burst = burstOf(attack)
      let round = n
      client.every(saves ? savedMs : everyMs, () => {
        for (let i = 0; n <= attacking && i < (saves ? savedBursts : 1); i++)
          for (const frame of burst(round++)) client.send(frame)
      })
      return load.player(bystanders + n, 'idle', client)
    })
  await room.advance(loginMs)
  const all: AttackCost[] = []
  for (attacking of counts) {
    await room.advance(warmUpMs)
    using charges = new ChargeCounter(work?.chargesOwnSends ?? false)
    waits.length = 0
    received = 0
    await room.advance(countedMs)
    const seconds = countedMs / 1000
    all.push({
      turns: charges.turns / seconds,
      steps: charges.steps / seconds,
      stepsAtOnce: charges.maxAtOnce,
      bystanderBytesPerSecond: received / bystanders / seconds,
      waitMs: percentile(waits, 0.99),
    })
  }
  if (room.closed.length > 0) throw new Error(`closed: ${room.closed.join()}`)
  return all
}

function ordinaryPlayer(
  load: PlayerLoad,
  { request, response, extra }: RequestPattern,
  client: LoadClient,
  now: () => number,
  waits: number[],
): ClientProgram {
  const sentAt: number[] = []
  const say = (frame: Frame) => {
    if (frameContains(frame, request)) sentAt.push(now())
    client.send(frame)
  }
  const program = load.player(0, 'plays', { ...client, send: say })
  if (extra) client.after(loginMs, () => client.every(extra.everyMs, () => say(extra.frame)))
  return {
    receive(frame) {
      if (frameContains(frame, response) && sentAt.length > 0) waits.push(now() - sentAt.shift()!)
      program.receive(frame)
    },
  }
}

/** A bystander of Archipelago that has the tags to which the attackers' Bounce packets are addressed. */
function tagged(client: LoadClient): LoadClient {
  return {
    ...client,
    send: (frame) =>
      client.send(
        typeof frame === 'string'
          ? frame.replace('"tags":["AP"]', `"tags":${JSON.stringify(bounceTargetTags)}`)
          : frame,
      ),
  }
}

/** Counts the charges of the attackers' events from now on. */
class ChargeCounter implements Disposable {
  turns = 0
  steps = 0
  maxAtOnce = 0
  #at = Number.NaN
  #atOnce = 0
  readonly #spy

  /**
   * `countsSends`: whether the game itself charges for the frames that it sends, so that the room charges nothing for
   * them.
   */
  constructor(countsSends: boolean) {
    const charge = WorkQuota.prototype.charge
    const count = (steps: number, now: number) => this.#count(steps, now)
    this.#spy = vi.spyOn(WorkQuota.prototype, 'charge').mockImplementation(function (
      this: WorkQuota,
      ...turn
    ) {
      const [session, { spent, sent }, now] = turn
      if (session.connection.address.startsWith(attackersAddress))
        count(countsSends ? spent : spent + sent, now)
      return charge.apply(this, turn)
    })
  }

  #count(steps: number, now: number): void {
    this.turns++
    this.steps += steps
    this.#atOnce = now === this.#at ? this.#atOnce + steps : steps
    this.#at = now
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#atOnce)
  }

  [Symbol.dispose](): void {
    this.#spy.mockRestore()
  }
}
