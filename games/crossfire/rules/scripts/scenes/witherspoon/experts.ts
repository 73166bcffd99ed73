// [CF-23.18]
import { directionTo, distanceBetween } from '../../../../model/definitions/directions.ts'
import { moveCreature } from '../../../../model/level/relocation.ts'
import { rollInRange } from '../../../../model/state/dice.ts'
import { consumeThing } from '../../../../model/things/move-things.ts'
import { nameOf, originalNameOf } from '../../../../model/things/thing.ts'
import { creatureMemoryOf, isBusy, planTask, takeDueTask } from '../../dialogue/creature-memory.ts'
import { type ScriptCall, speakNearby, type TimedScriptCall } from '../../dialogue/script-call.ts'
import { addKnowledge, advanceQuestFrom, isQuestThing, sayOrShowLines, tellPlayer } from './quest.ts'

const studyMs = 8000
const donation = { archetype: 'platinacoin', least: 10, most: 50 } as const
const sobbingSeconds = [5, 10] as const
/** `stepTicks`: ticks per step of Rolanda. `chairDistance`: in cells. */
const [stepTicks, chairDistance] = [8, 3] as const

const impatient = 'Hm, nobody has any patience these days.'
const smithSays = [
  'An old dagger, with runes all over it. They look holy to me, but I cannot read them. Try a priest.',
] as const
const priestSays = [
  'If I read these runes well, they call on our Lord to hold a soul in its body for hours after death.',
  '*The priest shudders.*',
  'The victim feels every pain, however great, and cannot die while the spell lasts.',
  'Our Lord has mercy: not even followers who failed suffer such a thing.',
  'How much someone must hate to do this!',
  '*The priest is lost in thought.*',
  'There is said to be a witch south of Scorn, Olandi or so, who knows the magic of Devourers.',
  'Ask her.',
] as const
const rolandaSays = [
  'This dagger...',
  'Alfred wished for...',
  '*Rolanda draws a deep breath.*',
  'for something new between a man and a woman, let me say it so.',
  'Alfred loved pain, and begged me for it, to find out whether it would please.',
  '*Rolanda sobs.*',
  'Neither of us thought that one could die of it!',
  'I... I buried Alfred, so that I could forget.',
  'I never will!',
] as const

/** [CF-23.18] */
export function showToSmith(call: ScriptCall): boolean {
  if (isBusy(call)) tellPlayer(call.player, 'The owner has no time now.')
  else if (!isDagger(call)) speakNearby(call, `A fine ${offeredName(call)}.`)
  else study(call, 'This is an interesting dagger!', 'The owner')
  return true
}

/** [CF-23.18] The priest wants a donation before each study of the dagger. */
export function showToPriest(call: ScriptCall): boolean {
  const memory = creatureMemoryOf(call)
  if (isBusy(call)) tellPlayer(call.player, 'The priest has no time now.')
  else if (memory.get('donation') === undefined) acceptDonation(call)
  else {
    memory.delete('donation')
    if (!isDagger(call)) speakNearby(call, `A fine ${offeredName(call)}.`)
    else study(call, 'Well, well. Such runes!', 'The priest')
  }
  return true
}

function acceptDonation(call: ScriptCall): void {
  const { offered, player } = call
  if (offered?.archetype.matchProperties?.archetype !== donation.archetype)
    return speakNearby(call, 'Our church needs repairs. Would you give something?')
  if (offered.count < donation.least)
    return tellPlayer(player, 'The priest looks at your coins, sighs, and leaves them to you.')
  if (offered.count > donation.most) speakNearby(call, 'Please, I cannot take so much!')
  tellPlayer(player, 'The priest takes your money.')
  consumeThing(offered, Math.min(offered.count, donation.most))
  creatureMemoryOf(call).set('donation', '')
  speakNearby(call, 'May our Lord thank you!')
}

function study(call: ScriptCall, says: string, who: string): void {
  speakNearby(call, says)
  tellPlayer(call.player, `${who} takes the ${offeredName(call)} and turns it over and over.`)
  creatureMemoryOf(call).set('client', call.player.name)
  planTask(call, 'study', studyMs)
}

