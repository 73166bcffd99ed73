// Arrow keys, W, A, S and D, the number pad and the letters around hjkl walk. With Shift these keys fire, with Ctrl
// they run. All other letters have the same actions as in Crossfire's clients. The actions that those clients have on
// W, A, S and D are on other keys.
import type { Action } from '../../../../browser/input/keys.ts'
import { type CommandDirection, commandDirections } from '../client/state/commands.ts'

/** An action with neither `command` nor `held` runs in the browser. */
export interface KeyAction extends Action {
  readonly command?: string
  readonly held?: HeldAction
}
interface HeldAction {
  readonly act: 'walk' | 'run' | 'fire'
  readonly direction: CommandDirection
}

type Step = (typeof commandDirections)[number]
type DirectionName = Exclude<Step, 'stay'>
export type ActionName =
  | Step
  | `run ${DirectionName}`
  | `fire ${DirectionName}`
  | keyof typeof commandActions
  | keyof typeof ownActions

const wayKeys: { readonly [way in DirectionName]: readonly string[] } = {
  north: ['ArrowUp', 'w', 'k', '8'],
  northeast: ['PageUp', 'u', '9'],
  east: ['ArrowRight', 'd', 'l', '6'],
  southeast: ['PageDown', 'n', '3'],
  south: ['ArrowDown', 's', 'j', '2'],
  southwest: ['End', 'b', '1'],
  west: ['ArrowLeft', 'a', 'h', '4'],
  northwest: ['Home', 'y', '7'],
}

const commandActions = {
  stay: { label: 'Stay', keys: ['.', '5', 'Clear'], command: 'stay' },
  apply: { label: 'Apply', keys: ['e', 'Space'], command: 'apply' },
  take: { label: 'Pick up', keys: [','], command: 'take' },
  examine: { label: 'Examine', keys: ['Shift+e'], command: 'examine' },
  'next range': { label: 'Next ranged weapon', keys: ['+'], command: 'rotateshoottype' },
  'range before': { label: 'Previous ranged weapon', keys: ['-'], command: 'rotateshoottype -' },
  search: { label: 'Search', keys: ['q'], command: 'search' },
  pray: { label: 'Pray', keys: ['p'], command: 'pray' },
  throw: { label: 'Throw the marked item', keys: ['t'], command: 'throw' },
  disarm: { label: 'Disarm', keys: ['Shift+q'], command: 'disarm' },
  brace: { label: 'Brace or stop bracing', keys: ['Shift+x'], command: 'brace' },
  pay: { label: 'Pay', keys: ['$'], command: 'pay' },
  who: { label: 'List players', keys: ['Shift+v'], command: 'who' },
  'magic map': { label: 'Magic map', keys: ['m'], command: 'magicmap' },
} as const satisfies { readonly [name: string]: KeyAction }

const ownActions = {
  'fire ahead': { label: 'Fire ahead', keys: ['Shift+.', 'f'], held: { act: 'fire', direction: 0 } },
  say: { label: 'Say', keys: ['"', 'Enter'] },
  chat: { label: 'Chat', keys: ['c'] },
  command: { label: 'Type a command', keys: ["'", '/'] },
  again: { label: 'Repeat the last command', keys: ['='] },
  pack: { label: 'Go to the inventory', keys: ['i'] },
  ground: { label: 'Go to the ground', keys: ['g'] },
  spells: { label: 'Go to the spells', keys: ['Shift+c'] },
  character: { label: 'Go to the character', keys: ['x'] },
  messages: { label: 'Go to the messages', keys: ['v'] },
  stop: { label: 'Stop and return to the map', keys: ['Escape'] },
} as const satisfies { readonly [name: string]: KeyAction }

const directionActions = Object.entries(wayKeys) as (readonly [DirectionName, readonly string[]])[]
/** Creates an action for each direction, such as `fire north`. */
function forAllDirections(
  act: HeldAction['act'],
  before: string,
  keysOf: (keys: readonly string[]) => readonly string[],
) {
  return directionActions.map(([way, keys]) => {
    const held = { act, direction: commandDirections.indexOf(way) as CommandDirection }
    return [`${before}${way}`, { label: capitalize(`${before}${way}`), keys: keysOf(keys), held }] as const
  })
}

/**
 * The actions in display order. Digits are number pad keys. Browsers reserve Ctrl with a letter, so no action uses it.
 */
export const actions = Object.fromEntries<KeyAction>([
  ...forAllDirections('walk', '', (keys) => keys),
  ...forAllDirections('fire', 'fire ', (keys) =>
    keys.filter((key) => !/^\d$/.test(key)).map((key) => `Shift+${key}`),
  ),
  ...forAllDirections('run', 'run ', (keys) =>
    keys.filter(({ length }) => length > 1).flatMap((key) => [`Ctrl+${key}`, `Alt+${key}`]),
  ),
  ...Object.entries(commandActions),
  ...Object.entries(ownActions),
]) as { readonly [action in ActionName]: KeyAction }

export function capitalize(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
