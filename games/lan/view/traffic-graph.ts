// A stacked graph with a band for each node.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'

export interface TrafficSample {
  /** The sample's time in milliseconds of any clock. */
  readonly at: number
  /** Packets per second by node address. */
  readonly packets: ReadonlyMap<string, number>
}

/** The length of the displayed time. */
export const graphMs = 120_000

const ground: Colour = 0x10151d
const grid: Colour = 0x263040
const bands: readonly Colour[] = [
  0x5bc0eb, 0xfde74c, 0x9bc53d, 0xe55934, 0xfa7921, 0xb388eb, 0x8bd3c7, 0xf2b5d4,
]
const gridLines = 4
/** The scale ends at this number of packets per second or higher. */
const leastTop = 20

export function nodeColour(n: number): Colour {
  return bands[n % bands.length]!
}

/** A round number of packets per second that no sample exceeds. */
export function graphMaximum(samples: readonly TrafficSample[]): number {
  const most = Math.max(leastTop, ...samples.map(({ packets }) => sumOf(packets.values())))
  const magnitude = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * magnitude).find((top) => top >= most)!
}

/** `nodes`: from bottom to top. `samples`: oldest first. A sample's rates apply until the next sample. */
export function drawTrafficGraph(
  samples: readonly TrafficSample[],
  nodes: readonly string[],
  now: number,
  size: { readonly width: number; readonly height: number },
): Picture {
  const canvas = new Canvas(ground, size)
  const { width, height } = size
  for (let line = 1; line < gridLines; line++)
    canvas.rect(0, Math.round((line * height) / gridLines), width, 1, grid)
  const top = graphMaximum(samples)
  let next = 0
  for (let x = 0; x < width; x++) {
    const at = now - graphMs + (graphMs * (x + 1)) / width
    while (next < samples.length && samples[next]!.at <= at) next++
    const sample = samples[next - 1]
    if (!sample) continue
    let below = 0
    for (const [n, node] of nodes.entries()) {
      const from = Math.round((below / top) * height)
      below += sample.packets.get(node) ?? 0
      const to = Math.round((below / top) * height)
      if (to > from) canvas.rect(x, height - to, 1, to - from, nodeColour(n))
    }
  }
  return canvas.picture
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}
