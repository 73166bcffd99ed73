// Making a character, step by step. Each step has a choice made already, so that who does not care goes straight through.

import { field, make, second, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Choice, NewCharacter } from '../client/making.ts'

export function makingForm(client: Client, back: () => void): HTMLElement {
  const form = make('form.making', make('p', 'One moment …'))
  const show = () => {
    if (!client.making.isKnown) return
    end()
    new MakingForm(client, form, back)
  }
  const end = client.events.on('making', show)
  client.making.ask()
  show()
  return form
}

class MakingForm {
  readonly #client: Client
  readonly #form: HTMLFormElement
  readonly #name = make('input', {
    ...{ name: 'character', required: true, minlength: 2, maxlength: 32, autocomplete: 'off' },
    ...{ pattern: '[A-Za-z][A-Za-z0-9_\\-]*', spellcheck: 'false' },
    title: 'Letters, digits, _ and -, beginning with a letter',
  })
  readonly #points = make('p', { 'aria-live': 'polite' })
  readonly #abilities: readonly (readonly [ability: string, input: HTMLInputElement, total: HTMLElement])[]
  readonly #steps: readonly HTMLFieldSetElement[]
  readonly #place = make('p.quiet')
  readonly #next = make('button', { type: 'submit' })
  #at = 0

  constructor(client: Client, form: HTMLFormElement, back: () => void) {
    const { races, classes, starts, abilities } = client.making
    this.#client = client
    this.#form = form
    this.#abilities = abilities.map(
      (ability) => [ability, this.#value(ability), make('span.detail')] as const,
    )
    const step = (title: string, ...content: HTMLElement[]) =>
      make('fieldset', make('legend', title), ...content)
    this.#steps = [
      step('Name', make('div', field('Its name, which all will read over its head', this.#name))),
      step('Race', choices('race', races)),
      step('Class', choices('class', classes)),
      step('Abilities', this.#points, this.#values()),
      ...(starts.length > 1 ? [step('Begin at', choices('start', starts))] : []),
    ]
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (this.#at + 1 < this.#steps.length) this.#show(this.#at + 1)
      else this.#create()
    })
    const goBack = second('Back', () => (this.#at > 0 ? this.#show(this.#at - 1) : back()))
    form.replaceChildren(this.#place, ...this.#steps, make('p.actions', this.#next, goBack))
    this.#show(0)
  }

  /** What stands in other steps is not checked before one is there. */
  #show(at: number): void {
    this.#at = at
    for (const [n, step] of this.#steps.entries()) {
      step.hidden = n !== at
      step.disabled = n > at
    }
    write(this.#place, `Step ${at + 1} of ${this.#steps.length}`)
    this.#next.textContent = at + 1 === this.#steps.length ? 'Begin' : 'Next'
    this.#count()
    this.#steps[at]?.querySelector<HTMLElement>('input:checked, input')?.focus()
  }

  #value(ability: string): HTMLInputElement {
    const { abilities, points, least, highest } = this.#client.making
    const value = Math.min(highest, Math.max(least, Math.floor(points / abilities.length)))
    const given = { type: 'number', name: ability, min: least, max: highest, value, required: true }
    return make('input', { ...given, inputmode: 'numeric', input: () => this.#count() })
  }

  #values(): HTMLElement {
    const rows = this.#abilities.map(([ability, input, total]) =>
      make('div.ability', field(names[ability.toLowerCase()] ?? ability, input), total),
    )
    return make('div.abilities', ...rows)
  }

  /** What is left of the points, and what each will be with what race and class add. */
  #count(): void {
    const { points, races, classes } = this.#client.making
    const chosen = this.#chosen
    const adds = [races.find(({ id }) => id === chosen.race), classes.find(({ id }) => id === chosen.class)]
    const left = points - Object.values(chosen.abilities).reduce((sum, value) => sum + value, 0)
    const says = left === 0 ? 'All points are spent' : left < 0 ? 'points too many' : 'points left'
    write(this.#points, left === 0 ? says : `${Math.abs(left)} ${says}`)
    for (const [ability, input, total] of this.#abilities) {
      input.setCustomValidity(left < 0 ? `All together have ${points} points; take ${-left} away.` : '')
      const added = adds.reduce((sum, choice) => sum + (choice?.adds[ability.toLowerCase()] ?? 0), 0)
      write(total, added === 0 ? '' : `${signed(added)}: ${Math.max(1, Number(input.value) + added)}`)
    }
  }

  get #chosen(): NewCharacter {
    const picked = (name: string) =>
      this.#form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value
    const abilities = Object.fromEntries(this.#abilities.map(([name, { value }]) => [name, Number(value)]))
    const [race, calling, start] = [picked('race'), picked('class'), picked('start')]
    return { name: this.#name.value, race, class: calling, start, abilities }
  }

  #create(): void {
    const { door, making } = this.#client
    door.create(this.#chosen, making.chosen(this.#chosen))
  }
}

const names: { readonly [ability: string]: string } = {
  str: 'Strength',
  dex: 'Dexterity',
  con: 'Constitution',
  int: 'Intelligence',
  wis: 'Wisdom',
  pow: 'Power',
  cha: 'Charisma',
}

function choices(name: string, all: readonly Choice[]): HTMLElement {
  const labels = all.map(({ id, name: says, text, adds }, n) => {
    const input = make('input', { type: 'radio', name, value: id, checked: n === 0, required: true })
    const lines = [text.trim(), addsOf(adds)].map((line) => make('span.detail', line))
    return make('label.choice', input, make('span', make('strong', says), ...lines))
  })
  return make('div.choices', ...labels)
}

function addsOf(adds: Choice['adds']): string {
  const all = Object.entries(adds).filter(([, value]) => value !== 0)
  return all.map(([ability, value]) => `${names[ability] ?? ability} ${signed(value)}`).join(', ')
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value}`
