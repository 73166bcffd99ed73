// [CF-3.10]

import type { SettingPair } from '../packets/index.ts'
import type { ClientSettings } from './client-settings.ts'

const minViewSide = 9
/** Maximum width and height of a view in cells. */
export const maxViewSide = 25
const maxLoginMethod = 2
const maxNotificationLevel = 2
const lookObjects = { least: 10, most: 100 } as const
const beatSeconds = 3
/** Further keys of a packet are ignored. */
const maxKeys = 64

interface SettingResult {
  readonly settings?: Partial<ClientSettings>
  readonly answer: string
}

const rejected: SettingResult = { answer: 'FALSE' }

/** Unknown keys are answered with FALSE. */
const settingHandlers: {
  readonly [key: string]: (value: string, lastFaceSet: number) => SettingResult
} = {
  map2cmd: flagHandler((map2) => ({ map2 })),
  facecache: flagHandler((facecache) => ({ facecache })),
  tick: flagHandler((tick) => ({ tick })),
  darkness: flagHandler((darkness) => ({ darkness })),
  newmapcmd: flagHandler((newmap) => ({ newmap })),
  want_pickup: flagHandler((pickup) => ({ pickup })),
  extended_stats: flagHandler((extendedStats) => ({ extendedStats })),
  sound2: numberHandler(0, 255, (sound) => ({ sound })),
  spellmon: numberHandler(0, 2, (spells) => ({ spells })),
  loginmethod: numberHandler(0, maxLoginMethod, (login) => ({ login })),
  notifications: numberHandler(0, maxNotificationLevel, (notifications) => ({ notifications })),
  num_look_objects: numberHandler(lookObjects.least, lookObjects.most, (most) => ({ lookObjects: most })),
  mapsize: parseMapSize,
  faceset: (value, lastFaceSet) => numberHandler(0, lastFaceSet, (faceSet) => ({ faceSet }))(value),
  beat: () => ({ answer: String(beatSeconds) }),
  bot: numberHandler(0, 255, () => ({})),
  exp64: numberHandler(0, 255, () => ({})),
  extendedTextInfos: numberHandler(0, 255, () => ({})),
  itemcmd: numberHandler(0, 255, () => ({})),
}

export interface SetupResult {
  readonly clientSettings: ClientSettings
  readonly answers: readonly SettingPair[]
  /** Set if the client sent a map size, even an unchanged one. If set, the whole view is sent again. */
  readonly viewResized: boolean
  /** If set, all faces are sent again. */
  readonly resendFaces: boolean
}

/**
 * Applies settings in order; keys may repeat. A key without a value is ignored. `lastFaceSet`: the highest face set of
 * the world.
 */
export function negotiateSetup(
  before: ClientSettings,
  settings: readonly SettingPair[],
  lastFaceSet = 0,
): SetupResult {
  let clientSettings = before
  let viewResized = false
  const given = settings.slice(0, maxKeys).filter(({ value }) => value !== '')
  const answers = given.map(({ key, value }) => {
    const { settings, answer } = Object.hasOwn(settingHandlers, key)
      ? settingHandlers[key]!(value, lastFaceSet)
      : rejected
    viewResized ||= settings?.width !== undefined
    clientSettings = { ...clientSettings, ...settings }
    return { key, value: answer }
  })
  const resendFaces = given.some(({ key }) => key === 'facecache' || key === 'faceset')
  return { clientSettings, answers, viewResized, resendFaces }
}

function flagHandler(changes: (on: boolean) => Partial<ClientSettings>) {
  return numberHandler(0, 255, (value) => changes(value !== 0))
}

/** Clamps to the range, and answers with the result. */
function numberHandler(least: number, most: number, changes: (value: number) => Partial<ClientSettings>) {
  return (value: string): SettingResult => {
    if (!/^\d{1,9}$/.test(value)) return rejected
    const held = Math.min(most, Math.max(least, Number(value)))
    return { settings: changes(held), answer: String(held) }
  }
}

/**
 * `25x9` are columns and rows, clamped to the limits. Clients use the size in the answer. An invalid size changes
 * nothing, and is answered with the maximum. Clients ask for the maximum with the invalid size `0x0`.
 */
function parseMapSize(value: string): SettingResult {
  const asked = /^(\d{1,4})x(\d{1,4})$/i.exec(value)?.slice(1).map(Number) ?? [0]
  if (asked.includes(0)) return { answer: `${maxViewSide}x${maxViewSide}` }
  const [width = 0, height = 0] = asked.map((side) => Math.min(maxViewSide, Math.max(minViewSide, side)))
  return { settings: { width, height }, answer: `${width}x${height}` }
}
