// The Crossfire browser player: connection, client, map and panels.
import { Connection } from '../../../browser/connection.ts'
import { player } from '../../../browser/player.ts'
import { Client } from './client/client.ts'
import { entrance } from './entrance/entrance.ts'
import { Board } from './panels/board.ts'
import { Pictures } from './panels/pictures.ts'
import { magicMaps } from './scene/magic-map.ts'
import { Scene } from './scene/scene.ts'

const on = player()
const client: Client = new Client({
  send: (frame) => connection.send(frame),
  now: () => performance.now(),
})
const pictures = new Pictures(client)
// The board is laid out in full size behind the form, so that the view size is requested before play starts.
on.place.append(new Board(client, on, new Scene(client), pictures).element, entrance(client, pictures))
magicMaps(client)
let lost = ''
const stand = () => on.stand(lost || (client.door.returns ? 'Coming back in …' : ''))
client.events.on('stage', stand)
const connection = new Connection(
  on.place.dataset.server ?? on.room,
  {
    opened: () => client.begun(),
    heard: (message) => {
      if (typeof message !== 'string') client.heard(message)
    },
    awaits: () => client.awaits,
    stands: ({ open, says }) => {
      if (!open) client.lost()
      lost = says
      stand()
    },
  },
  'also while hidden',
)
