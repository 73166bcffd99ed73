// The names that no player may choose in any game: those that look like the speaker of the server's own lines, and those
// that other players cannot read or tell apart.
import { foldCharacter } from './word-filter.ts'

const reservedNames: ReadonlySet<string> = new Set(['host', 'thehost', 'server', 'theserver', 'system'])

/** Characters that look like a letter of a reserved name, after case, width and accents are folded. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    h: 'нһհηʜ',
    o: 'οоօøסᴏ0',
    s: 'ѕꜱ5$',
    t: 'тτᴛ7',
    e: 'еεєҽᴇ3',
    r: 'гʀ',
    v: 'νѵᴠ',
    y: 'уүυʏ',
    m: 'мμᴍ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)
/**
 * A zero-width joiner is part of an emoji or of the spelling of a word only after these characters. Tag characters are
 * part of the flags of England, Scotland and Wales.
 */
const joiners =
  /(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])[\u200c\u200d]|(?<=🏴)[\u{e0020}-\u{e007e}]+\u{e007f}/u
/** Zero-width characters, characters that change the direction of the text, and line separators. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}]/u
/** A text of characters that show nothing: fillers, spaces, control characters and lone combining marks. */
const blank = /^[\u115f\u1160\u3164\uffa0\u2800\p{C}\p{Z}\p{M}]*$/u
const colons = /[:：∶꞉]/u

/** Whether the name, or the part before its first colon, looks like a speaker who is not a player. */
export function isReservedName(name: string): boolean {
  return [name, name.split(colons)[0]!].some((part) => reservedNames.has(skeletonOf(part)))
}

/** False for an empty name, which each game refuses in its own way. */
export function isUnreadableName(name: string): boolean {
  if (name.trim() === '') return false
  return invisible.test(name.split(joiners).join('')) || blank.test(name)
}

/** The letters and digits of a name, with look-alikes replaced: `H.0ѕt` becomes `host`. */
function skeletonOf(name: string): string {
  const letters = Array.from([...name].map(foldCharacter).join(''), (one) => lookAlikes.get(one) ?? one)
  return letters
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .join('')
    .replaceAll('rn', 'm')
}
