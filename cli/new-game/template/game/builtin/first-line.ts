// The first line of every room, which is the game's built-in content. A game that also accepts content from an owner's
// file reads that file in import/.
import type { Line } from '../lines/line.ts'

export const firstLine: Line = { number: 1, text: 'Say something. All players receive it.' }
