import type { Socket } from '../../durable-objects/platform/platform.ts'
import type { Frame } from '../../games/game.ts'

export class MemorySocket implements Socket {
  readonly received: Frame[] = []
  closedFor: string | undefined
  readyState = 1
  #attached: unknown

  send(message: Frame): void {
    this.received.push(message)
  }

  close(_code: number, reason: string): void {
    this.readyState = 3
    this.closedFor = reason
  }

  serializeAttachment(attached: unknown): void {
    this.#attached = structuredClone(attached)
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attached)
  }
}
