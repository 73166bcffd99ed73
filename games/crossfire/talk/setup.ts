// The keys of `setup`: what clients request, and the answer to each. [CF-3.10]
import type { Wishes } from '../dialects/wishes.ts'
import type { Setting } from '../packets.ts'

const leastSide = 9
/** Maximum view side in cells. */
export const mostSide = 25
const mostLogin = 2
const mostNotifications = 2
const lookObjects = { least: 10, most: 100 } as const
/** Seconds between beats of a client that requested them. */
const beatSeconds = 3
/** Keys read per packet; further ones are ignored. */
const mostKeys = 64

/** The settings that a value changes, and the answer to it. */
interface Answered {
  readonly changes?: Partial<Wishes>
  readonly answer: string
}

const refused: Answered = { answer: 'FALSE' }

/** Unknown keys are answered with FALSE. */
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
  // There is only one set of faces.
  faceset: () => ({ answer: '0' }),
  beat: () => ({ answer: String(beatSeconds) }),
  // Accepted, but without effect.
  bot: number(0, 255, () => ({})),
  exp64: number(0, 255, () => ({})),
  extendedTextInfos: number(0, 255, () => ({})),
  itemcmd: number(0, 255, () => ({})),
}

export interface SetUp {
  readonly wishes: Wishes
  readonly answers: readonly Setting[]
  /** A map size was set, even to the same value: everything is sent again. */
  readonly resized: boolean
  /** Face settings changed: all faces are sent again. */
  readonly facesAnew: boolean
}

/** Applies a packet of settings in order; keys may repeat. Ignores those without a value. */
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

/** Clamps numbers to the range, and answers with the result. */
function number(least: number, most: number, changes: (value: number) => Partial<Wishes>) {
  return (value: string): Answered => {
    if (!/^\d{1,9}$/.test(value)) return refused
    const held = Math.min(most, Math.max(least, Number(value)))
    return { changes: changes(held), answer: String(held) }
  }
}

/**
 * `25x9`: columns and rows, clamped to the limits: clients use the size in the answer. Invalid sizes, and `0x0`, with
 * which clients ask for the maximum, are answered with the maximum and change nothing.
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
