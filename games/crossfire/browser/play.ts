import { Connection } from '../../../browser/connection/connection.ts'
import { findPlayerPage } from '../../../browser/player/player.ts'
import { Client } from './client/client.ts'
import { FaceImages } from './components/face-image.ts'
import { createLoginScreen } from './login/login-screen.ts'
import { createMagicMapOverlay } from './map-view/magic-map.ts'
import { MapView } from './map-view/map-view.ts'
import { GameScreen } from './panels/game-screen.ts'

const page = findPlayerPage()
const client: Client = new Client({ send: (frame) => connection.send(frame), now: () => performance.now() })
const pictures = new FaceImages(client)
// The game screen has its full size behind the login form, so that the client requests the view size before play
// starts.
const loginScreen = createLoginScreen(client, pictures, page.room)
page.container.append(
  new GameScreen(client, page, new MapView(client), pictures).element,
  loginScreen.element,
)
createMagicMapOverlay(client)
let lost = ''
const stand = () => page.showStatus(lost || (client.login.isLoggingInAgain ? 'Reconnecting …' : ''))
client.events.on('stage', stand)
const connection = new Connection(
  page.container.dataset.server ?? page.room,
  {
    opened: () => client.onConnected(),
    received: (message) => {
      if (typeof message !== 'string') client.handleFrame(message)
    },
    expectsMessages: () => client.pendingPacket,
    statusChanged: ({ open, message }) => {
      if (!open) client.onDisconnected()
      lost = message
      loginScreen.showStatus(message)
      stand()
    },
  },
  { staysConnectedWhileHidden: true },
)
