// [CF-5.10] Sends a client only the cells that have changed. Browser clients keep the map across a `newmap` of the same
// size, and labels of cells out of view. The server clears the map and these labels explicitly, because they would
// otherwise stay on the screen.

import { visibleFacesEqual } from '../../model/level/visible-faces.ts'
import { labelsEqual } from '../../model/view/labels.ts'
import { differOnlyInCells, type PlayerMapView, type VisibleCell } from '../../model/view/player-view.ts'
import type { CellChange, Dialect } from '../dialects/dialect.ts'
import type { ViewScroll } from '../packets/index.ts'
import type { FaceAndAnimationSender } from './inventory-sync.ts'

export class MapSync {
  readonly #faces: FaceAndAnimationSender
  /** The view that was sent last. */
  #view: PlayerMapView | undefined
  readonly #revisions: number[] = []
  /** The level that was sent last, even after `resendAll`; the client has received its cells in `#knownCells`. */
  #level: PlayerMapView['level'] | undefined
  readonly #knownCells = new Set<number>()
  #labels = false
  #labelsUnchanged = false
  #width = 0
  #height = 0
  #cells: (VisibleCell | undefined)[] = []
  /** Indexes of all cells of the view. */
  #all: readonly number[] = []

  constructor(faces: FaceAndAnimationSender) {
    this.#faces = faces
  }

  /** Makes `sync` send the next view as a whole. Called when the client has no map or a wrong one. */
  resendAll(): void {
    this.#view = undefined
  }

  /** Returns the number of cells compared. */
  sync(view: PlayerMapView, dialect: Dialect): number {
    const from = this.#view
    const agreed = dialect.width === this.#width && dialect.height === this.#height
    const same = from?.level === view.level && agreed && dialect.supportsLabels === this.#labels
    if (same && differOnlyInCells(from, view)) {
      // Reuse the earlier view, which has already computed its lines of sight.
      const changed = this.#changedPlaces(from)
      if (changed) return this.#syncPlaces(from, changed, dialect)
    }
    const scroll = same ? this.#scroll(view.x - from.x, view.y - from.y, dialect) : undefined
    if (!scroll) this.#startMap(view, dialect)
    this.#labelsUnchanged = !this.#labels || from?.partyMembers === view.partyMembers
    this.#view = view
    this.#level = view.level
    this.#rememberRevisions(view)
    const changes = this.#compare(view, this.#all, scroll === undefined && !dialect.forgetsPreviousMap)
    this.#sendChanges(changes, scroll && (scroll.dx !== 0 || scroll.dy !== 0) ? scroll : undefined, dialect)
    return this.#all.length
  }

