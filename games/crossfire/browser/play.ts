// Crossfire, played in a browser: the connection, the client that speaks over it, what it shows, and the panels around it.
import { Connection } from '../../../browser/connection.ts'
import { make } from '../../../browser/elements.ts'
import { player } from '../../../browser/player.ts'
import { Client } from './client/client.ts'
import { Entrance } from './entrance/entrance.ts'
import { Board } from './panels/board.ts'
import { Pictures } from './panels/pictures.ts'
import { magicMaps } from './scene/magic-map.ts'
import { Scene } from './scene/scene.ts'

function play(): void {
  const on = player()
  const client: Client = new Client({
    send: (frame) => connection.send(frame),
    now: () => performance.now(),
  })
  const scene = new Scene(client)
  const board = new Board(client, on, scene)
  const front = make('div', { class: 'entrance' })
  on.place.append(board.element, front)
  let lost = ''
  const stand = () => on.stand(lost || (client.door.returns ? 'Coming back in …' : ''))
  // It lies behind the form, as large as it will be: so the map is asked for in its size before play begins.
  client.events.on('stage', (stage) => {
    board.element.inert = stage !== 'playing'
    stand()
  })
  board.element.inert = true
  magicMaps(client)
  const entrance = new Entrance(client, new Pictures(client), front)
  const connection = new Connection(
    on.place.dataset.server ?? on.room,
    {
      opened: () => client.begun(),
      heard: (message) => {
        if (typeof message !== 'string') client.heard(message)
      },
      stands: ({ open, says }) => {
        if (!open) client.lost()
        lost = says
        stand()
      },
    },
    'also while hidden',
  )
  entrance.show()
}

play()
