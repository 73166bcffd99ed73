// Runs a visitor's DOS program in the page, on the room's LAN.
import { Connection } from '../../../browser/connection/connection.ts'
import { addStandardTools, findPlayerPage } from '../../../browser/player/player.ts'
import type { NodeAddress } from '../addresses/node-address.ts'
import { DosMachine } from './dos/dos-machine.ts'
import { DosScreen } from './dos/dos-screen.ts'
import type { Drive } from './dos/drive.ts'
import { NetworkCard } from './dos/network-card.ts'
import { ProgramChoice } from './dos/program-choice.ts'
import { SoundStream } from './dos/sound-stream.ts'

const help = [
  'Choose IPX or network in the game. All computers on this LAN find it, in browsers and in DOSBox.',
  'The screen takes all keys. Shift+Tab moves the focus to the buttons.',
  'For games that turn with the mouse, press “Capture the mouse”. Escape releases it.',
  'The files stay in this page. Download the drive before you close it, to keep your saved games.',
]
const otherAddress =
  'Waiting for the room to accept the address of this computer. If it does not, load the page again.'
/** In milliseconds: half the silence after which another connection may take over a node's address. */
const addressRetryMs = 2500
/** An arrow into a tray, and a mouse. */
const downloadIcon = 'M12 4v11M7 10l5 5 5-5M4 20h16'
const mouseIcon = 'M12 3a6 6 0 0 1 6 6v6a6 6 0 0 1-12 0V9a6 6 0 0 1 6-6zM12 3v7M6 10h12'

const page = findPlayerPage()
const emulator = page.container.dataset.emulator ?? ''
const sound = new SoundStream()
let machine: DosMachine | undefined
/** The page shows its own problem before a problem of the connection. */
const status = { own: '', connection: '' }
let downloadUrl = ''
const { promise: joined, resolve: join } = Promise.withResolvers<NodeAddress>()

const card = new NetworkCard({
  send: (packet) => void connection.send(packet),
  joined: join,
  addressChecked(isAccepted) {
    setStatus({ own: isAccepted ? '' : otherAddress })
    if (!isAccepted) setTimeout(() => card.opened(), addressRetryMs)
  },
  deliver: (packet) => machine?.deliver(packet),
})
const connection = new Connection(
  page.room,
  {
    opened: () => card.opened(),
    received(message) {
      // [LAN-1.9]
      if (typeof message === 'string') page.showMessage(message)
      else card.receive(message)
    },
    statusChanged: ({ message }) => setStatus({ connection: message }),
  },
  { staysConnectedWhileHidden: true },
)

const choice = new ProgramChoice((drive, program) => void start(drive, program))
page.container.prepend(choice.element)
addStandardTools(page, { game: { slug: 'lan', title: 'DOS on the LAN' }, sound, help })

async function start(drive: Drive, program: string | undefined): Promise<void> {
  sound.start()
  setStatus({ own: 'Joining the LAN …' })
  const address = await joined
  setStatus({ own: '' })
  const started = new DosMachine(
    new Worker(emulator),
    { drive, program, address },
    {
      drawn: (picture) => screen.show(picture),
      sounded: (samples, perSecond) => sound.play(samples, perSecond),
      sent: (packet) => card.transmit(packet),
      unplugged: () => card.unplug(),
      ended: (problem) => {
        machine = undefined
        removeEventListener('beforeunload', confirmLeaving)
        setStatus({ own: `DOS has ended${problem ? `: ${problem}` : ''}. Load the page again to start it.` })
      },
    },
  )
  machine = started
  const screen = new DosScreen(started)
  page.container.replaceChildren(screen.element)
  screen.element.focus()
  page.addTool('Capture the mouse', mouseIcon, () => screen.captureMouse())
  page.addTool('Download the drive', downloadIcon, () => void download(started))
  addEventListener('beforeunload', confirmLeaving)
}

function setStatus(changed: Partial<typeof status>): void {
  Object.assign(status, changed)
  page.showStatus(status.own || status.connection)
}

/** The drive and its saved games exist only in this page. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function download(from: DosMachine): Promise<void> {
  const bundle = await from.packDrive()
  if (!bundle) return setStatus({ own: 'The drive cannot be downloaded.' })
  // Browsers may read the URL some time after the click, so it is valid until the next download.
  URL.revokeObjectURL(downloadUrl)
  downloadUrl = URL.createObjectURL(new Blob([bundle], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = downloadUrl
  link.download = 'drive.jsdos'
  link.click()
}
