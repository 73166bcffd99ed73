// The menu of a thing: all that can be done with it, and with how many of them. By the right button, a long press or the
// keyboard.

import { ask, button, field, make } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import { ground, nameOf, type Thing } from '../client/items.ts'
import { type Offer, offersOf, type Place, perform } from './verbs.ts'

/** Where a thing is, as the player sees it. */
export function placeOf({ items }: Client, { location }: Thing): Place {
  if (location === ground) return 'ground'
  return location === items.self?.tag ? 'pack' : 'container'
}

/** Opens it. `back`: what has the focus when it is closed. */
export function openVerbs(client: Client, thing: Thing, back: HTMLElement): void {
  // A long press is told as one, and by some browsers as the right button besides.
  if (document.querySelector('.verb-menu')) return
  const offers = offersOf(thing, placeOf(client, thing), client.items.open)
  const count = howMany(thing)
  const box = menu(thing, back, [
    ...(thing.count > 1 ? [field('How many', count)] : []),
    ...offers.map((offer) =>
      button(offer.says, () => {
        box.close()
        perform(client, thing, offer.verb, offer.counts ? countIn(count, thing) : 0)
      }),
    ),
  ])
}

/** Asks of how many of a pile this is to be done. */
export function askCount(
  thing: Thing,
  { says }: Pick<Offer, 'says'>,
  back: HTMLElement,
  act: (count: number) => void,
): void {
  const count = howMany(thing)
  const submit = (event: Event) => {
    event.preventDefault()
    box.close()
    act(countIn(count, thing))
  }
  const box = menu(thing, back, [
    make('form', { submit }, field('How many', count), make('button', {}, says)),
  ])
  count.select()
}

function howMany({ count }: Thing): HTMLInputElement {
  return make('input', { type: 'number', min: 1, max: count, value: count, inputmode: 'numeric' })
}

/** As the server wants it: 0 is all of them. */
function countIn(input: HTMLInputElement, { count }: Thing): number {
  const wanted = Math.floor(input.valueAsNumber)
  return wanted >= 1 && wanted < count ? wanted : 0
}

function menu(thing: Thing, back: HTMLElement, content: readonly HTMLElement[]): HTMLDialogElement {
  const list = make(
    'div',
    { class: 'verbs', keydown: (event: KeyboardEvent) => moveIn(list, event) },
    ...content,
  )
  const box = ask(
    { class: 'over-game verb-menu', 'aria-label': nameOf(thing) },
    make('h2', {}, nameOf(thing)),
    list,
  )
  box.addEventListener('close', () => back.isConnected && back.focus())
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
