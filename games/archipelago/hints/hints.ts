import { EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import { formatRepr } from '../python/repr.ts'
import { type PyValue, toInt } from '../python/values.ts'
import type { Client } from '../room/clients.ts'
import { announceHints } from '../room/item-announcements.ts'
import { plainMessage } from '../room/messages.ts'
import type { MultiworldState } from '../room/multiworld-state.ts'
import { placedItemAt, placedItemsAt } from '../seed/item-placement.ts'
import type { Hint, PlacedItem } from '../seed/seed.ts'
import { HintList } from './hint-list.ts'
import { hintMessage, hintTuple } from './hint-message.ts'
import { hintStatus, parseHintStatus } from './hint-status.ts'

const trapFlag = 4

/** The steps for creating or sending a hint, and for storing the hints of a slot, in addition to those for texts. */
const stepsPerHint = 32
const stepsPerSave = 64

/** Maximum number of listed hints. Encoding a longer list would delay other clients. */
const maxListedHints = 1000

const paidHintsKey = (slot: number) => `hints-used/${slot}`

/** `player`: the slot whose world has the locations. */
export interface CreateHintsRequest {
  readonly locations: readonly number[]
  readonly player: number
  readonly status: PyValue
}

/** `player`: the slot whose world has the location. A `status` of null changes nothing. */
export interface UpdateHintRequest {
  readonly player: number
  readonly location: number
  readonly status: PyValue
}

/** `hintsUsed`: the number of hints that each slot has paid for. */
export interface HintsState {
  readonly hints: ReadonlyMap<number, readonly Hint[]>
  readonly hintsUsed: ReadonlyMap<number, number>
}

/** The part of a multiworld on which checks, releases and collects depend. */
export type MultiworldWithHints = MultiworldState & { readonly hints: HintRegistry }

export class HintRegistry {
  readonly #state: MultiworldState
  readonly #lists = new Map<number, HintList>()
  readonly #paid = new Map<number, number>()
  readonly #texts = new WeakMap<Hint, EncodedJson>()
  /** Slots whose hints changed since the watchers of `_read_hints_0_SLOT` were last notified. */
  readonly #changedSlots = new Set<number>()

  constructor(state: MultiworldState) {
    this.#state = state
  }

  // ---- Known hints -----------------------------------------------------------------------------------------------

  /** The hints of a slot in the order of arrival. */
  hintsOf(slot: number): readonly Hint[] {
    return this.#hintList(slot).all
  }

  /** Marks a hint of a checked location as found, because the hints of an imported save can be stale. */
  upToDate(hint: Hint): Hint {
    return hint.found || this.#isFound(hint) ? withFoundStatus(hint) : hint
  }

  /** Increases whenever the hints of a slot change. */
  get changes(): number {
    let changes = 0
    for (const list of this.#lists.values()) changes += list.changes
    return changes
  }

  /** Whether the slot has received the hint, whatever the hint's status. */
  isKnown(slot: number, hint: Hint): boolean {
    return this.#hintList(slot).has(hint)
  }

  paidCount(slot: number): number {
    const known = this.#paid.get(slot)
    if (known !== undefined) return known
    const used = Number(this.#state.store.get(paidHintsKey(slot)) ?? 0)
    this.#paid.set(slot, used)
    return used
  }

  /** [AP-6.1] The cost of a hint in hint points, 0 if hints are free. */
  cost(slot: number): number {
    const percent = this.#state.options.hint_cost
    return percent === 0 ? 0 : Math.max(1, Math.floor(percent * 0.01 * this.#state.checks.total(slot)))
  }

  /** The result can be negative after the price of hints has been raised. */
  points(slot: number): number {
    const earned = this.#state.options.location_check_points * this.#state.checks.count(slot)
    return earned - this.cost(slot) * this.paidCount(slot)
  }

  /** The value of `_read_hints_0_SLOT`. */
  readValue(slot: number): JsonWritable {
    return this.hintsOf(slot).map((hint) => this.#text(hint))
  }

  // ---- Creating and sending hints --------------------------------------------------------------------------------

  /**
   * Returns the known hint, or a new hint without storing it. `statusIfHidden`: the status of a new hint whose item is
   * not found. Default: avoid for a trap, otherwise priority.
   */
  hintFor({ finder, location, item, receiver, flags }: PlacedItem, statusIfHidden?: number): Hint {
    const known = this.#hintAt(finder, location)
    if (known) return known
    const found = this.#state.checks.has(finder, location)
    const defaultStatus = flags & trapFlag ? hintStatus.avoid : hintStatus.priority
    const status = found ? hintStatus.found : (statusIfHidden ?? defaultStatus)
    const entrance = this.#state.seed.entranceOf(finder, location)
    return { receiver, finder, location, item, found, entrance, flags, status }
  }

  /**
   * [AP-6.5] `keepFound`: also stores hints whose item is already found. `onlyNew`: skips known hints. `hasMore`: the
   * caller will send more hints, so the watchers of the hint lists are not notified yet.
   */
  send(hints: readonly Hint[], { onlyNew = false, keepFound = false, hasMore = false } = {}): void {
    const addressed = onlyNew ? hints.filter((hint) => !this.isKnown(hint.finder, hint)) : hints
    this.#state.steps.charge(hints.length + stepsPerHint * addressed.length)
    const isNews = (hint: Hint) => !hint.found && !this.isKnown(hint.finder, hint)
    announceHints(this.#state, addressed.filter(isNews))
    this.#addToLists(addressed.filter(({ found }) => keepFound || !found))
    if (!hasMore) this.#notifyChanged((slot) => this.#sendHintPoints(slot))
    const messages = new Map(addressed.map((hint) => [hint, hintMessage(hint)]))
    for (const [slot, ownHints] of this.#groupBySlot(addressed)) {
      const ordered = sortForDisplay(ownHints, slot).map((hint) => messages.get(hint)!)
      this.#state.send(this.#state.clients.of(slot), ...ordered)
    }
  }

  sendAll(slot: number): void {
    const list = this.#hintList(slot)
    for (const hint of list.all) if (!isSettled(hint) && this.#isFound(hint)) list.set(withFoundStatus(hint))
    list.save()
    if (list.all.length === 0) return
    const hints = sortForDisplay(list.all, slot)
    const messages = hints.slice(0, maxListedHints).map(hintMessage)
    const rest = hints.length - messages.length
    if (rest > 0) messages.push(plainMessage(`${rest} more hints are not shown.`, 'CommandResult'))
    this.#state.send(this.#state.clients.of(slot), ...messages)
  }

  pay(slot: number, hints: number): void {
    if (hints > 0) this.#setPaid(slot, this.paidCount(slot) + hints)
  }

  // ---- Client requests -------------------------------------------------------------------------------------------

  /** Creates the hints for a LocationScouts with `create_as_hint`. `announce` 'new': known hints are not sent again. */
  hintScouted(client: Client, locations: readonly number[], announce: 'all' | 'new', hasMore = false): void {
    const placedItems = placedItemsAt(this.#state.seed, client.slot, locations)
    const hints = placedItems.map((placedItem) => this.hintFor(placedItem, hintStatus.unspecified))
    this.send(hints, { onlyNew: announce === 'new', keepFound: true, hasMore })
  }

  /** Returns the text of the refusal, or undefined if all hints may be created. */
  createRefusal(client: Client, { locations, player, status }: CreateHintsRequest): string | undefined {
    if (locations.length === 0) return 'CreateHints: No locations specified.'
    const requested = parseHintStatus(status)
    if (requested === undefined) return `Unknown Status: ${formatRepr(status)} is not a valid HintStatus`
    for (const location of locations) {
      const placedItem = placedItemAt(this.#state.seed, player, location)
      if (!placedItem) return player === client.slot ? refusalTexts.unknownOwn : refusalTexts.unknownOther
      if (this.#state.membersOf(placedItem.receiver).includes(client.slot)) continue
      if (requested !== hintStatus.unspecified) return refusalTexts.foreignStatus
      if (player !== client.slot) return refusalTexts.foreign
    }
    return undefined
  }

  /** Must be called only after `createRefusal` has returned undefined. */
  create({ locations, player, status }: CreateHintsRequest, hasMore = false): void {
    const placedItems = placedItemsAt(this.#state.seed, player, locations)
    const hints = placedItems.map((placedItem) => this.hintFor(placedItem, parseHintStatus(status)))
    this.send(hints, { onlyNew: true, keepFound: true, hasMore })
  }

  /** Returns the text of the refusal, or undefined if the packet is valid. An unknown hint is ignored. */
  update(client: Client, { player, location, status }: UpdateHintRequest): string | undefined {
    if (status !== null && toInt(status) === undefined) return 'UpdateHint'
    const hint = this.#hintAt(player, location)
    if (!hint) return undefined
    if (!this.#state.membersOf(hint.receiver).includes(client.slot)) return 'UpdateHint: No Permission'
    if (status === null) return undefined
    const newStatus = parseHintStatus(status)
    if (newStatus === undefined) return 'UpdateHint: Invalid Status'
    if (newStatus === hintStatus.found) return 'UpdateHint: Cannot manually update status to "HINT_FOUND"'
    const changed = hint.found ? withFoundStatus(hint) : { ...hint, status: newStatus }
    if (changed.status !== hint.status) this.#replace([changed])
    return undefined
  }

  // ---- Found locations and imported saves -----------------------------------------------------------------------

  /** [AP-6.6] */
  markFound(finder: number, locations: readonly number[]): void {
    const hints = locations.flatMap((location) => this.#hintAt(finder, location) ?? [])
    this.#replace(hints.filter((hint) => !isSettled(hint)).map(withFoundStatus))
  }

  /** Restores the hints of a save. Must be called before any other change of hints. */
  restore({ hints, hintsUsed }: HintsState): void {
    for (const [slot, known] of hints) this.#hintList(slot).replaceAll(known)
    for (const [slot, used] of hintsUsed) if (used > 0) this.#setPaid(slot, used)
  }

  state(): HintsState {
    const slots = [...this.#state.seed.slots.keys()]
    return {
      hints: new Map(slots.map((slot) => [slot, this.hintsOf(slot)])),
      hintsUsed: new Map(slots.map((slot) => [slot, this.paidCount(slot)])),
    }
  }

  #hintList(slot: number): HintList {
    let list = this.#lists.get(slot)
    if (!list) {
      const { seed, store } = this.#state
      list = new HintList(store, slot, () => seed.precollectedHints(slot))
      this.#lists.set(slot, list)
    }
    return list
  }

  /** `finder` comes from a client, so there may be no slot with this number. */
  #hintAt(finder: number, location: number): Hint | undefined {
    return this.#state.seed.slots.has(finder) ? this.#hintList(finder).atOwnLocation(location) : undefined
  }

  #isFound({ finder, location }: Hint): boolean {
    return this.#state.checks.has(finder, location)
  }

  #text(hint: Hint): EncodedJson {
    let text = this.#texts.get(hint)
    if (!text) {
      text = new EncodedJson(stringifyJson(hintTuple(hint)))
      this.#texts.set(hint, text)
    }
    return text
  }

  /** The slot numbers, ascending: the finder, and the receiver or the members of the receiving group. */
  #slotsConcerned({ receiver, finder }: Hint): number[] {
    return [...new Set([...this.#state.membersOf(receiver), finder])].sort((a, b) => a - b)
  }

  #groupBySlot(hints: readonly Hint[]): Map<number, Hint[]> {
    const slots = new Map<number, Hint[]>()
    for (const hint of hints)
      for (const slot of this.#slotsConcerned(hint)) {
        const slotHints = slots.get(slot)
        if (slotHints) slotHints.push(hint)
        else slots.set(slot, [hint])
      }
    return slots
  }

  #addToLists(hints: readonly Hint[]): void {
    const changed = new Set<number>()
    for (const hint of hints) {
      if (this.isKnown(hint.finder, hint)) continue
      for (const slot of this.#slotsConcerned(hint)) {
        this.#hintList(slot).set(hint)
        changed.add(slot)
      }
    }
    this.#save(changed)
  }

  #replace(hints: readonly Hint[]): void {
    const changed = new Set<number>()
    for (const hint of hints)
      for (const slot of this.#slotsConcerned(hint)) {
        if (!this.isKnown(slot, hint)) continue
        this.#hintList(slot).set(hint)
        changed.add(slot)
      }
    this.#save(changed)
    this.#notifyChanged()
  }

  #save(slots: ReadonlySet<number>): void {
    for (const slot of slots) {
      this.#state.steps.charge(stepsPerSave)
      this.#hintList(slot).save()
      this.#changedSlots.add(slot)
    }
  }

  #notifyChanged(also?: (slot: number) => void): void {
    for (const slot of [...this.#changedSlots].sort((a, b) => a - b)) {
      this.#state.notifyWatchers(`_read_hints_0_${slot}`, () => this.readValue(slot))
      also?.(slot)
    }
    this.#changedSlots.clear()
  }

  #sendHintPoints(slot: number): void {
    const clients = this.#state.clients.of(slot)
    if (clients.size > 0) this.#state.updateRoom(clients, { hint_points: this.points(slot) })
  }

  #setPaid(slot: number, used: number): void {
    this.#paid.set(slot, used)
    this.#state.store.put(paidHintsKey(slot), used)
  }
}

const refusalTexts = {
  /** [AP-10.11] The original server closes the connection instead of sending this text. */
  unknownOwn: 'CreateHints: One or more of the locations do not exist.',
  unknownOther:
    'CreateHints: One or more of the locations do not exist for the specified off-world player. ' +
    "Please refrain from hinting other slot's locations that you don't know contain your items.",
  foreignStatus: 'CreateHints: Must use "unspecified"/None status for items from other players.',
  foreign: 'CreateHints: Can only create hints for own items or own locations.',
} as const

function isSettled({ found, status }: Hint): boolean {
  return found && status === hintStatus.found
}

function withFoundStatus(hint: Hint): Hint {
  return { ...hint, found: true, status: hintStatus.found }
}

/** Hints for the slot's own world come first, and found hints come before others. */
function sortForDisplay(hints: readonly Hint[], slot: number): Hint[] {
  const rank = ({ finder, found }: Hint) => (finder === slot ? 0 : 2) + (found ? 0 : 1)
  return hints.toSorted((a, b) => rank(a) - rank(b))
}
