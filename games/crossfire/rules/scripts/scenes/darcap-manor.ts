// [CF-23.19]
import { combatStatsOf } from '../../../model/definitions/archetype.ts'
import {
  type PlacedPart,
  placedPartOf,
  sendSignal,
  setPartState,
} from '../../../model/level/machine-parts.ts'
import { rollDie } from '../../../model/state/dice.ts'
import { nameOf, originalNameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { type ScriptCall, sendMessageToLevel, speakNearby } from '../dialogue/script-call.ts'

const wantedKobolds = 4
const [boulderPlace, exitConnection] = [{ x: 24, y: 1 }, 11] as const
const kinds = [
  ['gem', 'diamonds'],
  ['amethyst', 'amethysts'],
  ['emerald', 'emeralds'],
  ['ruby', 'rubies'],
  ['sapphire', 'sapphires'],
  ['pearl', 'pearls'],
] as const
/** `behind`: what the pile at the cell is behind: windows, grates, or both. */
const spots: readonly (readonly [x: number, y: number, behind: string])[] = [
  [8, 2, 'windows grates'],
  [10, 7, 'windows grates'],
  [10, 9, 'windows grates'],
  [28, 18, 'windows'],
  [2, 23, 'grates'],
  [16, 21, 'grates'],
  [24, 6, 'grates'],
  [23, 7, 'grates'],
  [25, 7, 'grates'],
  [19, 26, 'grates'],
  [20, 26, 'grates'],
  [19, 28, 'grates'],
]
const questions = ['windows', 'grates', ''] as const
const keyConnection = 60
/**
 * States of the ear before it has asked, and after it was answered. Between them the state is the right number plus 1.
 */
const [unasked, answered] = [0, 100] as const

/** [CF-23.19] The lever works while exactly four kobolds are on the map. */
export function refuseWithoutFourKobolds({ player, thing }: ScriptCall): boolean {
  if (thing.location?.in !== 'cell') return false
  const kobolds = [...thing.location.level.creatures].filter((each) => nameOf(each).one === 'kobold')
  if (kobolds.length === wantedKobolds) return false
  player.sendMessage('The lever moves only while exactly four kobolds are here.', messageTypes.applyFailure)
  return true
}

/** [CF-23.19] Kaptel can die only while the boulder is in its place. */
export function preventKaptelsDeath(call: ScriptCall): boolean {
  const { thing } = call
  if (thing.location?.in !== 'cell' || !thing.life) return false
  const { level } = thing.location
  const on = level.thingsAt(boulderPlace.x, boulderPlace.y)
  if (on.some((each) => originalNameOf(each).one === 'boulder')) {
    speakNearby(call, 'Aaaaaaah!')
    sendSignal(level, exitConnection, 1, thing)
    return false
  }
  sendMessageToLevel(call, `${nameOf(thing).one} roars, and its wounds close!`)
  thing.life.hp = Math.floor((combatStatsOf(thing.archetype)?.hp ?? 2) / 2)
  return true
}

/** [CF-23.19] The ear asks once, until the map resets, how many piles of a jewel are on the map. */
export function checkJewelMemory(call: ScriptCall): boolean {
  const ear = placedPartOf(call.thing)
  if (!ear) return false
  const said = call.words.trim().toLowerCase()
  if (ear.machine.state === answered) speakNearby(call, 'You had your answer!')
  else if (ear.machine.state !== unasked) {
    const count = ear.machine.state - 1
    setPartState(ear, answered)
    if (said !== String(count) && !(count === 0 && said === 'none'))
      speakNearby(call, 'Sorry, that is wrong. Try again some other day.')
    else {
      speakNearby(call, 'Right!')
      sendSignal(ear.at.level, keyConnection, 1, call.thing)
    }
  } else if (said === 'ready') askQuestion(call, ear)
  return true
}

function askQuestion(call: ScriptCall, ear: PlacedPart): void {
  const { game } = call
  const [archetype, many] = kinds[rollDie(game, kinds.length) - 1]!
  const behind = questions[rollDie(game, questions.length) - 1]!
  const count = spots.filter(
    ([x, y, where]) =>
      where.includes(behind) &&
      ear.at.level.thingsAt(x, y).some((each) => each.archetype.matchProperties?.archetype === archetype),
  ).length
  setPartState(ear, count + 1)
  speakNearby(call, 'Then earn the white key:')
  speakNearby(
    call,
    `how many piles of ${many} did you see ${behind ? `behind ${behind}` : 'in this dungeon'}?`,
  )
  speakNearby(call, 'Give me the number in digits.')
}
