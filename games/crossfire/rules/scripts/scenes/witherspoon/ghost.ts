// [CF-23.18]
import { preventRespawn } from '../../../../model/level/spawns.ts'
import { findSkill } from '../../../../model/players/characters.ts'
import { levelOf } from '../../../../model/players/levels.ts'
import { rollDie, rollInRange } from '../../../../model/state/dice.ts'
import type { Player, Thing } from '../../../../model/state/game-state.ts'
import { setMood } from '../../../../model/things/moods.ts'
import { changeArchetype, consumeThing, putThing, removeThing } from '../../../../model/things/move-things.ts'
import { maxPilesInPack } from '../../../../model/things/pile-limits.ts'
import { nameOf, withContents } from '../../../../model/things/thing.ts'
import { creatureMemoryOf, isBusy, planTask, takeDueTask } from '../../dialogue/creature-memory.ts'
import { type ScriptCall, speakNearby, type TimedScriptCall } from '../../dialogue/script-call.ts'
import {
  addKnowledge,
  advanceQuestFrom,
  hasLearnt,
  isQuestThing,
  questArchetypeId,
  removeKnowledge,
  sayOrShowLines,
  tellPlayer,
} from './quest.ts'

/** Milliseconds until a ghost that fades is gone, and until a furious ghost attacks. */
const [fadingMs, ragingMs] = [5000, 10_000] as const
const presents = ['gem', 'ruby', 'emerald', 'pearl', 'sapphire'] as const
/** `range`: number of gems. `forTruth`: additional gems. */
const presentCount = { range: [3, 7], forTruth: 25 } as const
const [bodyName, daggerName] = ['tortured body', 'strange dagger'] as const

/** [CF-23.18] While the ghost fades or rages, it does not answer. */
export function answerAsGhost(call: ScriptCall): boolean {
  const { game, player, thing } = call
  if (isBusy(call)) return true
  const says = (...lines: readonly string[]) => speakNearby(call, lines[rollDie(game, lines.length) - 1]!)
  const hears = (...words: readonly string[]) => words.some((word) => call.words.toLowerCase().includes(word))
  if (hasLearnt(player, 'truth')) {
    removeKnowledge(player, 'truth', 'expert', 'told', 'waits', 'dug')
    sayOrShowLines(call, [
      'Oh...',
      `*The ${nameOf(thing).one} would blush if it could.*`,
      'It all comes back to me. I was such a fool! Poor Rolanda, can she ever forgive me...',
      'Then I can leave. I thank you with all my heart!',
    ])
    creatureMemoryOf(call).set('bonus', '')
    fade(call)
  } else if (hasLearnt(player, 'expert'))
    says('Find out, I beg you, who was so cruel to use that spell on me!')
  else if (hasLearnt(player, 'waits')) {
    if (hasLearnt(player, 'dug')) judgeReturn(call)
    else
      says(
        'My body, please. Look by the lake west of Scorn.',
        'Have you found me? No? West of Scorn is a lake...',
      )
  } else if (!hasLearnt(player, 'told')) {
    if (!hears('help', 'yes', 'how')) says('Help me...', 'Heeelp...', 'I beg you...')
    else {
      says(
        'Death came so suddenly that I am still here. If I saw my body I could believe it, and rest. Will you find it?',
      )
      addKnowledge(player, 'told')
    }
  } else if (hears('where', 'location')) {
    says('The last that I remember is a walk by a lake west of Scorn. I may lie there.')
    addKnowledge(player, 'waits')
    advanceQuestFrom(game, player, 9, 10)
  } else says('Find my body, please...', 'Without my body I find no rest...')
  return true
}