  #syncPlaces(view: PlayerMapView, places: readonly number[], dialect: Dialect): number {
    this.#rememberRevisions(view)
    if (places.length === 0) return 0
    this.#labelsUnchanged = true
    this.#sendChanges(this.#compare(view, places, false), undefined, dialect)
    return places.length
  }

  #rememberRevisions({ levels }: PlayerMapView): void {
    this.#revisions.length = levels.length
    for (let at = 0; at < levels.length; at++) this.#revisions[at] = levels[at]!.level.revision
  }

  /**
   * The cells that have changed since the last sent view, in ascending order; undefined if there are too many changes.
   */
  #changedPlaces({ levels, x, y }: PlayerMapView): readonly number[] | undefined {
    const [left, top] = [x - (this.#width >> 1), y - (this.#height >> 1)]
    let changed: Set<number> | undefined
    for (let at = 0; at < levels.length; at++) {
      const { level, x: firstX, y: firstY } = levels[at]!
      const since = this.#revisions[at]!
      if (level.revision === since) continue
      const cells = level.cellsChangedSince(since)
      if (!cells) return undefined
      for (const cell of cells) {
        const column = firstX + (cell % level.width) - left
        const row = firstY + Math.floor(cell / level.width) - top
        if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) continue
        changed ??= new Set()
        changed.add(column + this.#width * row)
      }
    }
    return changed ? [...changed].sort((a, b) => a - b) : []
  }

  /** The scroll to send; undefined if no cell would stay in view. */
  #scroll(dx: number, dy: number, dialect: Dialect): ViewScroll | undefined {
    const [width, height] = [this.#width, this.#height]
    // Clients handle scrolls of up to ten cells, so a longer distance starts a new map.
    if (Math.abs(dx) > 10 || Math.abs(dy) > 10) return undefined
    if (dx === 0 && dy === 0) return { dx, dy }
    const before = this.#cells
    const within = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height
    const at = (x: number, y: number) => (within(x, y) ? before[x + width * y] : undefined)
    if (this.#labels) {
      const leaving = this.#places(
        ({ x, y }) => !within(x - dx, y - dy) && (at(x, y)?.labels?.length ?? 0) > 0,
      )
      if (leaving.length > 0) dialect.sendCells(leaving, undefined)
    }
    this.#cells = before.map((_, n) => at((n % width) + dx, Math.floor(n / width) + dy))
    return { dx, dy }
  }

  #startMap({ level, x, y }: PlayerMapView, dialect: Dialect): void {
    this.#width = dialect.width
    this.#height = dialect.height
    this.#labels = dialect.supportsLabels
    this.#cells = new Array(dialect.width * dialect.height).fill(undefined)
    this.#all = [...this.#cells.keys()]
    dialect.sendNewMap()
    if (level !== this.#level) this.#knownCells.clear()
    if (!dialect.forgetsPreviousMap) return
    const [left, top] = [x - (this.#width >> 1), y - (this.#height >> 1)]
    // Clear only cells that the client has received, because it would draw any other cleared cell as remembered instead
    // of unknown.
    const known = this.#places((place) => this.#knownCells.has(cellKey(left + place.x, top + place.y)))
    if (known.length > 0) dialect.sendCells(known, undefined)
  }

  #places(which: (place: { x: number; y: number }) => boolean): CellChange[] {
    const all = this.#cells.map((before, n) => ({
      x: n % this.#width,
      y: Math.floor(n / this.#width),
      before,
    }))
    return all.filter(which).map((place) => ({ ...place, after: undefined }))
  }

  /** `withEmpty`: also returns cells that were empty and still are. */
  #compare(view: PlayerMapView, places: readonly number[], withEmpty: boolean): CellChange[] {
    const changes: CellChange[] = []
    const left = this.#width >> 1
    const top = this.#height >> 1
    for (const place of places) {
      const x = place % this.#width
      const y = Math.floor(place / this.#width)
      const before = this.#cells[place]
      const after = this.#visibleCell(view, x - left, y - top, before)
      this.#cells[place] = after
      if (sameCell(before, after) && !(withEmpty && !after)) continue
      if (after) this.#knownCells.add(cellKey(view.x + x - left, view.y + y - top))
      changes.push({ x, y, before, after })
    }
    return changes
  }

  #visibleCell(
    view: PlayerMapView,
    dx: number,
    dy: number,
    before: VisibleCell | undefined,
  ): VisibleCell | undefined {
    const cell = view.cellAt(dx, dy, this.#labelsUnchanged ? before : undefined)
    return cell && cell !== before && this.#labels ? { ...cell, labels: view.labelsAt(dx, dy) } : cell
  }

  #sendChanges(changes: readonly CellChange[], moved: ViewScroll | undefined, dialect: Dialect): void {
    for (const { after } of changes) if (after) this.#sendFaces(after, dialect)
    if (changes.length > 0 || moved) dialect.sendCells(changes, moved)
  }

  #sendFaces(cell: VisibleCell, dialect: Dialect): void {
    for (const face of dialect.visibleFaces(cell)) this.#faces.sendFace(face)
    for (const number of dialect.visibleAnimations(cell)) this.#faces.sendAnimation(number)
  }
}

/** A key for a cell on a map or next to the map. Maps have fewer than 32,768 columns. */
const cellKey = (x: number, y: number) => x + 65_536 * y

function sameCell(a: VisibleCell | undefined, b: VisibleCell | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return (
    a.darkness === b.darkness && sameStack(a.visibleFaces, b.visibleFaces) && labelsEqual(a.labels, b.labels)
  )
}

function sameStack(a: VisibleCell['visibleFaces'], b: VisibleCell['visibleFaces']): boolean {
  if (a === b) return true
  return a.length === b.length && a.every((shown, at) => visibleFacesEqual(shown, b[at]))
}
