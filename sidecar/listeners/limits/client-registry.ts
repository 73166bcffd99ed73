// All transports with sessions use this registry, which enforces the listener's limits.

import type { Assignment } from '../../../wire/link/control-messages.ts'
import { isLoopback } from '../../../wire/net/ip-address.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import type { ListenerContext } from '../base/listener.ts'

const sweepIntervalMs = 1_000

export interface RegisteredClient {
  readonly address: string
  /** `now`: milliseconds of the listener's clock. */
  checkTimeouts(now: number): void
  /** Disconnects the client and notifies the room. */
  disconnect(reason: string): void
}

export class ClientRegistry {
  readonly #context: ListenerContext
  readonly #clients = new Set<RegisteredClient>()
  #sweepTimer: Timer | undefined
  #emptyWaiters: (() => void)[] = []

  constructor(context: ListenerContext) {
    this.#context = context
  }

  get size(): number {
    return this.#clients.size
  }

  rejectReason(address: string, { peersPerAddress }: Assignment): 'full' | 'address' | undefined {
    if (this.#clients.size >= this.#context.maxConnections) return 'full'
    const isAtLimit = peersPerAddress > 0 && this.#context.addressCounts.count(address) >= peersPerAddress
    return isAtLimit && !isLoopback(address) ? 'address' : undefined
  }

  add(client: RegisteredClient): void {
    this.#clients.add(client)
    this.#context.addressCounts.add(client.address)
    this.#context.counters.clients++
    this.#sweepTimer ??= this.#context.clock.after(sweepIntervalMs, () => this.#sweep())
  }

  remove(client: RegisteredClient): void {
    if (!this.#clients.delete(client)) return
    this.#context.addressCounts.remove(client.address)
    this.#context.counters.clients--
    if (this.#clients.size) return
    this.#sweepTimer?.cancel()
    this.#sweepTimer = undefined
    for (const resolve of this.#emptyWaiters.splice(0)) resolve()
  }

  disconnectAll(reason: string): void {
    for (const client of this.#clients) client.disconnect(reason)
  }

  whenEmpty(): Promise<void> {
    if (!this.#clients.size) return Promise.resolve()
    return new Promise((resolve) => this.#emptyWaiters.push(resolve))
  }

  #sweep(): void {
    const { clock } = this.#context
    this.#sweepTimer = clock.after(sweepIntervalMs, () => this.#sweep())
    const now = clock.now()
    for (const client of this.#clients) client.checkTimeouts(now)
  }
}
