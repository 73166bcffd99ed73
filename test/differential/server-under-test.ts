// The interface of both servers: a current client in the game, and ways to move it and to prepare the world.
import type { Client } from '../games/crossfire/harness/test-client.ts'

export interface CellPosition {
  readonly x: number
  readonly y: number
}

export interface ServerUnderTest {
  readonly name: 'real' | 'ours'
  readonly client: Client
  /** Moves the character to the cell, or to the nearest free one. */
  movePlayerTo(map: string, x: number, y: number): Promise<void>
  createItem(arch: string, count?: number): Promise<void>
  deleteItem(tag: number): Promise<void>
  playerPosition(): Promise<CellPosition>
  /** The path of the player's map, without the name of its owner. For every random map, the path is `randomMapName`. */
  mapName(): Promise<string>
  setHp(hp: number): Promise<void>
  setGrace(grace: number): Promise<void>
  /** Creates a monster next to the player. */
  createMonster(arch: string): Promise<void>
  runCommand(text: string): Promise<readonly string[]>
  apply(tag: number): Promise<readonly string[]>
  /** `to`: 0 for the ground, or the player's tag. */
  move(to: number, tag: number, count: number): Promise<readonly string[]>
  examine(tag: number): Promise<readonly string[]>
  wait(ticks: number): Promise<readonly string[]>
  /**
   * Disconnects, and joins as a new character of a new account. Returns the reason if the server refuses the character.
   */
  becomeNewCharacter(name: string, choices: readonly string[]): Promise<string | undefined>
  skillNames(): Promise<ReadonlyMap<number, string>>
  /** Adds experience in a skill that the player has. */
  giveExperience(amount: number, skill: string): Promise<void>
}

export const viewCells = 25
export const randomMapName = 'a random map'
/** Hit points of the test player: enough to survive the monsters that a lever releases. */
export const testPlayerHp = 20_000
export const setupOptions = {
  map2cmd: '1',
  tick: '1',
  sound2: '0',
  darkness: '1',
  spellmon: '2',
  faceset: '0',
  facecache: '1',
  want_pickup: '0',
  loginmethod: '2',
  newmapcmd: '1',
  extended_stats: '1',
  mapsize: `${viewCells}x${viewCells}`,
}
export const abilityNames = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const
export const characterChoices = characterChoicesOf('human_player', 'warrior_class')

/** The choices of a new character, for the packet `createplayer`. */
export function characterChoicesOf(race: string, calling: string): readonly string[] {
  return [
    `race ${race}`,
    `class ${calling}`,
    'starting_map map_scorn',
    ...abilityNames.map((ability) => `${ability} 12`),
  ]
}
