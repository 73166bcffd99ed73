// Midane guards her furniture, greets visitors, and cannot be hurt. [CF-23.17]
import { combatStatsOf } from '../../../model/definitions/archetype.ts'
import { movePlayerTo } from '../../../model/level/relocation.ts'
import { rollDie } from '../../../model/state/dice.ts'
import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { writeJournal } from '../dialogue/quests.ts'
import {
  type ScriptCall,
  sendMessageToLevel,
  speakNearby,
  type TimedScriptCall,
} from '../dialogue/script-call.ts'

const door = { x: 5, y: 1 } as const
const visitedKey = 'visited midane'

const onShelves = [
  'There is nothing for you in that %i.',
  'Believe me, that %i would only bore you.',
  'Hands off that poor %i!',
] as const
const onFurniture = [
  'Thief! That %i stays where it is, %p.',
  'And what would you do with a %i, %p?',
  'You need no %i, do you, %p?',
] as const

export function remarkOnShelf(call: ScriptCall): boolean {
  return remark(call, onShelves)
}

export function remarkOnFurniture(call: ScriptCall): boolean {
  return remark(call, onFurniture)
}

function remark(call: ScriptCall, remarks: readonly string[]): boolean {
  const { game, player, thing } = call
  const text = remarks[rollDie(game, remarks.length) - 1]!
  sendMessageToLevel(
    call,
    `Midane says: ${text.replaceAll('%i', nameOf(thing).one).replaceAll('%p', player.name)}`,
  )
  return true
}

export function throwOutVisitor(call: ScriptCall): boolean {
  const { game, player, thing } = call
  const { life, location } = thing
  if (!life || location?.in !== 'cell') return true
  life.hp = combatStatsOf(thing.archetype)?.hp ?? life.hp
  if (player.level !== location.level) return true
  speakNearby(call, `${player.name}, I will have no violence here. Out, NOW!`)
  const out = location.level.thingsAt(door.x, door.y).find(({ exit }) => exit)?.exit
  if (!out || !game.levels.has(out.level)) return true
  movePlayerTo(game, player, out)
  player.sendMessage('A mighty force throws you out!', messageTypes.miscellaneous)
  return true
}

/** Greets each visitor once per visit. */
export function greetVisitors({ level, thing }: TimedScriptCall): boolean {
  const { life } = thing
  if (!life) return false
  life.dialogueTokens ??= new Map()
  const here = new Set(Array.from(level.players, ({ name }) => name))
  for (const name of life.dialogueTokens.keys()) if (!here.has(name)) life.dialogueTokens.delete(name)
  for (const player of level.players) {
    if (life.dialogueTokens.has(player.name)) continue
    life.dialogueTokens.set(player.name, '')
    speakNearby(
      { thing },
      player.journal.has(visitedKey) ? 'You again, stranger. Welcome.' : 'A stranger! Be welcome.',
    )
    writeJournal(player, visitedKey, '')
  }
  return false
}
