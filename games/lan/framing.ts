// An IPX packet contains its own length.
import type { Framing } from '../../wire/net/framing.ts'
import { maxPacketBytes } from './traffic/ipx-packet.ts'

export const framing: Framing = { at: 2, length: 'u16be', plus: 0, max: maxPacketBytes }
