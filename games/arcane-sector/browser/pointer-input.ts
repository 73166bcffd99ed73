import { createElement } from '../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import type { SpellInput } from '../client/spell-input.ts'
import type { Item } from '../client/surroundings.ts'
import type { PickTarget } from '../view/first-person/view-input.ts'
import type { Icons } from './panels/icons.ts'
import type { InventoryPanel } from './panels/inventory.ts'
import type { RuneBoard } from './panels/rune-board.ts'
import type { PlayerCanvas } from './player-canvas.ts'

/** The pointer drags an item if it moves at least this many CSS pixels. */
const dragFrom = 5

interface Pressed {
  readonly picked: PickTarget
  readonly x: number
  readonly y: number
  /** Whether the player has picked the item up by dragging it. */
  drags: boolean
}

interface PointerTargets {
  readonly bag: InventoryPanel
  readonly runes: RuneBoard
  readonly spell: SpellInput
  readonly icons: Icons
}

export class PointerInput {
  readonly #client: Client
  readonly #scene: PlayerCanvas
  readonly #targets: PointerTargets
  readonly #atMouse = createElement('div', { class: 'at-mouse', 'aria-hidden': 'true' })
  #pressed: Pressed | undefined

  constructor(client: Client, scene: PlayerCanvas, targets: PointerTargets) {
    this.#client = client
    this.#scene = scene
    this.#targets = targets
    const { canvas } = scene
    scene.element.append(this.#atMouse)
    canvas.addEventListener('pointerdown', (event) => this.#down(event))
    canvas.addEventListener('pointermove', (event) => this.#move(event))
    canvas.addEventListener('pointerup', (event) => this.#up(event))
    canvas.addEventListener('pointercancel', () => {
      this.#pressed = undefined
    })
    canvas.addEventListener('pointerleave', () => {
      scene.mouse = undefined
    })
    canvas.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      // A long press, and a click with Ctrl on macOS, also cause a `pointerdown` event. This line cancels its effect.
      this.#pressed = undefined
      this.#use(scene.pick(event).picked)
    })
  }

  show(): void {
    const { held } = this.#client.inventory
    this.#atMouse.replaceChildren(...(held ? [this.#targets.icons.thing(held.gfxId)] : []))
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return
    const { picked } = this.#scene.pick(event)
    this.#scene.canvas.setPointerCapture(event.pointerId)
    this.#follow(event)
    if (this.#client.isSelecting) this.#choose(picked)
    else if (this.#client.inventory.held) this.#drop(picked)
    else this.#pressed = { picked, x: event.clientX, y: event.clientY, drags: false }
  }

  #move(event: PointerEvent): void {
    this.#follow(event)
    this.#scene.mouse = event.pointerType === 'mouse' ? this.#scene.pick(event).at : undefined
    const pressed = this.#pressed
    if (!pressed || pressed.drags) return
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < dragFrom) return
    const { item, isNear } = this.#thingAt(pressed.picked)
    if (!item?.movable || !isNear) return
    pressed.drags = true
    this.#client.hold(item.id)
  }

  #up(event: PointerEvent): void {
    const pressed = this.#pressed
    this.#pressed = undefined
    if (!pressed) return
    // DROP need not wait for the answer to HOLD, because the room handles packets in order.
    if (pressed.drags) this.#drop(this.#scene.pick(event).picked)
    else this.#press(pressed.picked)
  }

  #press(picked: PickTarget): void {
    switch (picked.on) {
      case 'mode':
        return this.#targets.spell.toggle()
      case 'rune':
        return this.#targets.spell.add(picked.rune)
      case 'cast':
        return this.#targets.runes.cast()
      case 'slot':
        return this.#targets.bag.press(picked.slot)
      case 'item': {
        const { item, isNear } = this.#thingAt(picked)
        if (item) this.#targets.bag.offer(item, isNear ? 'here' : 'away')
      }
    }
  }

  #choose(picked: PickTarget): void {
    if (picked.on === 'item' || picked.on === 'mob') this.#client.choose({ kind: picked.on, id: picked.id })
    else if (picked.on === 'ground') this.#client.choose({ kind: 'ground' })
    else this.#press(picked)
  }

  /** Over parts of the HUD other than slots and hands, the item stays held. */
  #drop(picked: PickTarget): void {
    if (picked.on === 'slot') this.#client.drop(picked.slot)
    else if (picked.on === 'item' || picked.on === 'mob' || picked.on === 'ground') this.#client.drop()
  }

  #use(picked: PickTarget): void {
    const { item, isNear } = this.#thingAt(picked)
    if (item && isNear) this.#client.use(item.id)
    else if (item) this.#targets.bag.offer(item, 'away')
  }

  #thingAt(picked: PickTarget): { readonly item?: Item | undefined; readonly isNear: boolean } {
    const { inventory, surroundings } = this.#client
    if (picked.on === 'slot') return { item: inventory.slots[picked.slot], isNear: true }
    if (picked.on !== 'item') return { isNear: false }
    const near = surroundings.itemsHere.find(({ id }) => id === picked.id)
    const item = near ?? surroundings.piles.flatMap(({ items }) => items).find(({ id }) => id === picked.id)
    return { item, isNear: near !== undefined }
  }

  #follow({ clientX, clientY }: PointerEvent): void {
    const { left, top } = this.#scene.element.getBoundingClientRect()
    this.#atMouse.style.translate = `${clientX - left}px ${clientY - top}px`
  }
}
