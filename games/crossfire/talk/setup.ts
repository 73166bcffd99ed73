// What a client wants to be told, and how: the keys of `setup`, and what is answered to each. [CF-3.10]
import type { Wishes } from '../dialects/wishes.ts'
import type { Setting } from '../packets.ts'

const leastSide = 9
/** Of a view, in cells either way. */
export const mostSide = 25
const mostLogin = 2
const mostNotifications = 2
const lookObjects = { least: 10, most: 100 } as const
/** Seconds in which a client that asked for beats may send one. */
const beatSeconds = 3
/** In one packet; more are not looked at. */
const mostKeys = 64

/** What a value changes, and what is answered to it. */
interface Answered {
  readonly changes?: Partial<Wishes>
  readonly answer: string
}

const refused: Answered = { answer: 'FALSE' }

/** Keys that are not here are answered with FALSE. */
const keys: { readonly [key: string]: (value: string) => Answered } = {
  map2cmd: flag((map2) => ({ map2 })),
  facecache: flag((facecache) => ({ facecache })),
  tick: flag((tick) => ({ tick })),
  darkness: flag((darkness) => ({ darkness })),
  newmapcmd: flag((newmap) => ({ newmap })),
  want_pickup: flag((pickup) => ({ pickup })),
  extended_stats: flag((extendedStats) => ({ extendedStats })),
  sound2: number(0, 255, (sound) => ({ sound })),
  spellmon: number(0, 2, (spells) => ({ spells })),
  loginmethod: number(0, mostLogin, (login) => ({ login })),
  notifications: number(0, mostNotifications, (notifications) => ({ notifications })),
  num_look_objects: number(lookObjects.least, lookObjects.most, (most) => ({ lookObjects: most })),
  mapsize,
  // There is one set of faces.
  faceset: () => ({ answer: '0' }),
  beat: () => ({ answer: String(beatSeconds) }),
  // Known and granted, but nothing depends on them.
  bot: number(0, 255, () => ({})),
  exp64: number(0, 255, () => ({})),
  extendedTextInfos: number(0, 255, () => ({})),
  itemcmd: number(0, 255, () => ({})),
}

export interface SetUp {
  readonly wishes: Wishes
  readonly answers: readonly Setting[]
  /** A size was agreed on, be it the same: all that is shown is shown anew. */
  readonly resized: boolean
  /** How faces are told was agreed on: none counts as told. */
  readonly facesAnew: boolean
}

/** One packet of settings, in order; a key may come again. One without a value is passed over. */
export function setUp(before: Wishes, settings: readonly Setting[]): SetUp {
  let wishes = before
  let resized = false
  const given = settings.slice(0, mostKeys).filter(({ value }) => value !== '')
  const answers = given.map(({ key, value }) => {
    const { changes, answer } = Object.hasOwn(keys, key) ? keys[key]!(value) : refused
    resized ||= changes?.width !== undefined
    wishes = { ...wishes, ...changes }
    return { key, value: answer }
  })
  const facesAnew = given.some(({ key }) => key === 'facecache' || key === 'faceset')
  return { wishes, answers, resized, facesAnew }
}

function flag(changes: (on: boolean) => Partial<Wishes>) {
  return number(0, 255, (value) => changes(value !== 0))
}

/** A number outside of the range is answered with the end of it that is nearest, and that holds. */
function number(least: number, most: number, changes: (value: number) => Partial<Wishes>) {
  return (value: string): Answered => {
    if (!/^\d{1,9}$/.test(value)) return refused
    const held = Math.min(most, Math.max(least, Number(value)))
    return { changes: changes(held), answer: String(held) }
  }
}

/**
 * `25x9`: columns, then rows, each held within what there is: a client that asks for more draws at the size that is
 * answered. What is no size, and `0x0`, by which clients ask for the largest, is answered with that and changes nothing.
 */
function mapsize(value: string): Answered {
  const asked = /^(\d{1,4})x(\d{1,4})$/i.exec(value)?.slice(1).map(Number) ?? []
  if (asked.length === 0 || asked.includes(0)) return { answer: `${mostSide}x${mostSide}` }
  const [width, height] = asked.map((side) => Math.min(mostSide, Math.max(leastSide, side))) as [
    number,
    number,
  ]
  return { changes: { width, height }, answer: `${width}x${height}` }
}
