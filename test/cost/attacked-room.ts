// A room under attack, counted: the real Room and a sidecar's real link under simulated time (bench/cost/simulated-room.ts), one who
// plays as people do, some who stand by, and those who send all that the room takes of them.
import { vi } from 'vitest'
import { archipelagoFrame } from '../../bench/attackers/archipelago-attack-messages.ts'
import { type Attack, gameOf } from '../../bench/attackers/crowd-process.ts'
import { arcaneMessage, bouncedTags, crossfireMessage, doomMessage, soaprunMessage } from '../../bench/attackers/attack-messages.ts'
import { loads } from '../../bench/cost/loads.ts'
import type { Load } from '../../bench/cost/players/load.ts'
import { MeteredRoom, type Program, type Voice } from '../../bench/cost/simulated-room.ts'
import { percentile } from '../../bench/statistics.ts'
import { WorkQuota } from '../../durable-objects/room/sessions/work-quota.ts'
import { fromClient as fromArcaneClient } from '../../games/arcane-sector/packets.ts'
import { fromClient as fromCrossfireClient } from '../../games/crossfire/protocol/packets/index.ts'
import { fromClient as fromDoomClient } from '../../games/doom-2077/packets.ts'
import type { Frame } from '../../games/game.ts'
import { spawn } from '../../games/soaprun/board/board.ts'
import { fromClient as fromSoaprunClient } from '../../games/soaprun/packets.ts'
import { latin1 } from '../../wire/index.ts'
import { splitJsonList } from '../../wire/link/json-split.ts'

/** What the attackers bought, and what it was to others. None of it depends on the machine. */
export interface AttackCost {
  /** A second of the room's: turns of all attackers together, and the steps that these are charged for. */
  readonly turns: number
  readonly steps: number
  /** The most steps of theirs in one moment, in which nobody else has a turn. */
  readonly stepsAtOnce: number
  /** Bytes a second that one who stands by hears. */
  readonly heard: number
  /** The hundredth of the honest player's waits for an answer, of the simulated clock's milliseconds. */
  readonly waitMs: number
}

/** What a player asks in the ordinary course, and by what he knows that he was answered: words of his game's packets. */
interface Asking {
  readonly asks: string
  readonly answers: string
  /** What he asks beside what his program says by itself, so often. */
  readonly beside?: { readonly frame: Frame; readonly everyMs: number }
}

const asking: { readonly [game: string]: Asking } = {
  archipelago: {
    asks: '"Get"',
    answers: '"Retrieved"',
    beside: { frame: '[{"cmd":"Get","keys":["nothing"]}]', everyMs: 100 },
  },
  crossfire: { asks: 'ncom', answers: 'comc' },
  soaprun: { asks: 'myPo', answers: 'Flds' },
  'arcane-sector': { asks: 'MOVE', answers: 'POSI' },
  'doom-2077': { asks: 'PING', answers: 'PONG' },
}

const holds = (frame: Frame, word: string) =>
  (typeof frame === 'string' ? frame : latin1.decode(frame)).includes(word)

const attackersAddress = '192.0.2.'

/** All that one attacker says in one go, which is more than is taken of him until the next. */
function saidAtOnce(attack: Attack): (round: number) => readonly Frame[] {
  const [game, how] = attack.split(' ') as [string, string]
  if (game === 'archipelago') {
    const parts = splitJsonList(archipelagoFrame(how, []))
    const atOnce = Math.min(parts.length, 50)
    return (round) => Array.from({ length: atOnce }, (_, i) => parts[(round * atOnce + i) % parts.length]!)
  }
  const encoded: { readonly [game: string]: (nth: number) => Uint8Array } = {
    crossfire: (nth) => fromCrossfireClient.encode(crossfireMessage(how, nth)),
    soaprun: (nth) => fromSoaprunClient.encode(soaprunMessage(spawn, nth)),
    'arcane-sector': (nth) => fromArcaneClient.encode(arcaneMessage(nth)),
    'doom-2077': (nth) => fromDoomClient.encode(doomMessage(nth)),
  }
  return (round) => Array.from({ length: 10 }, (_, i) => encoded[game]!(round * 10 + i))
}

const bystanders = 4
const attackers = 4
/** Between two goes: of packets 500 a second, of large frames 50. */
const everyMs = 20
/** Of those who save up what they may spend, and then all spend it at once: between two goes, and how many of them in one. */
const savedMs = 2500
const goesSaved = 10
/** All are in by then. */
const inMs = 6_000
/** What may be had at once is spent when it is counted. */
const spentMs = 2_000
const countedMs = 5_000

