// [AP-16.8]
import type { Peer, Session } from '../../game.ts'
import { stringifyJson } from '../python/json.ts'

export class WaitingSession implements Session {
  readonly resumeState = undefined

  constructor(peer: Peer) {
    const text =
      'This multiworld is not generated yet: the room still gathers the players’ files. Try again later.'
    peer.send(stringifyJson([{ cmd: 'PrintJSON', data: [{ text }] }]))
    peer.close('not started')
  }

  receive(): void {}
  onResumed(): void {}
  onClosed(): void {}
}
