// Dialogues that depend on earlier words and deeds. [CF-23.7]
import { messageTypes } from '../hearing/text-kinds.ts'
import { levelAt } from '../people/experience.ts'
import { countOf, makePlaced } from '../places/levels.ts'
import { signalTo } from '../places/parts.ts'
import type { Held } from '../scene/level-plan.ts'
import type { Thing } from '../scene/scene.ts'
import type { Dialogue, DialogueEffect, DialogueTerm } from '../scene/script.ts'
import { put, useUp } from '../things/contents.ts'
import { nameOf, withContents } from '../things/thing.ts'
import { pays, wealth } from '../trade/purse.ts'
import { hasFinished, isWithin, note, setStage, stageOf } from './quests.ts'
import { type Call, speak } from './saying.ts'

/** Tokens that one person remembers. */
const mostRemembered = 1000
/** Maximum piles in a pack. */
const mostCarried = 100
/** Value of tokens that were never set. */
const unset = '0'

/** [CF-23.7] Runs the first matching rule. Returns false if none matches and the person may say something else. */
export function talk(call: Call, file: string): boolean {
  const { scene, player, thing } = call
  const dialogue = scene.dialogue(file)
  const said = call.words.toLowerCase()
  const rule = dialogue?.rules.find(
    ({ words, terms }) =>
      words.some((word) => word === '*' || said.includes(word)) &&
      terms.every((term) => isMet(call, dialogue, term)),
  )
  if (!dialogue || !rule) return false
  const says = rule.says[Math.floor(scene.context.random() * rule.says.length)] ?? ''
  if (says !== '') speak(call, says.replaceAll('$me', nameOf(thing).one).replaceAll('$you', player.name))
  const replies = rule.replies.map(([word, meaning]) => `${word}: ${meaning}`)
  if (replies.length > 0) player.tell(replies.join('\n'), messageTypes.dialog)
  for (const effect of rule.effects) bringAbout(call, dialogue, effect)
  return true
}

function isMet(call: Call, dialogue: Dialogue, term: DialogueTerm): boolean {
  const { scene, player } = call
  switch (term.asks) {
    case 'token': {
      const is = tokenOf(call, dialogue, term.own, term.token)
      return term.is.some((one) => one === '*' || one === is)
    }
    case 'quest':
      return isWithin(stageOf(player, term.quest), term.stages)
    case 'finished':
      return hasFinished(player, term.quest)
    case 'item':
      if (term.item === 'money') return wealth(player) >= term.count
      return (carried(call, term.item)?.count ?? 0) >= term.count
    case 'archetype':
      return all(call).some(({ kind }) => kind.known?.archetype === term.archetype)
    case 'level':
      return levelAt(player.experience) >= term.level
    case 'age': {
      const marked = player.journal.get(timeKey(dialogue, term.token))
      return marked !== undefined && scene.clock - Number(marked) >= term.ms
    }
    case 'never':
      return false
  }
}

function bringAbout(call: Call, dialogue: Dialogue, effect: DialogueEffect): void {
  const { scene, player, thing } = call
  switch (effect.does) {
    case 'token':
      return setToken(call, dialogue, effect.own, effect.token, effect.is)
    case 'mark':
      note(player, timeKey(dialogue, effect.token), String(scene.clock))
      return
    case 'quest':
      // Quests never go back to an earlier stage.
      if (effect.stage > stageOf(player, effect.quest)) setStage(scene, player, effect.quest, effect.stage)
      return
    case 'signal':
      if (thing.where?.in === 'cell') signalTo(thing.where.level, effect.connected, 1, thing)
      return
    case 'take':
      return take(call, effect.item, effect.count)
    case 'give':
      return giveFrom(call, effect)
  }
}

// ---- Tokens ----------------------------------------------------------------------------------------------------------

const tokenKey = ({ place }: Dialogue, token: string) => `token ${place} ${token}`
const timeKey = ({ place }: Dialogue, token: string) => `time ${place} ${token}`

function tokenOf({ player, thing }: Call, dialogue: Dialogue, own: boolean, token: string): string {
  const key = tokenKey(dialogue, token)
  return (own ? thing.life?.remembers?.get(`${player.name} ${key}`) : player.journal.get(key)) ?? unset
}

function setToken(
  { player, thing }: Call,
  dialogue: Dialogue,
  own: boolean,
  token: string,
  is: string,
): void {
  if (is === '*') return
  const key = tokenKey(dialogue, token)
  if (!own) return void note(player, key, is)
  const { life } = thing
  if (!life) return
  life.remembers ??= new Map()
  if (life.remembers.size < mostRemembered) life.remembers.set(`${player.name} ${key}`, is)
}

// ---- Things and money -----------------------------------------------------------------------------------------------

function all({ player }: Call): Thing[] {
  return player.inventory.flatMap((each) => [...withContents(each)]).filter(({ unpaid }) => !unpaid)
}

function carried(call: Call, item: string): Thing | undefined {
  return all(call).find((each) => isCalled(nameOf(each), item))
}

function isCalled({ one, many }: { readonly one: string; readonly many: string }, item: string): boolean {
  return one === item || many === item
}

function take(call: Call, item: string, count: number): void {
  if (item === 'money') return void pays(call.scene, call.player, count)
  const thing = carried(call, item)
  if (thing && thing.count >= count) useUp(thing, count === 0 ? thing.count : count)
}

/** [CF-23.7] Copies the person's things from the map, as often as needed. */
function giveFrom(call: Call, { item, count, contents }: Extract<DialogueEffect, { does: 'give' }>): void {
  const { scene, player, thing } = call
  if (item === 'money') return
  const box = holdings(call)
  const gift = box.find((held) => isCalled(nameOfHeld(call, held), item))
  if (!gift) return
  const given = contents ? (gift.inside ?? []) : [{ ...gift, count: Math.max(1, count) }]
  for (const held of given) {
    if (player.inventory.length >= mostCarried) {
      player.tell('You can carry no more things.', messageTypes.failure)
      return
    }
    const gained = put(makePlaced(scene.kinds, held, undefined, scene.tags.range(countOf(held))), {
      in: 'pack',
      player,
    })
    player.tell(`The ${nameOf(thing).one} gives you ${nameOf(gained).one}.`, messageTypes.itemGained)
  }
}

/** The person's things from the map, and the contents of their boxes. */
function holdings({ thing }: Call): readonly Held[] {
  if (thing.where?.in !== 'cell' || !thing.life) return []
  const inside = thing.where.level.plan.births[thing.life.birth]?.inside ?? []
  return inside.flatMap((held) => [...(held.inside ?? []), held])
}

function nameOfHeld({ scene }: Call, held: Held): { one: string; many: string } {
  return scene.kinds.named(held.id).name
}
