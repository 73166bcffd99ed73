// Facts about a thing, read from the `examine` texts of both servers. The words of the servers differ by design
// (CF-17.20), but the figures must be equal.

/** A fact's pattern in the text of each server. The fact's value is the first group that matches. */
type Patterns = readonly [real: RegExp, ours: RegExp]

const facts: { readonly [fact: string]: Patterns } = {
  ac: [/\(ac([+-]\d+)\)/, /rmour class ([+-]?\d+)/],
  armour: [/\(armour ([+-]\d+)\)/, /armour ([+-]?\d+) percent/],
  damage: [/\(dam([+-]\d+)\)/, /[Dd]amage ([+-]?\d+)/],
  'to hit': [/\(wc([+-]\d+)\)/, /to hit ([+-]?\d+)/],
  'weapon speed': [/weapon speed (\d+)/, /blows take (\d+) percent/],
  'maximum speed': [/Max speed ([\d.]+)/, /speed to ([\d.]*\d)/],
  'spell penalty': [/Spell regen penalty (\d+)/, /Spells cost (\d+) percent/],
  power: [/item_power ([+-]\d+)/, /Its power is (\d+)/],
  attuned: [/Attuned: ([^)]*)\)/, /Paths attuned: (.*)\./],
  repelled: [/Repelled: ([^)]*)\)/, /Paths repelled: (.*)\./],
  denied: [/Denied: ([^)]*)\)/, /Paths denied: (.*)\./],
  'holds only': [/hold only (.*) and/, /holds only (.*)\./],
  capacity: [/weight limit is ([\d.]+) kg/, /holds up to ([\d.]+) kg/],
  'spell points': [/\(capacity (\d+)\)/, /of (\d+) spell points/],
  'spell level': [/\(an? (\w+) level/, /a spell of level (\d+)/],
  path: [/\(paths: ([^)]*)\)/, /, path (.*)\./],
  text: [/(Something is written)/, /(Something is written)/],
  place: [/It goes (.*)/, /It goes (.*)\./],
  material: [/made of: (.*)\./, /made of (.*)\./],
  charges: [/has (\d+) charges? left/, /has (\d+) charges? left/],
  weight: [/weighs? ([\d.]+) kg/, /weighs? ([\d.]+) kg/],
}

/** Facts that a thing can have several times, each time with a name and a value. */
const severalFacts: readonly Patterns[] = [
  [/\((Str|Dex|Con|Int|Wis|Pow|Cha)([+-]\d+)\)/g, /\b(Str|Dex|Con|Int|Wis|Pow|Cha) ([+-]\d+)/g],
  [/\((resist [a-z ]+) ([+-]\d+)\)/g, /\b(resist [a-z ]+) ([+-]\d+) percent/g],
  [
    /\((regeneration|magic|sustenance|speed) ?([+-]\d+)\)/g,
    /(?<=gives .*)(?<!resist )\b(regeneration|magic|sustenance|speed) ([+-][\d.]*\d)/g,
  ],
]

/** The reference server's words for the body parts on which things are applied, by our server's words. */
const places: { readonly [words: string]: string } = {
  'in the hands': 'on your arm',
  'on the body': 'on your body',
  'on the head': 'on your head',
  'around the neck': 'around your neck',
  'on a finger': 'on your finger',
  'around the shoulders': 'around your shoulders',
  'on the feet': 'on your feet',
  'on the hands': 'on your hands',
  'on the wrists': 'on your wrists',
  'around the waist': 'around your waist',
  'on the legs': 'on your legs',
  'where fire finds it': 'in your range slot',
  'in the skill slot': 'in your skill slot',
}
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** Reads the facts in the texts of an examination. `count`: the number of pieces of the examined pile. */
export function readFacts(
  server: 'real' | 'ours',
  texts: readonly string[],
  count: number,
): ReadonlyMap<string, string> {
  const side = server === 'real' ? 0 : 1
  // The texts of the reference server contain colours, and our texts list several resistances in one sentence.
  const text = texts
    .join('\n')
    .replaceAll(/\[\/?color[^\]]*\]/g, '')
    .replaceAll(/(?<=resists .*)percent, /g, 'percent, resist ')
    .replaceAll('It resists ', 'It gives resist ')
  const found = new Map<string, string>()
  for (const [fact, patterns] of Object.entries(facts)) {
    const value = patterns[side].exec(text)?.[1]
    if (value === undefined || isNothing(value)) continue
    const isPercent = fact === 'weapon speed' && server === 'ours'
    found.set(fact, unify(fact, isPercent ? String(Number(value) / percentPerPoint) : value, count))
  }
  for (const patterns of severalFacts)
    for (const [, what, value] of text.matchAll(patterns[side])) found.set(what!, unify(what!, value!, count))
  return found
}

/**
 * Facts with the value 0 are left out, because our server says `Armour class 0`, but the reference server omits such
 * facts.
 */
const isNothing = (value: string) => /^[+-]?0$/.test(value)

/** Converts a value to the units and words of the reference server. */
function unify(fact: string, value: string, count: number): string {
  switch (fact) {
    case 'weight':
      return `${Math.round((Number(value) * 1000) / Math.max(1, count) / 10) * 10} g`
    case 'spell level':
      return ordinals[Number(value)] ?? value
    case 'place': {
      const [, words = '', times = ''] = /^(.*?)( \(\d+\))?$/.exec(value) ?? []
      return `${places[words] ?? words}${times}`
    }
    case 'speed':
      return value.includes('.') ? `+${Number(value) * 10}` : value
    default:
      return /^[+-]?[\d.]+$/.test(value) ? String(Number(value)) : value
  }
}

/** The percentage that our server shows for each point of `last_sp`. The reference server shows the points. */
const percentPerPoint = 5
