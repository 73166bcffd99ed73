// Counters of the listeners: plain fields that metrics.ts reads on request, so that counting a frame is one addition.

/** The counters of one room's listeners of one transport. */
export class Tally {
  clients = 0
  framesFromClient = 0
  bytesFromClient = 0
  framesFromServer = 0
  bytesFromServer = 0
  /** Rejected connections and closed clients, dropped datagrams, dispatch responses: by reason or kind. */
  readonly refused = new Map<string, number>()
  readonly dropped = new Map<string, number>()
  readonly answered = new Map<string, number>()

  fromClient(bytes: number): void {
    this.framesFromClient++
    this.bytesFromClient += bytes
  }

  fromServer(bytes: number): void {
    this.framesFromServer++
    this.bytesFromServer += bytes
  }

  refuse(reason: string): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
  }

  drop(reason: string): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1)
  }

  answer(kind: 'here' | 'away'): void {
    this.answered.set(kind, (this.answered.get(kind) ?? 0) + 1)
  }
}
