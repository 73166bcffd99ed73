// The first line of every room: ours. Content from a host's own file would be read in import/.
import type { Line } from '../lines/line.ts'

export const firstLine: Line = { number: 1, text: 'Say something, and everybody hears it.' }
