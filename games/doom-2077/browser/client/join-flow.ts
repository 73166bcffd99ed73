import { type FromClient, pingBytes } from '../../packets.ts'

/** [DM-2.4] Milliseconds between two PINGs. The room's answers show that the connection works. */
const pingMs = 3000
/** Milliseconds from a refusal to the next JOIN. */
const retryMs = 3000
/** KICK reasons after which the client does not retry. */
const finalReasons: readonly string[] = ['Kicked.', 'Banned.', 'Erased.']

/**
 * `out`: the player has not joined, or the room refused the name. `asking`: the client has sent JOIN, or sends it as
 * soon as it is connected. `in`: accepted. `refused`: see `refusalReason`.
 */
export type JoinStage = 'out' | 'asking' | 'in' | 'refused'

export class JoinFlow {
  stage: JoinStage = 'out'
  refusalReason = ''
  name = ''
  readonly #send: (...messages: readonly FromClient[]) => void
  readonly #secret: string
  #pingedAt = 0
  #retryAt = Number.POSITIVE_INFINITY
  /** Whether the room has accepted this name before, so that the client retries after a refusal. */
  #wasAccepted = false

  /** `secret`: reclaims this browser's player after a lost connection [DM-2.15]. */
  constructor(send: (...messages: readonly FromClient[]) => void, secret: string) {
    this.#send = send
    this.#secret = secret
  }

  /** Joins, and joins again after every lost connection. */
  join(name: string, now: number): void {
    this.refusalReason = ''
    this.name = name
    this.#sendJoin(now)
  }

  /** Called when a new socket has opened. */
  onConnected(now: number): void {
    if (this.stage !== 'out') this.#sendJoin(now)
  }

  onDisconnected(): void {
    if (this.stage === 'in') this.stage = 'asking'
  }

  onAccepted(): void {
    this.stage = 'in'
    this.#wasAccepted = true
  }

  /** [DM-2.5] */
  onRefused(reason: string, now: number): void {
    const own = reason === 'Bad name.' || reason === 'Name already in use.'
    // If the room has accepted the name before, the client retries: the room may not have noticed yet that the old
    // connection is gone.
    const returns = this.#wasAccepted || !own
    this.stage = returns ? 'refused' : 'out'
    this.refusalReason = reason
    this.#retryAt = returns && !finalReasons.includes(reason) ? now + retryMs : Number.POSITIVE_INFINITY
  }

  leave(): void {
    this.#send({ type: 'QUIT' })
    this.stage = 'out'
    this.#wasAccepted = false
  }

  advance(now: number): void {
    if (now >= this.#retryAt) this.#sendJoin(now)
    if (this.stage !== 'in' || now - this.#pingedAt < pingMs) return
    this.#pingedAt = now
    this.#send({ type: 'PING', data: new Uint8Array(pingBytes) })
  }

  #sendJoin(now: number): void {
    this.stage = 'asking'
    this.#retryAt = Number.POSITIVE_INFINITY
    this.#pingedAt = now
    this.#send({ type: 'SCRT', secret: this.#secret }, { type: 'JOIN', name: this.name })
  }
}
