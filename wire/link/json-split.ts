// Splits long frames that are JSON lists into frames of a few elements each, so that other work can run in between.

/**
 * Maximum number of elements in a part, and maximum length of a part in UTF-16 units. A part with a single element may
 * be longer.
 */
const maxElements = 16
const maxUnits = 16_384

/**
 * Splits `[a,b,c]` into parts in order, such as `[a]` and `[b,c]`. Returns a short frame unchanged, and also one that
 * is not a list with balanced brackets: the reader of the frame reports the error. Elements themselves are not
 * validated.
 */
export function splitJsonList(frame: string): readonly string[] {
  const commas = frame.length > maxElements ? topLevelCommas(frame) : undefined
  if (!commas) return [frame]
  const first = frame.indexOf('[') + 1
  const end = frame.lastIndexOf(']')
  const parts: string[] = []
  let partStart = first
  let elements = 0
  let before = first
  for (const at of [...commas, end]) {
    if (elements > 0 && (elements === maxElements || at - partStart > maxUnits)) {
      parts.push(frame.slice(partStart, before))
      partStart = before + 1
      elements = 0
    }
    elements++
    before = at
  }
  parts.push(frame.slice(partStart, end))
  return parts.length === 1 ? [frame] : parts.map((part) => `[${part}]`)
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Positions of the commas between the elements; undefined if the text is not a list or its brackets are unbalanced. */
function topLevelCommas(text: string): number[] | undefined {
  const list = text.trim()
  if (!list.startsWith('[') || !list.endsWith(']')) return undefined
  const commas: number[] = []
  let depth = 0
  const end = text.lastIndexOf(']')
  for (let at = text.indexOf('['); at <= end; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) {
      at = endOfString(text, at)
      if (at > end) return undefined
    } else if (unit === 0x5b || unit === 0x7b) depth++
    else if (unit === 0x5d || unit === 0x7d) {
      if (--depth === 0 && at < end) return undefined
    } else if (unit === comma && depth === 1) commas.push(at)
  }
  return depth === 0 ? commas : undefined
}

/**
 * The position of the closing quote of the string that starts at `start`, or the length of the text if the string does
 * not end.
 */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === backslash) at++
    else if (unit === quote) return at
  }
  return text.length
}
