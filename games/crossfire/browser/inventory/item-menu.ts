// A right click, a long press or a key opens the menu of a thing.

import {
  createButton,
  createElement,
  createLabelledField,
  showDialog,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { type ClientItem, groundLocation, nameOf } from '../client/state/items.ts'
import { actionsFor, type ItemPlace, performAction } from './item-actions.ts'

export function itemPlaceOf({ items }: Client, { location }: ClientItem): ItemPlace {
  if (location === groundLocation) return 'ground'
  return location === items.player?.tag ? 'pack' : 'container'
}

/** `back`: the element that receives the focus when the menu closes; by default, no element does. */
export function openItemMenu(client: Client, thing: ClientItem, back?: HTMLElement): void {
  const count = howMany(thing)
  const offers = actionsFor(thing, itemPlaceOf(client, thing), client.items.open)
  const verbs = offers.map(({ label, verb, takesCount }) =>
    createButton(label, () => {
      box.close()
      performAction(client, thing, verb, takesCount ? countIn(count, thing) : 0)
    }),
  )
  const box = menu(thing, back, [
    ...(thing.count > 1 ? [createLabelledField('How many', count)] : []),
    ...verbs,
  ])
}

export function askCount(
  thing: ClientItem,
  title: string,
  back: HTMLElement,
  act: (count: number) => void,
): void {
  const count = howMany(thing)
  const submit = () => act(countIn(count, thing))
  const form = createElement(
    'form',
    { method: 'dialog', submit },
    createLabelledField('How many', count),
    createElement('button', title),
  )
  menu(thing, back, [form])
  count.select()
}

function howMany({ count }: ClientItem): HTMLInputElement {
  return createElement('input', { type: 'number', min: 1, max: count, value: count, inputmode: 'numeric' })
}

/** The server expects 0 for all pieces. */
function countIn(input: HTMLInputElement, { count }: ClientItem): number {
  const wanted = Math.floor(input.valueAsNumber)
  return wanted >= 1 && wanted < count ? wanted : 0
}

function menu(
  thing: ClientItem,
  back: HTMLElement | undefined,
  content: readonly HTMLElement[],
): HTMLDialogElement {
  const list = createElement(
    'div.verbs',
    { keydown: (event: KeyboardEvent) => moveIn(list, event) },
    ...content,
  )
  const given = { class: 'over-game verb-menu', 'aria-label': nameOf(thing) }
  // A dialog returns the focus to the element that had it before. Without `back`, no element may get the focus, so
  // blur.
  if (!back) (document.activeElement as HTMLElement | null)?.blur()
  const box = showDialog(given, createElement('h2', nameOf(thing)), list)
  box.addEventListener('close', () => back?.isConnected && back.focus())
  list.querySelector<HTMLElement>('button')?.focus()
  return box
}

function moveIn(list: HTMLElement, event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (by === 0 || at < 0) return
  event.preventDefault()
  buttons[(at + by + buttons.length) % buttons.length]!.focus()
}
