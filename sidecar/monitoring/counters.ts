// Counters are plain fields, so that counting a frame is one addition.

/** The counters of one room's listeners of one transport. */
export class Counters {
  clients = 0
  framesFromClient = 0
  bytesFromClient = 0
  framesFromServer = 0
  bytesFromServer = 0
  /** Rejected connections and closed clients, by reason. */
  readonly rejected = new Map<string, number>()
  readonly dropped = new Map<string, number>()
  readonly dispatchResponses = new Map<string, number>()

  countFrameFromClient(bytes: number): void {
    this.framesFromClient++
    this.bytesFromClient += bytes
  }

  countFrameFromServer(bytes: number): void {
    this.framesFromServer++
    this.bytesFromServer += bytes
  }

  countRejection(reason: string): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1)
  }

  countDrop(reason: string): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1)
  }

  countDispatchResponse(kind: 'here' | 'away'): void {
    this.dispatchResponses.set(kind, (this.dispatchResponses.get(kind) ?? 0) + 1)
  }
}
