// What a room begins with: ours, where a host's own file would come from import/.
import type { Line } from '../lines/line.ts'

export const firstLine: Line = { number: 1, text: 'Say something, and everybody hears it.' }
