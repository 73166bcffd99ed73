// What keys do, and which they usually are: as Crossfire's clients have had them. Arrows, number pad or the letters around
// hjkl walk; with Shift they fire, with Ctrl they run.
import type { Action } from '../../../../browser/keys.ts'
import { type Direction, directions } from '../client/commands.ts'

type Way = Exclude<(typeof directions)[number], 'stay'>
export type Step = Way | 'stay'
export type ActionName =
  | Step
  | `run ${Way}`
  | `fire ${Way}`
  | keyof typeof commandActions
  | keyof typeof ownActions

const wayKeys: { readonly [way in Step]: readonly string[] } = {
  north: ['ArrowUp', 'k', '8'],
  northeast: ['PageUp', 'u', '9'],
  east: ['ArrowRight', 'l', '6'],
  southeast: ['PageDown', 'n', '3'],
  south: ['ArrowDown', 'j', '2'],
  southwest: ['End', 'b', '1'],
  west: ['ArrowLeft', 'h', '4'],
  northwest: ['Home', 'y', '7'],
  stay: ['.', '5', 'Clear'],
}

/** Commands under one key. */
const commandActions = {
  apply: { says: 'Apply what is here', keys: ['a'], command: 'apply' },
  take: { says: 'Pick up', keys: [','], command: 'take' },
  examine: { says: 'Examine what is here', keys: ['e'], command: 'examine' },
  'next range': { says: 'Fire with the next', keys: ['+'], command: 'rotateshoottype' },
  'range before': { says: 'Fire with the one before', keys: ['-'], command: 'rotateshoottype -' },
  search: { says: 'Search', keys: ['s'], command: 'search' },
  pray: { says: 'Pray', keys: ['p'], command: 'pray' },
  throw: { says: 'Throw what is marked', keys: ['t'], command: 'throw' },
  disarm: { says: 'Disarm', keys: ['Shift+d'], command: 'disarm' },
  brace: { says: 'Brace yourself, or not', keys: ['Shift+s'], command: 'brace' },
  pay: { says: 'Pay', keys: ['$'], command: 'pay' },
  who: { says: 'Who is in', keys: ['w'], command: 'who' },
  'magic map': { says: 'Magic map', keys: ['m'], command: 'magicmap' },
} as const satisfies { readonly [name: string]: Action & { readonly command: string } }

/** What is done here, and not by the server. */
const ownActions = {
  'fire ahead': { says: 'Fire ahead', keys: ['Shift+.', 'f'] },
  say: { says: 'Say', keys: ['"', 'Enter'] },
  chat: { says: 'Chat', keys: ['c'] },
  command: { says: 'Type a command', keys: ["'", '/'] },
  again: { says: 'The last typed line again', keys: ['='] },
  pack: { says: 'To what you carry', keys: ['i'] },
  ground: { says: 'To what lies here', keys: ['g'] },
  spells: { says: 'To the spells', keys: ['Shift+c'] },
  character: { says: 'To yourself', keys: ['x'] },
  messages: { says: 'To the messages', keys: ['v'] },
  stop: { says: 'Stop, and back to the map', keys: ['Escape'] },
} as const satisfies { readonly [name: string]: Action }

const walking = Object.entries(wayKeys) as (readonly [Step, readonly string[]])[]
const turning = walking.filter((entry): entry is readonly [Way, readonly string[]] => entry[0] !== 'stay')
/** With Ctrl browsers keep letters and digits for themselves. */
const isKept = (key: string) => key.length === 1

/** All, in the order in which they are shown. */
export const actions = Object.fromEntries([
  ...walking.map(([way, keys]) => [way, { says: capital(way), keys }]),
  ...turning.map(([way, keys]) => [
    `fire ${way}`,
    { says: `Fire ${way}`, keys: keys.filter((key) => !/^\d$/.test(key)).map((key) => `Shift+${key}`) },
  ]),
  ...turning.map(([way, keys]) => [
    `run ${way}`,
    {
      says: `Run ${way}`,
      keys: keys.filter((key) => !isKept(key)).flatMap((key) => [`Ctrl+${key}`, `Alt+${key}`]),
    },
  ]),
  ...Object.entries(commandActions),
  ...Object.entries(ownActions),
]) as { readonly [action in ActionName]: Action }

/** The command that an action stands for; undefined: it is done here, or goes on while it is held. */
export function commandOf(action: ActionName): string | undefined {
  if (Object.hasOwn(commandActions, action))
    return commandActions[action as keyof typeof commandActions].command
  return action === 'stay' ? 'stay' : undefined
}

/** What a held key goes on with, and which way. */
export function heldOf(
  action: ActionName,
): { readonly act: 'walk' | 'run' | 'fire'; readonly way: Direction } | undefined {
  if (action === 'fire ahead') return { act: 'fire', way: 0 }
  const [first = '', second] = action.split(' ')
  const way = directions.indexOf((second ?? first) as Step)
  if (way < 1) return undefined
  const act = second === undefined ? 'walk' : first === 'run' ? 'run' : 'fire'
  return { act, way: way as Direction }
}

export function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
