// [CF-6.3] Encodes pictures for clients of 1997 as XPM: C source text, which libXpm parses from memory.
import type { Picture } from './picture.ts'

/** Letters of colours, without quote and backslash. A space is a transparent pixel. */
const letters = '.+@#$%&*=-;:>,<1234567890qwertyuioplkjhgfdsazxcvbnmMNBVCZASDFGHJKLPIUYTREWQ!~^/()_{}[]|'

/**
 * Latin-1 bytes of a picture whose pixels are opaque or transparent. Throws if it has more colours than there are
 * letters, which is a bug of the palette.
 */
export function encodeXpm({ size, colours, opacities }: Picture): Uint8Array {
  const shown = [...colours].map((colour, pixel) => (opacities[pixel]! >= 128 ? colour : undefined))
  const used = [...new Set(shown.filter((colour) => colour !== undefined))].sort((one, two) => one - two)
  if (used.length > letters.length) throw new Error(`no letters for ${used.length} colours`)
  const lettered = new Map(used.map((colour, index) => [colour, letters[index]!]))
  const letterOf = (colour: number | undefined) => (colour === undefined ? ' ' : lettered.get(colour)!)
  const table = ['  c None', ...used.map((colour) => `${letterOf(colour)} c #${hex(colour)}`)]
  const rows = Array.from({ length: size }, (_, row) =>
    shown
      .slice(row * size, (row + 1) * size)
      .map(letterOf)
      .join(''),
  )
  const strings = [`${size} ${size} ${table.length} 1`, ...table, ...rows].map((text) => `"${text}"`)
  const text = `/* XPM */\nstatic char *face[] = {\n${strings.join(',\n')}};\n`
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function hex(colour: number): string {
  return colour.toString(16).padStart(6, '0')
}
