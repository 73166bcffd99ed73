// [CF-20.10]

import { consumeRequiredItem, meetsCondition } from '../../model/level/checkers.ts'
import {
  isLevitating,
  machinePartsAt,
  type PlacedPart,
  placedPartOf,
  setPartState,
} from '../../model/level/machine-parts.ts'
import type { ChangedCell, GameState, Level, Player } from '../../model/state/game-state.ts'
import { runCloseScripts, runScripts } from '../scripts/script-runner.ts'
import { acceptOffering, updateButtonState } from './buttons-and-altars.ts'
import { runConverter } from './creators.ts'
import { deliverSignals, maxWorkPerTransaction, sendFromPart, workPerPart } from './signals.ts'
import { showSign, workForText } from './signs.ts'
import { dropThroughHole, openTrapdoor } from './teleporters.ts'
import { triggerRune, triggerTrap } from './traps.ts'

/**
 * Maximum rounds of follow-up reactions in a transaction, and maximum cells of a map in a round. Further cells wait for
 * the next transaction.
 */
const [maxRounds, maxCellsPerRound] = [8, 200]

/** Runs machines up to a limit. Machines that trigger each other endlessly continue in later transactions. */
export function runPendingMachines(game: GameState): void {
  runCloseScripts(game)
  let left = maxWorkPerTransaction
  for (let round = 0; round < maxRounds; round++) {
    const levels = game.levels.levelsWithPendingWork()
    if (levels.length === 0) break
    for (const level of levels) {
      for (const touch of level.machinery.takeChangedCells(Math.min(maxCellsPerRound, left)))
        left -= processCell(game, level, touch)
      left = deliverSignals(game, level, left)
    }
    if (left <= 0) break
  }
  // Charge the work to the player who caused it, whose next action is delayed.
  if (left < maxWorkPerTransaction) game.context.chargeSteps((maxWorkPerTransaction - left) * workPerPart)
}

/** Runs the parts in a cell. Returns the amount of work, including things moved, spells and texts. */
function processCell(game: GameState, level: Level, { cell, enteredPlayers }: ChangedCell): number {
  const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
  let done = 1
  const here = enteredPlayers.filter((player) => player.level === level && player.x === x && player.y === y)
  for (const { thing } of machinePartsAt(level, x, y)) {
    if (done >= maxWorkPerTransaction) break
    // Look up each part just before it runs, because the parts before it can have changed it.
    const part = placedPartOf(thing)
    if (part) done += reactToChange(game, part, here) ?? 0
  }
  return done
}

function reactToChange(game: GameState, part: PlacedPart, all: readonly Player[]): number | void {
  // Players that a script has handled or moved to another level are skipped.
  const came = all.filter(
    (player) =>
      !isLevitating(player) &&
      !runScripts(game, player, part.thing, 'step') &&
      player.level === part.at.level,
  )
  // [CF-23.15] The part does not react if scripts have handled all players who entered.
  if (all.length > 0 && came.length === 0) return
  switch (part.part.type) {
    case 'button':
    case 'pedestal':
    case 'detector':
      return updateButtonState(game, part)
    case 'altar':
      return acceptOffering(game, part)
    case 'hole':
      return dropThroughHole(game, part)
    case 'trapdoor':
      return openTrapdoor(game, part)
    case 'converter':
      return runConverter(game, part)
    case 'sign':
      if (!part.part.speaks || came.length === 0 || !showSign(part, came)) return
      return workForText(part.thing.archetype.text, came.length)
    case 'checker':
      for (const player of came) runChecker(game, part, player)
      return
    case 'trap': {
      const monster = part.at.level.creatureAt(part.at.x, part.at.y)
      if (part.machine.maker) return monster && triggerRune(game, part, monster)
      return came.reduce((work, player) => {
        const trap = placedPartOf(part.thing)
        return work + (trap ? triggerTrap(game, trap, player) : 0)
      }, 0)
    }
    default:
  }
}

/** [CF-20.15] The checker alternately sends 1 and 0. */
function runChecker(game: GameState, { thing }: PlacedPart, player: Player): void {
  const part = placedPartOf(thing)
  if (part?.part.type !== 'checker' || part.part.blocksEntry || !meetsCondition(game, player, part.part))
    return
  if (part.part.requiresItem) consumeRequiredItem(game, player, part.part)
  const value = 1 - (part.machine.state & 1)
  setPartState(part, value)
  sendFromPart(part, value)
}
