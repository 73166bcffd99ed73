// Each text is drawn once, and then copied from a cache.
import type { CellLabel } from '../client/state/map.ts'
import { canvasContext } from './cells.ts'

const maxCachedLabels = 256
/** Signs are also in italics, for players who cannot distinguish the colours. */
const colours: { readonly [kind in CellLabel['kind']]: string } = {
  player: '#ffffff',
  party: '#9be7a4',
  master: '#ffd479',
  npc: '#ffe9b0',
  sign: '#d9c7a0',
  say: '#ffffff',
  chat: '#ffffff',
}
/** In CSS pixels. */
const textSize = 12
const outline = 3

/** The area of a label, in screen pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** `x` and `y`: the middle of the lower edge. */
export interface PlacedLabel {
  readonly label: CellLabel
  readonly x: number
  readonly y: number
}

export class LabelRenderer {
  readonly #drawn = new Map<string, HTMLCanvasElement>()
  #scale = 0

  /** `scale`: screen pixels per CSS pixel. */
  write(onto: CanvasRenderingContext2D, all: readonly PlacedLabel[], scale: number): void {
    if (scale !== this.#scale) this.#drawn.clear()
    this.#scale = scale
    const boxes = all.map(({ label, x, y }) => {
      const drawn = this.#picture(label, scale)
      const { width, height } = drawn
      return { drawn, label, left: Math.round(x - width / 2), top: Math.round(y - height), width, height }
    })
    for (const { drawn, left, top } of withoutOverlaps(boxes)) onto.drawImage(drawn, left, top)
  }

  #picture(label: CellLabel, scale: number): HTMLCanvasElement {
    const key = `${label.kind} ${label.text}`
    let drawn = this.#drawn.get(key)
    if (!drawn) {
      drawn = draw(label, scale)
      this.#drawn.set(key, drawn)
      const [oldest] = this.#drawn.keys()
      if (this.#drawn.size > maxCachedLabels && oldest !== undefined) this.#drawn.delete(oldest)
    }
    return drawn
  }

  /** Height of a label in screen pixels. */
  height(scale: number): number {
    return Math.ceil((textSize + outline) * scale)
  }
}

/**
 * `all`: the most important first. Keeps every name, and each sign that overlaps no label before it. Overlapping signs
 * would be illegible, and a player who steps on a sign gets the sign's text anyway.
 */
export function withoutOverlaps<T extends Box & { readonly label: CellLabel }>(
  all: readonly T[],
): readonly T[] {
  const written: T[] = []
  for (const one of all)
    if (one.label.kind !== 'sign' || !written.some((other) => overlap(one, other))) written.push(one)
  return written
}

function overlap(a: Box, b: Box): boolean {
  const meets = (from: number, size: number, other: number, its: number) =>
    from < other + its && other < from + size
  return meets(a.left, a.width, b.left, b.width) && meets(a.top, a.height, b.top, b.height)
}

function draw({ kind, text }: CellLabel, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = canvasContext(canvas, {})
  const font = `${kind === 'sign' ? 'italic ' : ''}600 ${textSize * scale}px system-ui, sans-serif`
  context.font = font
  canvas.width = Math.ceil(context.measureText(text).width + 2 * outline * scale)
  canvas.height = Math.ceil((textSize + outline + 2) * scale)
  context.font = font
  context.textBaseline = 'bottom'
  context.lineJoin = 'round'
  context.lineWidth = outline * scale
  context.strokeStyle = 'rgb(0 0 0 / 85%)'
  context.fillStyle = colours[kind]
  context.strokeText(text, outline * scale, canvas.height - scale)
  context.fillText(text, outline * scale, canvas.height - scale)
  return canvas
}
