import type { Pixels } from '../../../../browser/canvas/screen.ts'
import { createElement } from '../../../../browser/ui/elements.ts'
import type { DosMachine } from './dos-machine.ts'
import { keyCodeOf } from './keys.ts'

/** The numbers of mouse buttons in js-dos, by their numbers in the browser. */
const buttons: { readonly [button: number]: number } = { 0: 0, 2: 1 }

export class DosScreen {
  readonly element: HTMLCanvasElement
  readonly #machine: DosMachine
  readonly #context: CanvasRenderingContext2D
  #image: ImageData | undefined

  constructor(machine: DosMachine) {
    this.#machine = machine
    this.element = createElement('canvas.screen', {
      ...{ tabindex: 0, role: 'application', 'aria-label': 'The screen of the DOS program' },
      keydown: (event: KeyboardEvent) => this.#setKey(event, true),
      keyup: (event: KeyboardEvent) => this.#setKey(event, false),
      blur: () => machine.releaseKeys(),
      pointerdown: (event: PointerEvent) => this.#setButton(event, true),
      pointerup: (event: PointerEvent) => this.#setButton(event, false),
      pointercancel: (event: PointerEvent) => this.#setButton(event, false),
      pointermove: (event: PointerEvent) => this.#move(event),
      contextmenu: (event: Event) => event.preventDefault(),
    })
    const context = this.element.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser does not support the 2D canvas')
    this.#context = context
  }

  show({ width, height, rgb }: Pixels): void {
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.element.width = width
      this.element.height = height
      this.#image = this.#context.createImageData(width, height)
      this.#image.data.fill(255)
    }
    const { data } = this.#image
    for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
      data[to] = rgb[from]!
      data[to + 1] = rgb[from + 1]!
      data[to + 2] = rgb[from + 2]!
    }
    this.#context.putImageData(this.#image, 0, 0)
  }

  /** Until Escape is pressed, the program receives the movement of the mouse instead of its position. */
  captureMouse(): void {
    this.element.focus()
    void this.element.requestPointerLock()
  }

  get #hasMouse(): boolean {
    return document.pointerLockElement === this.element
  }

  #setKey(event: KeyboardEvent, isPressed: boolean): void {
    // macOS reports no release of keys that are released while the command key is held.
    if (event.key === 'Meta') this.#machine.releaseKeys()
    // Shift+Tab moves the focus away from the screen.
    const leaves = isPressed && event.shiftKey && event.code === 'Tab'
    const code = leaves ? undefined : keyCodeOf(event.code)
    if (code === undefined) return
    event.preventDefault()
    this.#machine.setKey(code, isPressed)
  }

  #setButton(event: PointerEvent, isPressed: boolean): void {
    const button = buttons[event.button]
    if (button === undefined) return
    // With pointer capture, the screen also gets the release of a button outside of the screen. With pointer lock it
    // does so anyway, and setPointerCapture would throw.
    if (isPressed && !this.#hasMouse) this.element.setPointerCapture(event.pointerId)
    this.#move(event)
    this.#machine.setMouseButton(button, isPressed)
  }

  #move({ offsetX, offsetY, movementX, movementY }: PointerEvent): void {
    const { clientWidth, clientHeight } = this.element
    if (this.#hasMouse) this.#machine.moveMouse(movementX, movementY, true)
    else this.#machine.moveMouse(offsetX / clientWidth, offsetY / clientHeight, false)
  }
}
