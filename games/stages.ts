// In some games, people gather the inputs of the world before the world exists.
import type { Game } from './game.ts'

/** The stage of a room before its world exists. A room whose world exists has no stage. */
export type RoomStage = 'gathering'

/** Undefined if rooms of this game do not have the stage. */
export function gameInStage(game: Game, stage: RoomStage | undefined): Game | undefined {
  return stage === undefined ? game : game.gathering?.stage
}

export function gameWithItsStages(game: Game): readonly Game[] {
  return game.gathering ? [game, game.gathering.stage] : [game]
}

type Tables = Pick<Game, 'endpoints' | 'actions' | 'pages' | 'apiFiles'>

/** If two stages have an entry of the same name, the game's own entry is used. */
export function entriesInAllStages<T extends keyof Tables>(game: Game, table: T): NonNullable<Game[T]> {
  return { ...game.gathering?.stage[table], ...game[table] } as NonNullable<Game[T]>
}
