// Hints: where items are, as far as the players concerned have been told; what a hint costs, and who knows what.
// Who uses it: the world, the session for three packets, the commands. Sends through the world; knows no packet.

import { Ready, stringify, type Writable } from '../python/json.ts'
import { repr } from '../python/text.ts'
import { asInt, type PyValue } from '../python/values.ts'
import type { Client } from '../room/clients.ts'
import type { MultiworldState } from '../room/state.ts'
import { plain } from '../room/texts.ts'
import { placeAt } from '../seed/place.ts'
import type { Hint, Place } from '../seed/seed.ts'
import { HintList } from './list.ts'
import { hintStatus, hintStatusOf } from './status.ts'
import { hintMessage, hintTuple } from './text.ts'

/** The bit of an item's flags that says so. */
const trap = 4

/** Steps of a hint that is made or told, and of a slot's hints that are stored, beside what is said of them. */
const stepsOfHint = 32
const stepsOfSave = 64

/** A list of more than these would keep everybody waiting while it is written. */
const mostListed = 1000

const usedKey = (slot: number) => `hints-used/${slot}`

/** CreateHints; `player`: whose locations these are. */
export interface NewHints {
  readonly locations: readonly number[]
  readonly player: number
  readonly status: PyValue
}

/** UpdateHint; `player`: whose location it is; a status of null changes nothing. */
export interface HintChange {
  readonly player: number
  readonly location: number
  readonly status: PyValue
}

/** What all slots know of hints and have paid for, by slot. */
export interface KnownHints {
  readonly hints: ReadonlyMap<number, readonly Hint[]>
  readonly hintsUsed: ReadonlyMap<number, number>
}

/** A multiworld's state and its hints: what the rules of play above both work on. */
export type StateWithHints = MultiworldState & { readonly hints: Hints }

export class Hints {
  readonly #state: MultiworldState
  readonly #lists = new Map<number, HintList>()
  readonly #used = new Map<number, number>()
  readonly #texts = new WeakMap<Hint, Ready>()
  /** Slots whose lists have changed since who watches them was told. */
  readonly #untold = new Set<number>()

  constructor(state: MultiworldState) {
    this.#state = state
  }

  // ---- What a slot knows ---------------------------------------------------------------------------------------

  /** In the order in which the slot came to know them. */
  of(slot: number): readonly Hint[] {
    return this.#list(slot).all
  }

