// Frames that are JSON lists, taken apart: a long one is as many frames of a few elements each, so that the rest can wait.

/** A part ends with so many elements, or once it is so long (UTF-16 units); only one element may be longer alone. */
const mostElements = 16
const mostUnits = 16_384

/**
 * The parts of `[a,b,c]`, in order: `[a]`, `[b,c]`. What is not long, or is no list with its brackets in order, is one
 * part as it is: whoever reads it says what is wrong with it. Elements themselves are not looked into.
 */
export function takenApart(frame: string): readonly string[] {
  const commas = frame.length > mostElements ? topCommas(frame) : undefined
  if (!commas) return [frame]
  const first = frame.indexOf('[') + 1
  const end = frame.lastIndexOf(']')
  const parts: string[] = []
  let begun = first
  let elements = 0
  let before = first
  for (const at of [...commas, end]) {
    if (elements > 0 && (elements === mostElements || at - begun > mostUnits)) {
      parts.push(frame.slice(begun, before))
      begun = before + 1
      elements = 0
    }
    elements++
    before = at
  }
  parts.push(frame.slice(begun, end))
  return parts.length === 1 ? [frame] : parts.map((part) => `[${part}]`)
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Where the commas between the list's elements are; undefined: it is no list, or its brackets are in no order. */
function topCommas(text: string): number[] | undefined {
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
      // The list ends where the text does, and nowhere before.
      if (--depth === 0 && at < end) return undefined
    } else if (unit === comma && depth === 1) commas.push(at)
  }
  return depth === 0 ? commas : undefined
}

/** Of the string that begins here: where its closing quote is, or beyond the text. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === backslash) at++
    else if (unit === quote) return at
  }
  return text.length
}
