import type { NodesResponse } from '../endpoints/nodes.ts'
import { graphMs, type TrafficSample } from '../view/traffic-graph.ts'

/** Milliseconds without a sample, after which a LAN counts as silent. The room sends no samples of a silent LAN. */
export const silentAfterMs = 5000

export class TrafficHistory {
  #samples: TrafficSample[] = []

  /** Oldest first. */
  get samples(): readonly TrafficSample[] {
    return this.#samples
  }

  /** The nodes in the order in which they first appear. */
  get nodes(): readonly string[] {
    return [...new Set(this.#samples.flatMap(({ packets }) => [...packets.keys()]))]
  }

  clear(): void {
    this.#samples = []
  }

  /** Adds a frame of the spectator feed that was just received. */
  add(frame: string, now: number): void {
    const { nodes }: NodesResponse = JSON.parse(frame)
    const last = this.#samples.at(-1)
    if (last && now - last.at > silentAfterMs)
      this.#samples.push({ at: last.at + silentAfterMs, packets: new Map() })
    const packets = new Map(nodes.map(({ address, perSecond }) => [address, perSecond.packets]))
    this.#samples.push({ at: now, packets })
    // Keeps one sample from before the displayed time, because its rates apply at the graph's left edge.
    const first = this.#samples.findLastIndex(({ at }) => at < now - graphMs)
    if (first > 0) this.#samples.splice(0, first)
  }
}
