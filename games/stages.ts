// The stages of a room: some games let people gather what its world is made of, before the world exists.
import type { Game } from './game.ts'

/** The stage of a room before its world exists. Rooms in play have none. */
export type RoomStage = 'gathering'

/** The game that a room runs in the stage; undefined if rooms of this game do not have it. */
export function gameInStage(game: Game, stage: RoomStage | undefined): Game | undefined {
  return stage === undefined ? game : game.gathering?.stage
}

/** The games that rooms of this game run, in all stages. */
export function stagesOf(game: Game): readonly Game[] {
  return game.gathering ? [game, game.gathering.stage] : [game]
}

type Tables = Pick<Game, 'endpoints' | 'actions' | 'pages' | 'apiFiles'>

/** The entries of a game's table by name, in all its stages. If two have the same name, that of the room in play. */
export function entriesInAllStages<T extends keyof Tables>(game: Game, table: T): NonNullable<Game[T]> {
  return { ...game.gathering?.stage[table], ...game[table] } as NonNullable<Game[T]>
}