export const runSmithTask = (call: TimedScriptCall) => finishStudy(call, smithSays, 20, 30)
export const runPriestTask = (call: TimedScriptCall) => finishStudy(call, priestSays, 30, 40)

/** Returns whether the expert was busy, and so stands still. */
function finishStudy(call: TimedScriptCall, says: readonly string[], from: number, to: number): boolean {
  if (!isBusy(call)) return false
  if (takeDueTask(call) === undefined) return true
  const player = clientOf(call)
  if (!player) speakNearby(call, impatient)
  else {
    if (says === priestSays) addKnowledge(player, 'expert')
    sayOrShowLines(call, says)
    advanceQuestFrom(call.game, player, from, to)
  }
  return true
}

/** [CF-23.18] */
export function showToRolanda(call: ScriptCall): boolean {
  const memory = creatureMemoryOf(call)
  if (memory.get('client') !== undefined) return answerWhileShocked(call)
  if (!isDagger(call)) {
    speakNearby(call, `What would I do with this ${offeredName(call)}?`)
    return true
  }
  speakNearby(call, 'Oh... That, that dagger...')
  tellPlayer(call.player, `${nameOf(call.thing).one} touches her brow, and staggers.`)
  memory.set('client', call.player.name)
  return true
}

/** Returns false if nobody has shown Rolanda the dagger. */
export function answerWhileShocked(call: ScriptCall): boolean {
  if (creatureMemoryOf(call).get('client') === undefined) return false
  speakNearby(call, 'Oh...')
  tellPlayer(call.player, `${nameOf(call.thing).one} looks as if she would faint.`)
  return true
}

/** Goes to a chair, if one is near, and then tells the truth. */
export function runRolandaTask(call: TimedScriptCall): boolean {
  if (creatureMemoryOf(call).get('client') === undefined) return false
  if (isBusy(call)) confess(call)
  else if (call.game.ticks % stepTicks === 0) goToChair(call)
  return true
}

function goToChair(call: TimedScriptCall): void {
  const { game, level, thing } = call
  const { location } = thing
  if (location?.in !== 'cell') return
  const chair = nearestChair(level, location)
  if (chair && distanceBetween(chair, location) > 0) {
    const way = directionTo(chair.x - location.x, chair.y - location.y)!
    if (!moveCreature(level, thing, way)) speakNearby(call, 'Please, let me sit down...')
    return
  }
  sayOrShowLines(call, [
    `*${nameOf(thing).one} ${chair ? 'sits down on the chair' : 'leans on the wall'}.*`,
    'I will tell you everything...',
    `*${nameOf(thing).one} begins to sob.*`,
  ])
  planTask(call, 'confess', rollInRange(game, sobbingSeconds) * 1000)
}

function nearestChair(level: TimedScriptCall['level'], from: { readonly x: number; readonly y: number }) {
  let best: { readonly x: number; readonly y: number; readonly away: number } | undefined
  for (let y = from.y - chairDistance; y <= from.y + chairDistance; y++)
    for (let x = from.x - chairDistance; x <= from.x + chairDistance; x++) {
      const away = distanceBetween(from, { x, y })
      if (best && best.away <= away) continue
      if (level.thingsAt(x, y).some((thing) => originalNameOf(thing).one === 'chair')) best = { x, y, away }
    }
  return best
}

function confess(call: TimedScriptCall): void {
  if (takeDueTask(call) === undefined) return
  const player = clientOf(call)
  if (!player) return speakNearby(call, impatient)
  addKnowledge(player, 'truth')
  sayOrShowLines(call, rolandaSays)
  tellPlayer(player, 'You wonder what the ghost, whom she calls Alfred, will say to that...')
  advanceQuestFrom(call.game, player, 40, 50)
}

/** Undefined if the player is not connected. */
function clientOf(call: TimedScriptCall) {
  const memory = creatureMemoryOf(call)
  const name = memory.get('client') ?? ''
  memory.delete('client')
  return call.game.players.get(name.toLowerCase())
}

function isDagger({ offered }: ScriptCall): boolean {
  return offered !== undefined && isQuestThing(offered, 'ghost_dagger')
}

function offeredName({ offered }: ScriptCall): string {
  return offered ? nameOf(offered).one : 'thing'
}
