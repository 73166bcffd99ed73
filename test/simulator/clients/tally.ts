// Clients of the counting game. Each client counts under its own name, so that no two clients share a count.
import type { Frame } from '../../../games/game.ts'
import {
  type ClientModel,
  changesAreDurable,
  type DurableRecords,
  oneAnswer,
  violate,
} from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

const utf8 = new TextEncoder()
const text = (frame: Frame) => (typeof frame === 'string' ? frame : new TextDecoder().decode(frame))

/** A command, its answer (or undefined for none), and the amount that it adds to the total of the client's name. */
interface PendingCommand {
  readonly answer: RegExp | undefined
  readonly adds: number
  readonly last: boolean
}

const commands = [
  [30, '+'],
  [6, 'w'],
  [4, 'm'],
  [8, 'n'],
  [5, '.'],
  [4, 's'],
  [3, 'p'],
  [2, 'b'],
  [3, 'd'],
  [1, 'q'],
  [0.3, 'e'],
  [0.3, 'x'],
] as const

export class TallyClient implements ClientModel {
  readonly name: string
  readonly #random: SeededRandom
  readonly #unanswered: PendingCommand[] = []
  #hasGreeting = false
  #introduced = false
  #ops = 0
  /** `sent`: the sum that the client has sent. `acknowledged`: the sum that the room has acknowledged. */
  sent = 0
  acknowledged = 0
  over = false

  /** Delayed commands: the number of sent ones, the number of acknowledged ones, and the time at which all are due. */
  dues = 0
  readonly #wanted: number[] = []
  duesTold = 0
  dueAt = Number.NEGATIVE_INFINITY
  /** The true time in milliseconds, without the skew of any clock. */
  readonly now: () => number

  constructor(n: number, random: SeededRandom, now: () => number) {
    this.now = now
    this.name = `p${n}`
    this.#random = random
  }

  get isWaiting(): boolean {
    return this.#unanswered.some(({ answer }) => answer !== undefined) || (!this.#hasGreeting && !this.over)
  }

  mayBeClosedFor(reason: string): boolean {
    return this.over && ['asked for', 'e: not a command', 'a fault of the room'].includes(reason)
  }

  nextFrame(): Frame | undefined {
    if (!this.#hasGreeting || this.over) return undefined
    if (!this.#introduced) {
      this.#introduced = true
      return this.#say(`i${this.name}`, /^I/, 0)
    }
    return this.#command(this.#random.chooseWeighted(commands))
  }

  #command(command: string): Frame {
    const op = ++this.#ops
    switch (command) {
      case '+':
        return this.#say('+', new RegExp(`^\\+${op} `), 1)
      case 'w':
        return this.#say('w', new RegExp(`^w${op} `), 1)
      case 'm': {
        // A command in three parts, each of which has an answer.
        const answer = new RegExp(`^m${op} `)
        for (let part = 1; part < 3; part++) this.#say('m', answer, 1)
        return this.#say('m', answer, 1)
      }
      case '.':
        return this.#say('.', new RegExp(`^\\.${op} `), 0)
      case 's':
        return this.#say(`s${op}`, new RegExp(`^s${this.name}: ${op}$`), 0)
      case 'p':
        return this.#say('p', new RegExp(`^p${op}$`), 0)
      case 'b': {
        const size = this.#random.choose([10, 3000, 70_000])
        return this.#say(`b${size}`, new RegExp(`^b{${Math.min(size, 1000)},}$`), 0)
      }
      case 'd':
        this.dues++
        this.#wanted.push(this.#random.integerBetween(10, 9000))
        return this.#say(`d${this.#wanted.at(-1)}`, new RegExp(`^d${op}$`), 0)
      case 'q':
        this.over = true
        return this.#say('q', /^bye$/, 0, true)
      case 'e':
      case 'x':
        this.over = true
        return this.#say(command, undefined, 0, true)
      default:
        return this.#say('n', undefined, 0)
    }
  }

  #say(command: string, answer: RegExp | undefined, adds: number, last = false): Frame {
    this.#unanswered.push({ answer, adds, last })
    this.sent += adds
    return utf8.encode(command)
  }

  onFrame(frame: Frame, records: DurableRecords): void {
    const received = text(frame)
    if (received === 'W') return this.#greet()
    if (received.startsWith('R') || this.#isFromOthers(received)) return
    // Before the command that this frame answers, the room has applied all earlier commands that have no answer.
    while (this.#unanswered[0] && !this.#unanswered[0].answer) this.#unanswered.shift()
    const [first] = this.#unanswered
    if (!first?.answer?.test(received))
      violate(oneAnswer, `${this.name} received ${received.slice(0, 40)}, expected ${first?.answer}`)
    this.#unanswered.shift()
    if (received.startsWith('d')) {
      this.duesTold++
      this.dueAt = Math.max(this.dueAt, this.now() + this.#wanted.shift()!)
    }
    if (first.adds > 0) this.#believe(received, first.adds, records)
  }

  #greet(): void {
    if (this.#hasGreeting) violate(oneAnswer, `${this.name} received two greetings`)
    this.#hasGreeting = true
  }

  #isFromOthers(received: string): boolean {
    return received === 'p' || (received.startsWith('s') && !received.startsWith(`s${this.name}: `))
  }

  /** The answer contains the total, which must be durable. */
  #believe(received: string, adds: number, records: DurableRecords): void {
    this.acknowledged += adds
    const total = Number(received.split(' ')[1])
    if (total !== this.acknowledged)
      violate('exactly once', `${this.name} has ${total}, but ${this.acknowledged} were acknowledged`)
    const durable = Number(records.get(`total/${this.name}`) ?? 0)
    if (durable < total)
      violate(changesAreDurable, `${this.name} received ${total}, but ${durable} are durable`)
  }
}
