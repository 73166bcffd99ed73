// The browser client of Say Back. The client enters over the room's WebSocket, shows received lines and sends the
// player's lines.
import { Connection } from '../../../browser/connection/connection.ts'
import { suggestGuestName } from '../../../browser/player/guest-name.ts'
import { createElement, setText } from '../../../browser/ui/elements.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { lineBytes } from '../lines/line.ts'
import { type FromClient, type FromServer, fromClient, fromServer } from '../packets.ts'
import { ReceivedLines } from './received-lines.ts'

const page = findElement('[data-play]')
const status = findElement('[data-status]')
const list = findElement('[data-lines]')
const form = findElement<HTMLFormElement>('[data-say]')
const input = findElement<HTMLInputElement>('[data-say] input')
const received = new ReceivedLines()
const name = suggestGuestName()

const connection = new Connection(
  page.dataset.play ?? '',
  {
    opened: () => send({ type: 'HELO', name }),
    received(message) {
      try {
        if (typeof message === 'string') throw new WireError('received text instead of a packet')
        onPacket(fromServer.decode(message))
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        setText(status, `Protocol error: ${error.message}.`)
        connection.disconnect()
      }
    },
    statusChanged: ({ message }) => setText(status, message),
  },
  { staysConnectedWhileHidden: true },
)

function send(packet: FromClient): boolean {
  return connection.send(new Uint8Array(fromClient.encode(packet)))
}

function onPacket(packet: FromServer): void {
  if (packet.type === 'TOLD') setText(status, packet.text)
  if (packet.type !== 'ECHO' || !received.add(packet)) return
  // Screen readers read each added element.
  list.append(createElement('li', packet.text))
  if (list.childElementCount > received.all.length) list.firstElementChild?.remove()
  list.scrollTop = list.scrollHeight
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = input.value
  if (new TextEncoder().encode(text).length > lineBytes)
    setText(status, `This line is too long: the limit is ${lineBytes} bytes.`)
  else if (send({ type: 'TALK', text })) {
    input.value = ''
    setText(status, '')
  }
})

/** Finds an element of the page. Throws if the element is missing. */
function findElement<E extends HTMLElement = HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}
