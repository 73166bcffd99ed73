// A room in memory with connected clients, for tests of whole sessions.
import type { Options } from '../../../games/game.ts'
import { sayBack } from '../../../games/say-back/index.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../../../games/say-back/packets.ts'
import { type ConnectOptions, type Player, type Playtest, playtest } from '../../playtest.ts'

export type SayBackRoom = Playtest<FromClient, FromServer>
export type SayBackPlayer = Player<FromClient, FromServer>

export function openSayBackRoom(options: Options = {}): Promise<SayBackRoom> {
  return playtest(sayBack, { options, fromClient, fromServer })
}

/** Connects a client, which enters with this name. */
export function enter(room: SayBackRoom, name = 'Ann', from?: ConnectOptions): SayBackPlayer {
  const player = room.connect(from)
  player.ask({ type: 'HELO', name }, 'WLCM')
  return player
}
