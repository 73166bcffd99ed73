// [CF-23.1]

import { distanceBetween } from '../../model/definitions/directions.ts'
import type { Script, ScriptTrigger } from '../../model/definitions/script.ts'
import { sendSignal } from '../../model/level/machine-parts.ts'
import { isInStageRange, questStageOf } from '../../model/players/quest-progress.ts'
import type { CellLocation, GameState, Level, Player, Thing } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { isWithinSpan } from '../../model/time/calendar.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { runDialogue } from './dialogue/dialogues.ts'
import { shoutGreeting, shoutLastWords } from './dialogue/monster-barks.ts'
import { answerWhereabouts } from './dialogue/player-lookup.ts'
import { advanceQuest } from './dialogue/quests.ts'
import type { ScriptCall } from './dialogue/script-call.ts'
import { answersSpeech, maxSpeakingDistance } from './npc-replies.ts'
import { sceneHandlers } from './scenes/index.ts'
import { depositBoxMoney, handleBankWords } from './services/bank.ts'
import * as guilds from './services/guilds.ts'
import { listRank, recordRank, visitHallOfFame } from './services/halls-of-fame.ts'
import { insultPlayer } from './services/insults.ts'
import { handleMarketWords } from './services/market.ts'
import { handleBoardWords } from './services/notice-boards.ts'
import {
  checkOutOrders,
  handleGateWords,
  handleListWords,
  listRentedShopWares,
  offerWares,
  payShopRent,
  toggleShopRestriction,
} from './services/player-shops.ts'
import { deliverLetters, handlePostWords, sendLetters } from './services/post-office.ts'
import { callAvengers, callGuards } from './services/punishments.ts'
import { signalByReputation } from './services/reputations.ts'
import { acceptSacrifice } from './services/sacrifices.ts'
import { startVoyage } from './services/ships.ts'
import { playSlotMachine } from './services/slot-machines.ts'

type EventTrigger = Exclude<ScriptTrigger, 'time'>

/** Returns true if the scripts replace the usual effect. */
export function runScripts(
  game: GameState,
  player: Player,
  thing: Thing,
  on: EventTrigger,
  words = '',
  offered?: Thing,
): boolean {
  let instead = false
  for (const hook of thing.archetype.hooks ?? [])
    if (hook.trigger === on && runScript({ game, player, thing, words, offered }, hook.script, on))
      instead = true
  return instead
}

/** [CF-23.1] Returns true if the scripts replace the creature's usual action in this tick. */
export function runTickScripts(game: GameState, level: Level, thing: Thing): boolean {
  let instead = false
  for (const { trigger, script } of thing.archetype.hooks ?? [])
    if (
      (trigger === 'time' || trigger === 'timer') &&
      script.type === 'scene' &&
      sceneHandlers[script.scene].time?.({ game, level, thing })
    )
      instead = true
  return instead
}

/** [CF-23.1] Things hear the words in the order of distance until one answers. Returns whether one has answered. */
export function offerSpeechToScripts(game: GameState, player: Player, words: string): boolean {
  if (words.trim() === '') return false
  return scriptListeners(player).some((thing) => runScripts(game, player, thing, 'say', words))
}

function scriptListeners(player: Player): Thing[] {
  const { level, x, y } = player
  const near: Thing[] = []
  if (!level) return near
  for (let there = y - maxSpeakingDistance; there <= y + maxSpeakingDistance; there++)
    for (let across = x - maxSpeakingDistance; across <= x + maxSpeakingDistance; across++)
      near.push(
        ...level.thingsAt(across, there).filter((thing) => hasSpeechScript(thing) || answersSpeech(thing)),
      )
  const away = (thing: Thing) => distanceBetween(player, thing.location as CellLocation)
  near.sort((a, b) => away(a) - away(b))
  // Of all persons only the nearest one listens, with or without a script.
  const meant = near.find(answersSpeech)
  return near.filter((thing) => hasSpeechScript(thing) && (!isPerson(thing) || thing === meant))
}

function isPerson({ archetype: { traits } }: Thing): boolean {
  return traits.role === 'person'
}

function hasSpeechScript({ archetype: { hooks } }: Thing): boolean {
  return hooks?.some(({ trigger }) => trigger === 'say') === true
}

/** [CF-23.8] `amount`: in the smallest coin. */
export function creditOffering(game: GameState, altar: Thing, amount: number): void {
  for (const { script } of altar.archetype.hooks ?? [])
    if (script.type === 'guild fee') guilds.addFunds(game, script.guild, amount)
}

/** [CF-23.1] Runs the scripts of boxes that players have closed. */
export function runCloseScripts(game: GameState): void {
  for (const player of game.players.values()) {
    const box = player.closedContainer
    if (!box) continue
    player.closedContainer = undefined
    runScripts(game, player, box, 'close')
  }
}