/**
 * What so many attackers buy, one count after the other in one room, each of them from an address of his own. Throws if
 * anybody is closed.
 */
export async function attackCost(
  attack: Attack,
  counts: readonly number[],
  saves?: 'saves',
): Promise<readonly AttackCost[]> {
  const game = gameOf(attack)
  const load = loads.get(game)!
  const room = await MeteredRoom.founded(load.founding)
  const { work } = load.founding.game.limits(load.founding.options ?? {})
  const now = () => room.now
  const waits: number[] = []
  let heard = 0
  let attacking = 0
  const come = (address: string, n: number, program: (voice: Voice) => Program) =>
    room.come(load.transport, 'sidecar', program, `${address}${n}`)
  come('198.51.100.', 0, (voice) => honest(load, asking[game]!, voice, now, waits))
  for (let n = 1; n <= bystanders; n++)
    come('203.0.113.', n, (voice) => {
      const program = load.player(n, 'still', tagged(voice))
      return {
        hears(frame) {
          heard += frame.length
          program.hears(frame)
        },
      }
    })
  for (let n = 1; n <= attackers; n++)
    come(attackersAddress, n, (voice) => {
      const goes = saidAtOnce(attack)
      let round = n
      voice.every(saves ? savedMs : everyMs, () => {
        for (let go = 0; n <= attacking && go < (saves ? goesSaved : 1); go++)
          for (const frame of goes(round++)) voice.say(frame)
      })
      return load.player(bystanders + n, 'still', voice)
    })
  await room.pass(inMs)
  const all: AttackCost[] = []
  for (attacking of counts) {
    await room.pass(spentMs)
    using spent = new Spent(work?.chargesOwnSends ?? false)
    waits.length = 0
    heard = 0
    await room.pass(countedMs)
    const seconds = countedMs / 1000
    all.push({
      turns: spent.turns / seconds,
      steps: spent.steps / seconds,
      stepsAtOnce: spent.mostAtOnce,
      heard: heard / bystanders / seconds,
      waitMs: percentile(waits, 0.99),
    })
  }
  if (room.closed.length > 0) throw new Error(`closed: ${room.closed.join()}`)
  return all
}

/** Tells from his words what he asked when, and notes how long each answer took. */
function honest(
  load: Load,
  { asks, answers, beside }: Asking,
  voice: Voice,
  now: () => number,
  waits: number[],
): Program {
  const asked: number[] = []
  const say = (frame: Frame) => {
    if (holds(frame, asks)) asked.push(now())
    voice.say(frame)
  }
  const program = load.player(0, 'plays', { ...voice, say })
  if (beside) voice.after(inMs, () => voice.every(beside.everyMs, () => say(beside.frame)))
  return {
    hears(frame) {
      if (holds(frame, answers) && asked.length > 0) waits.push(now() - asked.shift()!)
      program.hears(frame)
    },
  }
}

/** Archipelago's listeners have the tags that are bounced to. */
function tagged(voice: Voice): Voice {
  return {
    ...voice,
    say: (frame) =>
      voice.say(
        typeof frame === 'string'
          ? frame.replace('"tags":["AP"]', `"tags":${JSON.stringify(bouncedTags)}`)
          : frame,
      ),
  }
}

/** What attackers' turns are charged from now on. */
class Spent implements Disposable {
  turns = 0
  steps = 0
  mostAtOnce = 0
  #at = Number.NaN
  #atOnce = 0
  readonly #spy

  /** `countsSends`: the game does, and what the room would add is not charged. */
  constructor(countsSends: boolean) {
    const charge = WorkQuota.prototype.charge
    const count = (steps: number, now: number) => this.#count(steps, now)
    this.#spy = vi.spyOn(WorkQuota.prototype, 'charge').mockImplementation(function (
      this: WorkQuota,
      ...turn
    ) {
      const [seat, { spent, sent }, now] = turn
      if (seat.connection.address.startsWith(attackersAddress)) count(countsSends ? spent : spent + sent, now)
      return charge.apply(this, turn)
    })
  }

  #count(steps: number, now: number): void {
    this.turns++
    this.steps += steps
    this.#atOnce = now === this.#at ? this.#atOnce + steps : steps
    this.#at = now
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
  }

  [Symbol.dispose](): void {
    this.#spy.mockRestore()
  }
}
