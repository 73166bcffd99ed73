// The newest lines of a list are stored in a ring of records with a few lines each. Adding a line rewrites few bytes,
// and a new record overwrites the oldest one. The owner of a ring reads and writes the records.

export interface RingChunk<Line> {
  /** Position of the first of `lines` among all lines ever added to the ring, from 0. */
  readonly first: number
  readonly lines: readonly Line[]
}

export interface RingSize {
  readonly linesPerRecord: number
  readonly records: number
}

export class RecordRing<Line> {
  /** The lines of the ring, oldest first. A full ring drops the lines of its oldest record at once. */
  readonly lines: Line[]
  readonly #size: RingSize
  /** Position of the first of `lines`. `#unwritten`: position of the first line that is not written. */
  #first: number
  #unwritten: number

  /** `stored`: in any order. */
  constructor(stored: readonly RingChunk<Line>[], size: RingSize) {
    const chunks = stored.toSorted((a, b) => a.first - b.first)
    this.#size = size
    this.lines = chunks.flatMap(({ lines }) => lines)
    this.#first = chunks[0]?.first ?? 0
    this.#unwritten = this.#end
  }

  get hasUnwritten(): boolean {
    return this.#unwritten < this.#end
  }

  add(line: Line): void {
    const { linesPerRecord, records } = this.#size
    this.lines.push(line)
    if (this.lines.length <= linesPerRecord * records) return
    this.lines.splice(0, linesPerRecord)
    this.#first += linesPerRecord
  }

  /** Drops the newest unwritten lines, until `isDropped` returns false. */
  dropUnwritten(isDropped: (line: Line) => boolean): void {
    while (this.lines.length > 0 && this.hasUnwritten && isDropped(this.lines.at(-1)!)) this.lines.pop()
  }

  /** Call `written` when the records are written. */
  *unwritten(): Iterable<readonly [place: number, chunk: RingChunk<Line>]> {
    if (!this.hasUnwritten) return
    const { linesPerRecord, records } = this.#size
    const from = Math.max(this.#unwritten, this.#first)
    for (let nth = Math.floor(from / linesPerRecord); nth * linesPerRecord < this.#end; nth++) {
      const first = Math.max(nth * linesPerRecord, this.#first)
      const lines = this.lines.slice(first - this.#first, (nth + 1) * linesPerRecord - this.#first)
      yield [nth % records, { first, lines }]
    }
  }

  written(): void {
    this.#unwritten = this.#end
  }

  get #end(): number {
    return this.#first + this.lines.length
  }
}