/** Returns true if the script replaces the usual effect. */
function runScript(call: ScriptCall, script: Script, on: EventTrigger): boolean {
  switch (script.type) {
    case 'bank':
      handleBankWords(call)
      return true
    case 'deposit':
      depositBoxMoney(call)
      return false
    case 'post':
      handlePostWords(call)
      return true
    case 'mail in':
      deliverLetters(call)
      return false
    case 'mail out':
      sendLetters(call)
      return false
    case 'board':
      handleBoardWords(call, script.board)
      return true
    case 'market':
      return handleMarketWords(call, script.market)
    case 'signal':
      signalFromThing(call, script.connected)
      return false
    case 'dialogue':
      return runDialogue(call, script.file)
    case 'quest advance':
      advanceQuest(call.game, call.player, script.quest, script.steps)
      return false
    case 'quest signal':
      if (isInStageRange(questStageOf(call.player, script.quest), script.stages))
        signalFromThing(call, script.connected)
      return false
    case 'quest holds':
      return mustKeepForQuest(call, script.quest, script.untilStage)
    case 'quest opens':
      return isUnusableAtStage(call, script)
    case 'hall':
      return visitHallOfFame(call, script.hall, script.message)
    case 'rank noted':
      recordRank(call, script.quest)
      return false
    case 'rank told':
      listRank(call, script.quest, script.stage)
      return true
    case 'last words':
      shoutLastWords(call, script.text)
      return false
    case 'greeting':
      shoutGreeting(call, script.text)
      return false
    case 'witness':
      answerWhereabouts(call)
      return true
    case 'voyage':
      startVoyage(call)
      return true
    case 'slots':
      playSlotMachine(call, script.slots)
      return true
    case 'sacrifice':
      acceptSacrifice(call, script.god)
      return false
    case 'hours':
      return !isWithinSpan(script.span, call.game.context.now())
    case 'insult':
      insultPlayer(call, script.style)
      return true
    case 'avengers':
      callAvengers(call)
      return true
    case 'alarm':
      return callGuards(call)
    case 'reputation':
      signalByReputation(call, script)
      return false
    case 'scene':
      return sceneHandlers[script.scene][on]?.(call) ?? false
    case 'quest drops':
    case 'nothing':
      return false
    case 'shop rent':
      payShopRent(call, script.days)
      return false
    case 'shop gate':
      handleGateWords(call)
      return true
    case 'shop store':
      return offerWares(call)
    case 'shop list':
      if (call.words !== '') return handleListWords(call)
      listRentedShopWares(call)
      return true
    case 'shop checkout':
    case 'shop bank checkout':
      checkOutOrders(call, script.type === 'shop checkout' ? 'purse' : 'bank')
      return false
    case 'shop lever':
      toggleShopRestriction(call, script.area)
      return false
    default:
      return runGuildScript(call, script)
  }
}

type GuildScript = Extract<Script, { readonly type: `guild ${string}` }>

function runGuildScript(call: ScriptCall, script: GuildScript): boolean {
  switch (script.type) {
    case 'guild door':
      if (guilds.handleDoorWords(call, script.guild, script.rank) && script.connected !== undefined)
        signalFromThing(call, script.connected)
      return true
    case 'guild guard':
      guilds.arrestTrespasser(call, script.guild, script.rank, script.destination)
      return true
    case 'guild payout':
      guilds.payOutFunds(call, script.guild)
      return false
    case 'guild teller':
      guilds.handleTellerWords(call, script.guild)
      return true
    case 'guild oracle':
      guilds.handleMasterWords(call, script.guild)
      return true
    case 'guild standings':
      guilds.listStandings(call)
      return true
    case 'guild join':
      guilds.admitMember(call, script.guild)
      return false
    case 'guild found':
      guilds.establishGuild(call, script.guild)
      return true
    case 'guild chest':
      return guilds.enterOrLeaveSharedChest(call)
    case 'guild fee':
      return false
  }
}

function signalFromThing({ player, thing }: ScriptCall, connected: number): void {
  const level = thing.location?.in === 'cell' ? thing.location.level : player.level
  if (level) sendSignal(level, connected, 1, thing)
}

/** [CF-23.6] */
function mustKeepForQuest({ player, thing }: ScriptCall, quest: string, until: number): boolean {
  const stage = questStageOf(player, quest)
  if (stage === 0 || stage >= until) return false
  player.sendMessage(`You need the ${nameOf(thing).one} for a quest.`, messageTypes.failure)
  return true
}

/** [CF-23.6] */
function isUnusableAtStage(
  { player, thing }: ScriptCall,
  { quest, stages }: Extract<Script, { readonly type: 'quest opens' }>,
): boolean {
  const stage = questStageOf(player, quest)
  if (stages.some((each) => isInStageRange(stage, each))) return false
  player.sendMessage(
    `You cannot use the ${nameOf(thing).one} at this stage of the quest.`,
    messageTypes.applyFailure,
  )
  return true
}
