// This code does not know the fields of a game's frames, so it replaces a name by a pseudonym of the same number of
// bytes, and in text only within quotes.
import { TextRenamer } from '../../../games/shared/privacy/text-renamer.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { WireError } from '../../../wire/util/wire-error.ts'

type Frames = readonly (string | Uint8Array)[]

/** Names are replaced from this length on; a shorter name could match bytes that are not text. */
const minBytes = 4

/** Whether the film can replace this name; if not, the parts that contain it are deleted. */
export function isReplaceableName(name: string): boolean {
  return name.length >= minBytes && /^[\x20-\x7e]*$/.test(name)
}

interface NameBytes {
  readonly name: Uint8Array
  /** The pseudonym; undefined if `name` is too short or its pseudonym has another length. */
  readonly becomes: Uint8Array | undefined
}

export class FilmNames {
  readonly #renaming: TextRenamer
  readonly #bytes: readonly NameBytes[]

  /** `names`: the erased names, each with its pseudonym. */
  constructor(names: readonly (readonly [name: string, becomes: string])[]) {
    const changed = names.filter(([name, becomes]) => name !== becomes)
    this.#renaming = new TextRenamer(
      new Map(changed.map(([name, becomes]) => [inQuotes(name), inQuotes(becomes)])),
    )
    this.#bytes = changed.flatMap(([name, becomes]) => [...spellings(name, becomes)])
  }

  /**
   * Returns `frames` itself if no frame contains a name. Throws WireError if a frame contains a name that cannot be
   * replaced. The caller then deletes that part of the film.
   */
  replaced(frames: Frames): Frames {
    const replaced = frames.map((frame) =>
      typeof frame === 'string' ? this.#inText(frame) : this.#inBytes(frame),
    )
    return replaced.every((frame, at) => frame === frames[at]) ? frames : replaced
  }

  /** Replaces names within quotes, but not in the keys of objects. */
  #inText(frame: string): string {
    if (!this.#renaming.isIn(frame)) return frame
    return frame.replace(/"(?:[^"\\]|\\.)*"(\s*:)?/gu, (quoted, isKey?: string) =>
      isKey === undefined ? this.#renaming.inText(quoted) : quoted,
    )
  }

  #inBytes(frame: Uint8Array): Uint8Array {
    let replaced: Uint8Array | undefined
    for (const { name, becomes } of this.#bytes)
      for (let at = indexOf(frame, name, 0); at >= 0; at = indexOf(frame, name, at + 1)) {
        if (becomes === undefined && !isWordAt(frame, at, at + name.length)) continue
        if (becomes === undefined) throw new WireError('a frame has a name that is too short to be replaced')
        replaced ??= frame.slice()
        replaced.set(becomes, at)
      }
    return replaced ?? frame
  }
}

/** The bytes of a name and its pseudonym, as written and in lower case, in UTF-8 and ISO 8859-1. */
function* spellings(name: string, becomes: string): Iterable<NameBytes> {
  const forms = [[name, becomes] as const, [name.toLowerCase(), becomes.toLowerCase()] as const]
  const seen = new Set<string>()
  for (const [form, other] of forms)
    for (const bytes of [encodeUtf8(form), latin1(form)]) {
      if (!bytes || seen.has(bytes.join())) continue
      seen.add(bytes.join())
      const isSafe = bytes.length >= minBytes && bytes.length === other.length
      yield { name: bytes, becomes: isSafe ? encodeUtf8(other) : undefined }
    }
}

function latin1(text: string): Uint8Array | undefined {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!)
  return codes.every((code) => code <= 0xff) ? Uint8Array.from(codes) : undefined
}

function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, place) => bytes[at + place] === byte)) return at
  return -1
}

function isWordAt(bytes: Uint8Array, start: number, end: number): boolean {
  const isLetter = (byte: number | undefined) =>
    byte !== undefined && /[A-Za-z0-9_]/.test(String.fromCharCode(byte))
  return !isLetter(bytes[start - 1]) && !isLetter(bytes[end])
}