/** If the player brings the body, the ghost fades. If the player dug the body up but lost it, the ghost attacks. */
function judgeReturn(call: ScriptCall): void {
  const { game, player, thing } = call
  removeKnowledge(player, 'told', 'waits', 'dug')
  const body = player.inventory
    .flatMap((each) => [...withContents(each)])
    .find((each) => isQuestThing(each, 'ghost_body'))
  if (body) {
    consumeThing(body)
    speakNearby(call, 'That is me! Thank you.')
    return fade(call)
  }
  speakNearby(call, 'You lost my body, you fool!\nNow you shall feel my wrath!')
  planTask(call, 'rage', ragingMs)
  const level = Number(thing.archetype.attributes?.get('level') ?? 0)
  tellPlayer(
    player,
    `A ${levelOf(player) < level ? 'dreadful' : 'great'} force gathers around the ${nameOf(thing).one}. You had better run!`,
  )
  putThing(game.createThing('arch reeking_urine'), {
    in: 'cell',
    level: player.level!,
    x: player.x,
    y: player.y,
  })
  tellPlayer(player, 'You are so frightened that your breeches get wet!')
  advanceQuestFrom(game, player, 60, 70)
}

function fade(call: ScriptCall): void {
  planTask(call, 'fade', fadingMs)
  tellPlayer(call.player, `The ${nameOf(call.thing).one} begins to fade...`)
  advanceQuestFrom(call.game, call.player, 50, 60)
}

/** The ghost stands still while it has a task. */
export function runGhostTask(call: TimedScriptCall): boolean {
  const wasBusy = isBusy(call)
  const task = takeDueTask(call)
  if (task === 'fade') leavePresents(call)
  else if (task === 'rage') rage(call)
  return wasBusy
}

function leavePresents(call: TimedScriptCall): void {
  const { game, level, thing } = call
  if (thing.location?.in !== 'cell' || !thing.life) return
  speakNearby(call, 'Thank you! Take this small gift from me.')
  const { x, y } = thing.location
  const count =
    rollInRange(game, presentCount.range) +
    (creatureMemoryOf(call).get('bonus') === undefined ? 0 : presentCount.forTruth)
  putThing(game.createThing(`arch ${presents[rollDie(game, presents.length) - 1]}`, count), {
    in: 'cell',
    level,
    x,
    y,
  })
  preventRespawn(level, thing.life.spawnIndex)
  removeThing(thing)
}

/** The ghost becomes a monster with twice its speed. */
function rage(call: TimedScriptCall): void {
  const { thing } = call
  speakNearby(call, 'Feel my wrath!')
  const speed = Number(thing.archetype.attributes?.get('speed') ?? 1)
  const furious = thing.archetype.registry?.improved?.(
    thing.archetype,
    new Map([
      ['no_damage', '0'],
      ['random_movement', '0'],
      ['speed', String(2 * speed)],
    ]),
  )
  if (furious) changeArchetype(thing, furious)
  setMood(thing, 'angry')
}

/** [CF-23.18] A player can dig up the body once, with claws or a shovel. */
export function digGrave({ game, player }: ScriptCall): boolean {
  if (!hasLearnt(player, 'waits') || hasLearnt(player, 'dug')) return false
  tellPlayer(player, 'The ground is uneven here.')
  const claws = findSkill(player.characterRules, 'clawing')
  if (claws && player.skills.has(claws.name)) tellPlayer(player, 'Your claws are quick in the earth.')
  else if (player.inventory.some(isShovel)) tellPlayer(player, 'You dig with your shovel.')
  else {
    tellPlayer(player, 'You would dig, had you something to dig with.')
    return false
  }
  if (player.inventory.length + 2 > maxPilesInPack) {
    tellPlayer(player, 'You cannot carry more things.')
    return false
  }
  addKnowledge(player, 'dug')
  give(
    game.createThing(questArchetypeId('corpse', 'ghost_body'), 1, {
      name: { one: bodyName, many: 'tortured bodies' },
      text: 'It must be the body of the ghost of Witherspoon Manor. Somebody covered it in cuts, as if in revenge.',
    }),
    player,
  )
  give(
    game.createThing(questArchetypeId('dagger', 'ghost_dagger'), 1, {
      name: { one: daggerName, many: 'strange daggers' },
      text: 'It lay in the body of the ghost of Witherspoon Manor. Perhaps a merchant knows what its signs mean.',
    }),
    player,
  )
  tellPlayer(player, 'You find a body, and a dagger in it!')
  advanceQuestFrom(game, player, 10, 20)
  return false
}

function give(thing: Thing, player: Player): void {
  putThing(thing, { in: 'pack', player })
}

function isShovel({ archetype }: Thing): boolean {
  return archetype.matchProperties?.archetype === 'shovel_1'
}
