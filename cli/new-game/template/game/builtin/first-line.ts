// The first line of every room. Content from an owner's own file would be read in import/.
import type { Line } from '../lines/line.ts'

export const firstLine: Line = { number: 1, text: 'Say something. All players receive it.' }
