// One of the two servers that are walked side by side, as the walker has it: a client of today in the game, and a way to
// put it somewhere.
import type { Client } from '../games/crossfire/harness/test-client.ts'

/** A cell of the map that he is on. */
export interface CellPosition {
  readonly x: number
  readonly y: number
}

export interface ServerUnderTest {
  readonly name: 'real' | 'ours'
  readonly client: Client
  /** Puts the character there, or as near as there is place. */
  movePlayerTo(map: string, x: number, y: number): Promise<void>
  /** A thing of that archetype comes to be in his pack. */
  createItem(arch: string): Promise<void>
  /** And is gone again. */
  deleteItem(tag: number): Promise<void>
  /** The cell of his map that he is on. */
  playerPosition(): Promise<CellPosition>
  /** The map that he is on, without whose it is; `undrawn`, if it is any that nobody drew. */
  mapName(): Promise<string>
  setHp(hp: number): Promise<void>
  /** A monster of that archetype comes to be beside him. */
  createMonster(arch: string): Promise<void>
  /** Says a command; back when all that came of it has been told. */
  say(text: string): Promise<readonly string[]>
  /** Applies a thing, by its tag. */
  apply(tag: number): Promise<readonly string[]>
  /** Moves a thing: 0 the ground, or the player. */
  move(to: number, tag: number, count: number): Promise<readonly string[]>
  examine(tag: number): Promise<readonly string[]>
  /** Lets the world go on for so many of its ticks. */
  wait(ticks: number): Promise<readonly string[]>
  close(): Promise<void>
}

export const viewCells = 25
export const noMapTitle = 'a map that nobody drew'
/** More than what a lever lets loose takes of him before the next look. */
export const testPlayerHp = 20_000
export const setupOptions = {
  map2cmd: '1',
  tick: '1',
  sound2: '0',
  darkness: '1',
  spellmon: '0',
  faceset: '0',
  facecache: '1',
  want_pickup: '0',
  loginmethod: '2',
  newmapcmd: '1',
  extended_stats: '1',
  mapsize: `${viewCells}x${viewCells}`,
}
export const characterChoices = [
  'race human_player',
  'class warrior_class',
  'starting_map map_scorn',
  ...['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'].map((ability) => `${ability} 12`),
]
