// Dialogues whose replies depend on earlier conversations and actions.

import type { ContainedThing } from '../../../model/definitions/level-plan.ts'
import type { Dialogue, DialogueCondition, DialogueEffect } from '../../../model/definitions/script.ts'
import { sendSignal } from '../../../model/level/machine-parts.ts'
import { createPlacedThing, tagCountOf } from '../../../model/loading/level-loader.ts'
import { levelOf } from '../../../model/players/levels.ts'
import { hasFinished, isInStageRange, questStageOf } from '../../../model/players/quest-progress.ts'
import type { Thing } from '../../../model/state/game-state.ts'
import { consumeThing, putThing } from '../../../model/things/move-things.ts'
import { isPackFull } from '../../../model/things/pile-limits.ts'
import { nameOf, originalNameOf, withContents } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { payAmount, totalMoney } from '../../trade/money.ts'
import { setQuestStage, writeJournal } from './quests.ts'
import { type ScriptCall, speakNearby } from './script-call.ts'

/** Maximum number of tokens that one person remembers. */
const maxRememberedTokens = 1000
/** Value of tokens that were never set. */
const unsetToken = '0'

/** [CF-23.7] Returns false if no rule matches, so that the person may say another text. */
export function runDialogue(call: ScriptCall, file: string): boolean {
  const { game, player, thing } = call
  const dialogue = game.dialogue(file)
  const said = call.words.toLowerCase()
  const rule = dialogue?.rules.find(
    ({ keywords, conditions }) =>
      keywords.some((word) => word === '*' || said.includes(word)) &&
      conditions.every((term) => isConditionMet(call, dialogue, term)),
  )
  if (!dialogue || !rule) return false
  const says = rule.answers[Math.floor(game.context.random() * rule.answers.length)] ?? ''
  if (says !== '')
    speakNearby(call, says.replaceAll('$me', nameOf(thing).one).replaceAll('$you', player.name))
  const replies = rule.replies.map(([word, meaning]) => `${word}: ${meaning}`)
  if (replies.length > 0) player.sendMessage(replies.join('\n'), messageTypes.dialog)
  for (const effect of rule.effects) applyEffect(call, dialogue, effect)
  return true
}

function isConditionMet(call: ScriptCall, dialogue: Dialogue, term: DialogueCondition): boolean {
  const { game, player } = call
  switch (term.type) {
    case 'token': {
      const is = tokenOf(call, dialogue, term.own, term.token)
      return term.values.some((one) => one === '*' || one === is)
    }
    case 'quest':
      return isInStageRange(questStageOf(player, term.quest), term.stages)
    case 'finished':
      return hasFinished(player, term.quest)
    case 'item':
      if (term.item === 'money') return totalMoney(player) >= term.count
      return (findCarriedNamed(call, term.item)?.count ?? 0) >= term.count
    case 'archetype':
      return carriedThings(call).some(
        ({ archetype }) => archetype.matchProperties?.archetype === term.archetype,
      )
    case 'level':
      return levelOf(player) >= term.level
    case 'age': {
      const marked = player.journal.get(timeKey(dialogue, term.token))
      return marked !== undefined && game.clock - Number(marked) >= term.ms
    }
    case 'never':
      return false
  }
}

function applyEffect(call: ScriptCall, dialogue: Dialogue, effect: DialogueEffect): void {
  const { game, player, thing } = call
  switch (effect.type) {
    case 'token':
      return setToken(call, dialogue, effect.own, effect.token, effect.value)
    case 'mark':
      writeJournal(player, timeKey(dialogue, effect.token), String(game.clock))
      return
    case 'quest':
      // A dialogue never sets a quest back to an earlier stage.
      if (effect.stage > questStageOf(player, effect.quest))
        setQuestStage(game, player, effect.quest, effect.stage)
      return
    case 'signal':
      if (thing.location?.in === 'cell') sendSignal(thing.location.level, effect.connected, 1, thing)
      return
    case 'take':
      return takeItem(call, effect.item, effect.count)
    case 'give':
      return giveItem(call, effect)
  }
}

const tokenKey = ({ tokenScope }: Dialogue, token: string) => `token ${tokenScope} ${token}`
const timeKey = ({ tokenScope }: Dialogue, token: string) => `time ${tokenScope} ${token}`

function tokenOf({ player, thing }: ScriptCall, dialogue: Dialogue, own: boolean, token: string): string {
  const key = tokenKey(dialogue, token)
  return (
    (own ? thing.life?.dialogueTokens?.get(`${player.name} ${key}`) : player.journal.get(key)) ?? unsetToken
  )
}

function setToken(
  { player, thing }: ScriptCall,
  dialogue: Dialogue,
  own: boolean,
  token: string,
  is: string,
): void {
  if (is === '*') return
  const key = tokenKey(dialogue, token)
  if (!own) return void writeJournal(player, key, is)
  const { life } = thing
  if (!life) return
  life.dialogueTokens ??= new Map()
  if (life.dialogueTokens.size < maxRememberedTokens) life.dialogueTokens.set(`${player.name} ${key}`, is)
}

function carriedThings({ player }: ScriptCall): Thing[] {
  return player.inventory.flatMap((each) => [...withContents(each)]).filter(({ unpaid }) => !unpaid)
}

function findCarriedNamed(call: ScriptCall, item: string): Thing | undefined {
  return carriedThings(call).find((each) => hasName(originalNameOf(each), item))
}

function hasName({ one, many }: { readonly one: string; readonly many: string }, item: string): boolean {
  return one === item || many === item
}

function takeItem(call: ScriptCall, item: string, count: number): void {
  if (item === 'money') return void payAmount(call.game, call.player, count)
  const thing = findCarriedNamed(call, item)
  if (thing && thing.count >= count) consumeThing(thing, count === 0 ? thing.count : count)
}

/** [CF-23.7] The things are copies of those that the map puts into the person's inventory. The supply is unlimited. */
function giveItem(
  call: ScriptCall,
  { item, count, contents }: Extract<DialogueEffect, { readonly type: 'give' }>,
): void {
  const { game, player, thing } = call
  if (item === 'money') return
  const gift = possessionsOf(thing).find((held) => hasName(game.archetypes.get(held.id).name, item))
  if (!gift) return
  const given = contents ? (gift.inside ?? []) : [{ ...gift, count: Math.max(1, count) }]
  for (const held of given) {
    if (isPackFull(player)) {
      player.sendMessage('You cannot carry more things.', messageTypes.failure)
      return
    }
    const tags = game.tags.allocateRange(tagCountOf(held))
    const copy = createPlacedThing(game.archetypes, held, undefined, tags)
    const gained = putThing(copy, { in: 'pack', player })
    player.sendMessage(`The ${nameOf(thing).one} gives you ${nameOf(gained).one}.`, messageTypes.itemGained)
  }
}

/** Includes the contents of boxes. */
function possessionsOf(thing: Thing): readonly ContainedThing[] {
  if (thing.location?.in !== 'cell' || !thing.life) return []
  const inside = thing.location.level.plan.spawns[thing.life.spawnIndex]?.inside ?? []
  return inside.flatMap((held) => [...(held.inside ?? []), held])
}
