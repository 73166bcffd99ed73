// What stands written over cells: who is who, and the first lines of signs. Each text is drawn once and then only put.
import type { Label } from '../client/map.ts'
import { contextOf } from './ground.ts'

/** That are kept drawn. */
const most = 256
/** By what they are about; none of them is told by its colour alone. */
const colours: { readonly [kind in Label['kind']]: string } = {
  player: '#ffffff',
  party: '#9be7a4',
  master: '#ffd479',
  npc: '#ffe9b0',
  sign: '#d9c7a0',
  say: '#ffffff',
  chat: '#ffffff',
}
/** CSS pixels. */
const textSize = 12
const outline = 3

export class Labels {
  readonly #drawn = new Map<string, HTMLCanvasElement>()
  #scale = 0

  /** Its middle and its lower edge at this point. `scale`: the screen's pixels of one of CSS. */
  put(onto: CanvasRenderingContext2D, label: Label, x: number, y: number, scale: number): void {
    if (scale !== this.#scale) this.#drawn.clear()
    this.#scale = scale
    const key = `${label.kind} ${label.text}`
    let drawn = this.#drawn.get(key)
    if (!drawn) {
      drawn = draw(label, scale)
      this.#drawn.set(key, drawn)
      const [oldest] = this.#drawn.keys()
      if (this.#drawn.size > most && oldest !== undefined) this.#drawn.delete(oldest)
    }
    onto.drawImage(drawn, Math.round(x - drawn.width / 2), Math.round(y - drawn.height))
  }

  /** Screen pixels of one line. */
  height(scale: number): number {
    return Math.ceil((textSize + outline) * scale)
  }
}

function draw({ kind, text }: Label, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = contextOf(canvas, {})
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
