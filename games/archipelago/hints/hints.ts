// Hints: the item locations that players know about, what a hint costs, and who knows what. Used by the world, the
// commands, and the session for three packets. Sends through the world; knows no packet.

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

/** The trap bit of an item's flags. */
const trap = 4

/** Steps to create or send a hint, and to store a slot's hints, beside the cost of their texts. */
const stepsOfHint = 32
const stepsOfSave = 64

/** Encoding a longer list would delay everybody. */
const mostListed = 1000

const usedKey = (slot: number) => `hints-used/${slot}`

/** CreateHints; `player`: the slot that has the locations. */
export interface NewHints {
  readonly locations: readonly number[]
  readonly player: number
  readonly status: PyValue
}

/** UpdateHint; `player`: the slot that has the location; a status of null changes nothing. */
export interface HintChange {
  readonly player: number
  readonly location: number
  readonly status: PyValue
}

/** The hints that all slots know and have paid for, by slot. */
export interface KnownHints {
  readonly hints: ReadonlyMap<number, readonly Hint[]>
  readonly hintsUsed: ReadonlyMap<number, number>
}

/** A multiworld's state and its hints, which the rules of play work on. */
export type StateWithHints = MultiworldState & { readonly hints: Hints }

export class Hints {
  readonly #state: MultiworldState
  readonly #lists = new Map<number, HintList>()
  readonly #used = new Map<number, number>()
  readonly #texts = new WeakMap<Hint, Ready>()
  /** Slots whose lists changed since their watchers were last notified. */
  readonly #untold = new Set<number>()

  constructor(state: MultiworldState) {
    this.#state = state
  }

  // ---- Known hints -----------------------------------------------------------------------------------------------

  /** In the order in which the slot learned them. */
  of(slot: number): readonly Hint[] {
    return this.#list(slot).all
  }

  /** Changes whenever any slot's hints change. */
  get changes(): number {
    let changes = 0
    for (const list of this.#lists.values()) changes += list.changes
    return changes
  }

  /** Whether the slot knows the hint, whatever its status. */
  knows(slot: number, hint: Hint): boolean {
    return this.#list(slot).has(hint)
  }

  /** The number of hints that the slot has paid for. */
  used(slot: number): number {
    const known = this.#used.get(slot)
    if (known !== undefined) return known
    const used = Number(this.#state.store.get(usedKey(slot)) ?? 0)
    this.#used.set(slot, used)
    return used
  }

  /** [AP-6.1] The points that the slot pays for one more hint; 0: hints are free. */
  cost(slot: number): number {
    const percent = this.#state.options.hint_cost
    return percent === 0 ? 0 : Math.max(1, Math.floor(percent * 0.01 * this.#state.checks.total(slot)))
  }

  /** The points that the slot can spend; negative after the price of hints rises. */
  points(slot: number): number {
    const earned = this.#state.options.location_check_points * this.#state.checks.count(slot)
    return earned - this.cost(slot) * this.used(slot)
  }

  /** The value of `_read_hints_0_SLOT`. */
  readValue(slot: number): Writable {
    return this.of(slot).map((hint) => this.#text(hint))
  }

  // ---- Making and telling hints --------------------------------------------------------------------------------

  /** The known hint about a place, or a new one. Without a given status, the item decides: traps are to be avoided. */
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
   * [AP-6.5] Sends hints to all concerned: the receiver, or each member of a receiving group, and the finder. Stores
   * new hints that are not yet found; found ones only with `keepFound`. `onlyNew`: skips known hints. `hasMore`: more
   * hints follow, so watchers of the lists are notified with the last of them.
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

  /** Sends the slot, and nobody else, all its hints, after updating those found since. */
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

  /** Charges the slot for `hints` hints at the current price. */
  pay(slot: number, hints: number): void {
    if (hints > 0) this.#setUsed(slot, this.used(slot) + hints)
  }

  // ---- Client requests -------------------------------------------------------------------------------------------

  /** LocationScouts with `create_as_hint`, for the client's own locations. 'new': known hints are not sent again. */
  scouted(client: Client, locations: readonly number[], announce: 'all' | 'new', hasMore = false): void {
    const places = locations.map((location) => placeAt(this.#state.seed, client.slot, location))
    const hints = places.filter((place) => place !== undefined)
    this.share(
      hints.map((place) => this.about(place, hintStatus.unspecified)),
      { onlyNew: announce === 'new', keepFound: true, hasMore },
    )
  }

  /** Validates CreateHints. Returns the text of the refusal; undefined: all hints may be created. */
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

  /** Creates hints that `refusal` has accepted. */
  create({ locations, player, status }: NewHints, hasMore = false): void {
    const places = locations.map((location) => placeAt(this.#state.seed, player, location))
    const hints = places.filter((place) => place !== undefined)
    this.share(
      hints.map((place) => this.about(place, hintStatusOf(status))),
      { onlyNew: true, keepFound: true, hasMore },
    )
  }

  /** UpdateHint. Returns the text of the refusal; undefined: done, no such hint, or nothing to change. */
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

  // ---- Events elsewhere ------------------------------------------------------------------------------------------

  /** [AP-6.6] Marks hints about these checked locations of the finder as found. */
  checked(finder: number, locations: readonly number[]): void {
    const hints = locations.map((location) => this.#at(finder, location))
    this.#replace(
      hints.filter((hint) => hint !== undefined && !isSettled(hint)).map((hint) => asFound(hint!)),
    )
  }

  /** Restores the hints of a game from another server. Must run before any other change. */
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

  /** `finder` may be any number that a client sent. */
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

  /** Ascending, each slot once: a finder may be the receiver, or a member of the receiving group. */
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

  /** Replaces the hints in every list that has an earlier version. */
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
  /** [AP-10.11] The original has no answer here and closes the connection. */
  unknownOwn: 'CreateHints: One or more of the locations do not exist.',
  unknownOther:
    'CreateHints: One or more of the locations do not exist for the specified off-world player. ' +
    "Please refrain from hinting other slot's locations that you don't know contain your items.",
  foreignStatus: 'CreateHints: Must use "unspecified"/None status for items from other players.',
  foreign: 'CreateHints: Can only create hints for own items or own locations.',
} as const

/** Whether the hint is final: found, with the status found. */
function isSettled({ found, status }: Hint): boolean {
  return found && status === hintStatus.found
}

function asFound(hint: Hint): Hint {
  return { ...hint, found: true, status: hintStatus.found }
}

/** In display order: the slot's own world first, and found hints first in each world. */
function shown(hints: readonly Hint[], slot: number): Hint[] {
  const rank = ({ finder, found }: Hint) => (finder === slot ? 0 : 2) + (found ? 0 : 1)
  return hints.toSorted((a, b) => rank(a) - rank(b))
}