  /** What all slots know has changed when this is another number. */
  get changes(): number {
    let changes = 0
    for (const list of this.#lists.values()) changes += list.changes
    return changes
  }

  /** Whether the slot knows of it, whatever its status. */
  knows(slot: number, hint: Hint): boolean {
    return this.#list(slot).has(hint)
  }

  /** Hints that the slot has paid for. */
  used(slot: number): number {
    const known = this.#used.get(slot)
    if (known !== undefined) return known
    const used = Number(this.#state.store.get(usedKey(slot)) ?? 0)
    this.#used.set(slot, used)
    return used
  }

  /** [AP-6.1] Points for one more hint, of the slot's locations; 0: hints are free. */
  cost(slot: number): number {
    const percent = this.#state.options.hint_cost
    return percent === 0 ? 0 : Math.max(1, Math.floor(percent * 0.01 * this.#state.checks.total(slot)))
  }

  /** What the slot has left to spend; below 0 when hints have become dearer. */
  points(slot: number): number {
    const earned = this.#state.options.location_check_points * this.#state.checks.count(slot)
    return earned - this.cost(slot) * this.used(slot)
  }

  /** The value of `_read_hints_0_SLOT`. */
  readValue(slot: number): Writable {
    return this.of(slot).map((hint) => this.#text(hint))
  }

  // ---- Making and telling hints --------------------------------------------------------------------------------

  /** The hint there is about a place, or a new one. Its status where none is given goes by the item: traps are to be avoided. */
  about({ finder, location, item, receiver, flags }: Place, status?: number): Hint {
    const known = this.#at(finder, location)
    if (known) return known
    const found = this.#state.checks.has(finder, location)
    const worth = status ?? (flags & trap ? hintStatus.avoid : hintStatus.priority)
    const entrance = this.#state.seed.entrance(finder, location)
    return {
      receiver,
      finder,
      location,
      item,
      found,
      entrance,
      flags,
      status: found ? hintStatus.found : worth,
    }
  }

  /**
   * [AP-6.5] Tells all concerned: the receiver, or each member of a receiving group, and the finder. They remember what is new
   * and not yet found, found ones only if `keepFound`. `onlyNew`: what they know already is not told again. `hasMore`: who watches
   * the lists hears of it with the last of them.
   */
  share(hints: readonly Hint[], { onlyNew = false, keepFound = false, hasMore = false } = {}): void {
    const told = onlyNew ? hints.filter((hint) => !this.knows(hint.finder, hint)) : hints
    this.#state.work.spend(hints.length + stepsOfHint * told.length)
    this.#remember(told.filter(({ found }) => keepFound || !found))
    if (!hasMore) this.#tellChanged((slot) => this.#tellPoints(slot))
    const messages = new Map(told.map((hint) => [hint, hintMessage(hint)]))
    for (const [slot, concerned] of this.#bySlot(told)) {
      const those = shown(concerned, slot).map((hint) => messages.get(hint)!)
      this.#state.tell(this.#state.clients.of(slot), ...those)
    }
  }

  /** Tells the slot, and nobody else, all it knows, after a look at what was found since. */
  list(slot: number): void {
    const list = this.#list(slot)
    for (const hint of list.all) if (!isSettled(hint) && this.#isFound(hint)) list.put(asFound(hint))
    list.save()
    if (list.all.length === 0) return
    const hints = shown(list.all, slot)
    const messages = hints.slice(0, mostListed).map(hintMessage)
    const rest = hints.length - messages.length
    if (rest > 0) messages.push(plain(`${rest} more hints are not shown.`, 'CommandResult'))
    this.#state.tell(this.#state.clients.of(slot), ...messages)
  }

  /** The slot pays for so many hints at what one costs now. */
  pay(slot: number, hints: number): void {
    if (hints > 0) this.#setUsed(slot, this.used(slot) + hints)
  }

  // ---- What clients ask ----------------------------------------------------------------------------------------

  /** LocationScouts with `create_as_hint`: of the client's own locations. 'new': known ones are not told again. */
  scouted(client: Client, locations: readonly number[], announce: 'all' | 'new', hasMore = false): void {
    const places = locations.map((location) => placeAt(this.#state.seed, client.slot, location))
    const hints = places.filter((place) => place !== undefined)
    this.share(
      hints.map((place) => this.about(place, hintStatus.unspecified)),
      { onlyNew: announce === 'new', keepFound: true, hasMore },
    )
  }

  /** CreateHints. The text of the refusal; undefined: all of them may be made. */
  refusal(client: Client, { locations, player, status }: NewHints): string | undefined {
    if (locations.length === 0) return 'CreateHints: No locations specified.'
    const worth = hintStatusOf(status)
    if (worth === undefined) return `Unknown Status: ${repr(status)} is not a valid HintStatus`
    for (const location of locations) {
      const place = placeAt(this.#state.seed, player, location)
      if (!place) return player === client.slot ? refusals.unknownOwn : refusals.unknownOther
      if (this.#state.membersOf(place.receiver).includes(client.slot)) continue
      if (worth !== hintStatus.unspecified) return refusals.foreignStatus
      if (player !== client.slot) return refusals.foreign
    }
    return undefined
  }

  /** Those that `refusal` has nothing against. */
  create({ locations, player, status }: NewHints, hasMore = false): void {
    const places = locations.map((location) => placeAt(this.#state.seed, player, location))
    const hints = places.filter((place) => place !== undefined)
    this.share(
      hints.map((place) => this.about(place, hintStatusOf(status))),
      { onlyNew: true, keepFound: true, hasMore },
    )
  }

  /** UpdateHint. The text of the refusal; undefined: done, or there is no such hint, or nothing to change. */
  update(client: Client, { player, location, status }: HintChange): string | undefined {
    if (status !== null && asInt(status) === undefined) return 'UpdateHint'
    const hint = this.#at(player, location)
    if (!hint) return undefined
    if (!this.#state.membersOf(hint.receiver).includes(client.slot)) return 'UpdateHint: No Permission'
    if (status === null) return undefined
    const worth = hintStatusOf(status)
    if (worth === undefined) return 'UpdateHint: Invalid Status'
    if (worth === hintStatus.found) return 'UpdateHint: Cannot manually update status to "HINT_FOUND"'
    const changed = hint.found ? asFound(hint) : { ...hint, status: worth }
    if (changed.status !== hint.status) this.#replace([changed])
    return undefined
  }

  // ---- What happens elsewhere ----------------------------------------------------------------------------------

  /** [AP-6.6] These locations of the finder have been checked: hints about them are found from now on. */
  checked(finder: number, locations: readonly number[]): void {
    const hints = locations.map((location) => this.#at(finder, location))
    this.#replace(
      hints.filter((hint) => hint !== undefined && !isSettled(hint)).map((hint) => asFound(hint!)),
    )
  }

  /** A game begun elsewhere; before anything else happens here. */
  restore({ hints, hintsUsed }: KnownHints): void {
    for (const [slot, known] of hints) this.#list(slot).begin(known)
    for (const [slot, used] of hintsUsed) if (used > 0) this.#setUsed(slot, used)
  }

  state(): KnownHints {
    const slots = [...this.#state.seed.slots.keys()]
    return {
      hints: new Map(slots.map((slot) => [slot, this.of(slot)])),
      hintsUsed: new Map(slots.map((slot) => [slot, this.used(slot)])),
    }
  }

  #list(slot: number): HintList {
    let list = this.#lists.get(slot)
    if (!list) {
      const { seed, store } = this.#state
      list = new HintList(store, slot, () => seed.precollectedHints(slot))
      this.#lists.set(slot, list)
    }
    return list
  }

  /** `finder` may be any number that a client has sent. */
  #at(finder: number, location: number): Hint | undefined {
    return this.#state.seed.slots.has(finder) ? this.#list(finder).at(location) : undefined
  }

  #isFound({ finder, location }: Hint): boolean {
    return this.#state.checks.has(finder, location)
  }

  #text(hint: Hint): Ready {
    let text = this.#texts.get(hint)
    if (!text) {
      text = new Ready(stringify(hintTuple(hint)))
      this.#texts.set(hint, text)
    }
    return text
  }

  /** Ascending, each once: a finder may be the receiver, or a member of the receiving group. */
  #concerned({ receiver, finder }: Hint): number[] {
    return [...new Set([...this.#state.membersOf(receiver), finder])].sort((a, b) => a - b)
  }

  #bySlot(hints: readonly Hint[]): Map<number, Hint[]> {
    const slots = new Map<number, Hint[]>()
    for (const hint of hints)
      for (const slot of this.#concerned(hint)) {
        const those = slots.get(slot)
        if (those) those.push(hint)
        else slots.set(slot, [hint])
      }
    return slots
  }

  #remember(hints: readonly Hint[]): void {
    const changed = new Set<number>()
    for (const hint of hints) {
      if (this.knows(hint.finder, hint)) continue
      for (const slot of this.#concerned(hint)) {
        this.#list(slot).put(hint)
        changed.add(slot)
      }
    }
    this.#save(changed)
  }

  /** In every list that has the hint in its earlier form. */
  #replace(hints: readonly Hint[]): void {
    const changed = new Set<number>()
    for (const hint of hints)
      for (const slot of this.#concerned(hint)) {
        if (!this.knows(slot, hint)) continue
        this.#list(slot).put(hint)
        changed.add(slot)
      }
    this.#save(changed)
    this.#tellChanged()
  }

  #save(slots: ReadonlySet<number>): void {
    for (const slot of slots) {
      this.#state.work.spend(stepsOfSave)
      this.#list(slot).save()
      this.#untold.add(slot)
    }
  }

  #tellChanged(also?: (slot: number) => void): void {
    for (const slot of [...this.#untold].sort((a, b) => a - b)) {
      this.#state.changed(`_read_hints_0_${slot}`, () => this.readValue(slot))
      also?.(slot)
    }
    this.#untold.clear()
  }

  #tellPoints(slot: number): void {
    const clients = this.#state.clients.of(slot)
    if (clients.size > 0) this.#state.updateRoom(clients, { hint_points: this.points(slot) })
  }

  #setUsed(slot: number, used: number): void {
    this.#used.set(slot, used)
    this.#state.store.put(usedKey(slot), used)
  }
}

const refusals = {
  /** [AP-10.11] The original has no answer to this and closes the connection. */
  unknownOwn: 'CreateHints: One or more of the locations do not exist.',
  unknownOther:
    'CreateHints: One or more of the locations do not exist for the specified off-world player. ' +
    "Please refrain from hinting other slot's locations that you don't know contain your items.",
  foreignStatus: 'CreateHints: Must use "unspecified"/None status for items from other players.',
  foreign: 'CreateHints: Can only create hints for own items or own locations.',
} as const

/** Nothing about it changes any more: it is found, and its status says so. */
function isSettled({ found, status }: Hint): boolean {
  return found && status === hintStatus.found
}

function asFound(hint: Hint): Hint {
  return { ...hint, found: true, status: hintStatus.found }
}

/** As a slot reads them: its own world's first, in each world the found ones first. */
function shown(hints: readonly Hint[], slot: number): Hint[] {
  const rank = ({ finder, found }: Hint) => (finder === slot ? 0 : 2) + (found ? 0 : 1)
  return hints.toSorted((a, b) => rank(a) - rank(b))
}
