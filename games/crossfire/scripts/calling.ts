// Runs scripts on occasions, and decides whether the usual effect still happens. [CF-23.1]
import { messageTypes } from '../hearing/text-kinds.ts'
import { isSpokenTo, speakingDistance } from '../people/answers.ts'
import { signalTo } from '../places/parts.ts'
import { stepsBetween } from '../scene/directions.ts'
import type { CellOf, Player, Scene, Thing } from '../scene/scene.ts'
import type { Occasion, Script } from '../scene/script.ts'
import { nameOf } from '../things/thing.ts'
import { emptyDepositBox, serveAtBank } from './bank.ts'
import { serveAtBoard } from './boards.ts'
import { cryLast, greet } from './cries.ts'
import { talk } from './dialogues.ts'
import * as guilds from './guilds.ts'
import { noteRank, tellRank, visitHall } from './halls.ts'
import { collectLetters, deliverLetters, serveAtPost } from './post.ts'
import { advance, isWithin, stageOf } from './quests.ts'
import { sacrifice } from './sacrifices.ts'
import type { Call } from './saying.ts'
import { askAtGate, checkOut, payRent, serveAtList, store, tellList, turnLever } from './shops.ts'
import { play } from './slots.ts'
import { setSail } from './voyages.ts'
import { askAfter } from './witness.ts'

/** Runs the thing's scripts for the occasion. Returns true if they replace the usual effect. */
export function called(scene: Scene, player: Player, thing: Thing, on: Occasion, words = ''): boolean {
  let instead = false
  for (const hook of thing.kind.hooks ?? [])
    if (hook.on === on && run({ scene, player, thing, words }, hook.script)) instead = true
  return instead
}

/** [CF-23.1] Offers words to scripts, the nearest first, until one answers. Returns whether one did. */
export function calledBy(scene: Scene, player: Player, words: string): boolean {
  if (words.trim() === '') return false
  return listeners(player).some((thing) => called(scene, player, thing, 'say', words))
}

function listeners(player: Player): Thing[] {
  const { level, x, y } = player
  const near: Thing[] = []
  if (!level) return near
  for (let there = y - speakingDistance; there <= y + speakingDistance; there++)
    for (let across = x - speakingDistance; across <= x + speakingDistance; across++)
      near.push(...level.things(across, there).filter((thing) => isListening(thing) || isSpokenTo(thing)))
  const away = (thing: Thing) => stepsBetween(player, thing.where as CellOf)
  near.sort((a, b) => away(a) - away(b))
  // Of persons only the nearest one listens, with or without a script.
  const meant = near.find(isSpokenTo)
  return near.filter((thing) => isListening(thing) && (!isPerson(thing) || thing === meant))
}

function isPerson({ kind: { is } }: Thing): boolean {
  return is.role === 'person'
}

function isListening({ kind: { hooks } }: Thing): boolean {
  return hooks?.some(({ on }) => on === 'say') === true
}

/** [CF-23.8] Credits an offering at an altar, in the smallest coin. */
export function given(scene: Scene, altar: Thing, amount: number): void {
  for (const { script } of altar.kind.hooks ?? [])
    if (script.does === 'guild fee') guilds.fee(scene, script.guild, amount)
}

/** [CF-23.1] Runs scripts of boxes that were closed since the last transaction. */
export function closeBoxes(scene: Scene): void {
  for (const player of scene.players.values()) {
    const box = player.closed
    if (!box) continue
    player.closed = undefined
    called(scene, player, box, 'close')
  }
}

/** Runs a script. Returns true if it replaces the usual effect. */
function run(call: Call, script: Script): boolean {
  switch (script.does) {
    case 'bank':
      serveAtBank(call)
      return true
    case 'deposit':
      emptyDepositBox(call)
      return false
    case 'post':
      serveAtPost(call)
      return true
    case 'mail in':
      deliverLetters(call)
      return false
    case 'mail out':
      collectLetters(call)
      return false
    case 'board':
      serveAtBoard(call, script.board)
      return true
    case 'signal':
      signalFrom(call, script.connected)
      return false
    case 'dialogue':
      return talk(call, script.file)
    case 'quest advance':
      advance(call.scene, call.player, script.quest, script.steps)
      return false
    case 'quest signal':
      if (isWithin(stageOf(call.player, script.quest), script.stages)) signalFrom(call, script.connected)
      return false
    case 'quest holds':
      return isHeld(call, script.quest, script.until)
    case 'quest opens':
      return isOfNoUse(call, script)
    case 'hall':
      return visitHall(call, script.hall, script.tells)
    case 'rank noted':
      noteRank(call, script.quest)
      return false
    case 'rank told':
      tellRank(call, script.quest, script.stage)
      return true
    case 'last words':
      cryLast(call, script.says)
      return false
    case 'greeting':
      greet(call, script.says)
      return false
    case 'witness':
      askAfter(call)
      return true
    case 'voyage':
      setSail(call)
      return true
    case 'slots':
      play(call, script.slots)
      return true
    case 'sacrifice':
      sacrifice(call, script.god)
      return false
    case 'nothing':
      return false
    case 'shop rent':
      payRent(call, script.days)
      return false
    case 'shop gate':
      askAtGate(call)
      return true
    case 'shop store':
      return store(call)
    case 'shop list':
      if (call.words !== '') return serveAtList(call)
      tellList(call)
      return true
    case 'shop checkout':
    case 'shop bank checkout':
      checkOut(call, script.does === 'shop checkout' ? 'purse' : 'bank')
      return false
    case 'shop lever':
      turnLever(call, script.area)
      return false
    default:
      return runOfGuild(call, script)
  }
}

type OfGuild = Extract<Script, { readonly does: `guild ${string}` }>

function runOfGuild(call: Call, script: OfGuild): boolean {
  switch (script.does) {
    case 'guild door':
      if (guilds.askAtDoor(call, script.guild, script.rank) && script.connected !== undefined)
        signalFrom(call, script.connected)
      return true
    case 'guild guard':
      guilds.arrest(call, script.guild, script.rank, script.to)
      return true
    case 'guild payout':
      guilds.payOut(call, script.guild)
      return false
    case 'guild teller':
      guilds.serveDues(call, script.guild)
      return true
    case 'guild oracle':
      guilds.serveMasters(call, script.guild)
      return true
    case 'guild standings':
      guilds.tellStandings(call)
      return true
    case 'guild join':
      guilds.join(call, script.guild)
      return false
    case 'guild found':
      guilds.found(call, script.guild)
      return true
    case 'guild chest':
      return guilds.passChest(call)
    case 'guild fee':
      return false
  }
}

function signalFrom({ player, thing }: Call, connected: number): void {
  const level = thing.where?.in === 'cell' ? thing.where.level : player.level
  if (level) signalTo(level, connected, 1, thing)
}

/** [CF-23.6] */
function isHeld({ player, thing }: Call, quest: string, until: number): boolean {
  const stage = stageOf(player, quest)
  if (stage === 0 || stage >= until) return false
  player.tell(`You had better keep the ${nameOf(thing).one} for now.`, messageTypes.failure)
  return true
}

/** [CF-23.6] */
function isOfNoUse(
  { player, thing }: Call,
  { quest, stages }: Extract<Script, { does: 'quest opens' }>,
): boolean {
  const stage = stageOf(player, quest)
  if (stages.some((each) => isWithin(stage, each))) return false
  player.tell(`The ${nameOf(thing).one} is of no use to you now.`, messageTypes.applyFailure)
  return true
}
