// [CF-7.13]

import { createElement, createSecondaryButton } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'

export const pickupBits = {
  ...{ Food: 0x10, Drink: 0x20, Money: 0x40, Bows: 0x80, Arrows: 0x100, Helmets: 0x200 },
  ...{ Shields: 0x400, Armour: 0x800, Boots: 0x1000, Gloves: 0x2000, Cloaks: 0x4000, Keys: 0x8000 },
  ...{ Weapons: 0x20000, Enchanted: 0x40000, Potions: 0x80000, Spellbooks: 0x100000 },
  ...{ 'Books and scrolls': 0x400000, 'Wands and tools': 0x800000 },
  ...{ 'Gems and jewels': 0x2000000, Containers: 0x8000000 },
} as const

/** In the older format of the mode, this number means to pick up everything. */
const everything = 1
/** Crossfire's own server ignores all other bits if this bit is not set. */
const byBits = 0x80000000
/** Stops all pickup, regardless of the other bits. */
const inhibited = 0x40000000

/** Returns 0 if no kind is selected. The bits are added, because `|` would make bit 31 a negative number. */
export function pickupModeOf(kinds: readonly (keyof typeof pickupBits)[]): number {
  return kinds.length === 0 ? 0 : kinds.reduce((mode, kind) => mode + pickupBits[kind], byBits)
}

export function isPickedUp(mode: number, kind: keyof typeof pickupBits): boolean {
  if ((mode & inhibited) !== 0) return false
  return (mode & 0xf) !== 0 || (mode & pickupBits[kind]) !== 0
}

export function createPickupForm({ commands, events, pickupMode }: Client): HTMLElement {
  const want = (mode: number) => commands.send(`pickup ${mode}`)
  const change = () => want(pickupModeOf(boxes.flatMap(([kind, { checked }]) => (checked ? [kind] : []))))
  const kinds = Object.keys(pickupBits) as (keyof typeof pickupBits)[]
  const boxes = kinds.map((kind) => [kind, createElement('input', { type: 'checkbox', change })] as const)
  const show = (mode: number) => {
    for (const [kind, box] of boxes) box.checked = isPickedUp(mode, kind)
  }
  show(pickupMode)
  events.on('pickup', show)
  return createElement(
    'fieldset.pickup',
    createElement('legend', 'Pick up automatically'),
    ...boxes.map(([kind, box]) => createElement('label', box, ` ${kind}`)),
    createElement(
      'div.actions',
      createSecondaryButton('Everything', () => want(everything)),
      createSecondaryButton('Nothing', () => want(0)),
    ),
  )
}
