// The packets of the spectator feed, in a table of their own, so that pages for spectators load no other packets.
import { type PacketOf, packets, word } from '../../../../wire/index.ts'
import * as commands from './commands.ts'
import * as images from './images.ts'
import * as maps from './maps.ts'

/** [CF-9.15] */
export const spectatorPackets = packets(word, {
  drawextinfo: commands.fromServer.drawextinfo,
  newmap: maps.fromServer.newmap,
  map2: maps.fromServer.map2,
  image2: images.fromServer.image2,
})
export type SpectatorPacket = PacketOf<typeof spectatorPackets>
