// What an instance of a room has done since it began, for whoever sees the site run: sums, which begin anew with the next
// instance, as Prometheus takes them. They lie in memory alone, and cost neither a row nor a call.

/** Of one instance. */
export interface Figures {
  /** When it began, in milliseconds since 1970. */
  readonly since: number
  /** What happened in its world, ticks and farewells included. */
  readonly turns: number
  /** Milliseconds that they took, where the platform's clock goes on in the middle of one; Cloudflare's stands still. */
  readonly turnMs: number
  /** What they cost, in the steps of `WorkLimits`, what they sent included. */
  readonly steps: number
  /** Turns that threw by our own fault, or did not do what was due. */
  readonly faults: number
  /** Ticks dropped because the room was too busy to catch up. */
  readonly overruns: number
  /** Turns that wrote something. */
  readonly commits: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Bytes of frames for players, each as often as it is for one. */
  readonly outputBytes: number
}

/** What turns count of it. */
export class TurnFigures {
  turns = 0
  turnMs = 0
  steps = 0
  faults = 0
  commits = 0
  outputBytes = 0
}
