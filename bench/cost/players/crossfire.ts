// A current Crossfire client with a new character in the town: it sends a command every 250 ms. An idle client sends no
// commands.

import { crossfire } from '../../../games/crossfire/index.ts'
import { type FromClient, fromClient } from '../../../games/crossfire/protocol/packets/index.ts'
import type { Game } from '../../../games/game.ts'
import { latin1 } from '../../../wire/index.ts'
import { newCharacterChoices, setupSettings, testPassword } from '../../crossfire/new-client.ts'
import type { PlayerLoad } from './load.ts'

const everyMs = 250
const commands = ['east', 'stay', 'west', 'search']

export const crossfireLoad: PlayerLoad = {
  setup: { game: crossfire as Game },
  transport: 'tcp',
  player: (n, behaviour, client) => {
    const name = `Usual${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`
    const send = (packet: FromClient) => client.send(fromClient.encode(packet))
    let count = n
    return {
      receive(frame) {
        const word = latin1.decode((frame as Uint8Array).subarray(0, 20)).split(/[ \n]/)[0]
        if (word === 'version') {
          send({ type: 'version', cs: 1023, sc: 1029, info: 'usual' })
          send({ type: 'setup', settings: setupSettings })
          send({ type: 'accountnew', name, password: testPassword })
        } else if (word === 'accountplayers')
          send({ type: 'createplayer', name, password: testPassword, choices: newCharacterChoices })
        else if (word === 'addme_success' && behaviour === 'plays')
          client.every(everyMs, () => {
            const text = commands[count % commands.length]!
            send({ type: 'ncom', packet: count++ % 256, repeat: -1, text })
          })
      },
    }
  },
}
