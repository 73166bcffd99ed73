import { describe, expect, it } from 'vitest'
import { formatNodeAddress } from '../../../../../games/lan/addresses/node-address.ts'
import { NetworkCard } from '../../../../../games/lan/browser/dos/network-card.ts'
import { fromClient, fromServer, registration } from '../../../../../games/lan/packets.ts'
import { join, type LanRoom, lanRoom, packet } from '../../lan-room.ts'

const broadcast = (from: number, number: number) => packet({ from, data: Uint8Array.of(number) })
const bytesOf = (one: Parameters<typeof fromClient.encode>[0]) => new Uint8Array(fromClient.encode(one))

class Page {
  readonly delivered: Uint8Array[] = []
  /** For each reconnection, whether the room accepted the address. */
  readonly checks: boolean[] = []
  address = 0
  readonly card: NetworkCard
  readonly #room: LanRoom
  #client: ReturnType<LanRoom['connect']>

  constructor(room: LanRoom, ip: string) {
    this.#room = room
    this.#client = this.#connect(ip)
    this.card = new NetworkCard({
      send: (bytes) => this.#client.sendFrame(bytes),
      joined: (address) => (this.address = address),
      addressChecked: (isAccepted) => this.checks.push(isAccepted),
      deliver: (bytes) => this.delivered.push(bytes),
    })
    this.open()
  }

  get numbers(): number[] {
    this.open(false)
    return this.delivered
      .map((one) => fromServer.decode(one))
      .flatMap((one) => (one.type === 'PACKET' ? [one.data[0]!] : []))
  }

  /** `abandons`: the room does not detect the loss of the earlier connection. */
  reconnect(ip: string, { abandons = false } = {}): void {
    if (!abandons) this.#client.hangUp()
    this.#client = this.#connect(ip)
    this.open()
  }

  /** Passes frames to the card until none is unread. `isNew`: whether it has just been opened. */
  open(isNew = true): void {
    if (isNew) this.card.opened()
    this.#room.pass(10)
    for (let next = this.#client.next(); next; next = this.#client.next())
      this.card.receive(fromServer.encode(next))
  }

  #connect(address: string) {
    return this.#room.connect({ transport: 'websocket', address })
  }
}

async function pageInRoom() {
  const room = await lanRoom()
  const page = new Page(room, '192.0.2.1')
  const ann = join(room)
  const say = (number: number) => {
    ann.client.send(broadcast(ann.address, number))
    return page.numbers
  }
  return { room, page, say }
}

describe('the network card', () => {
  it('[LAN-7.3] is a node before the computer starts, with an address that js-dos can use', async () => {
    const { room, page } = await pageInRoom()
    expect(room.view).toMatchObject({ players: 2 })
    expect(formatNodeAddress(page.address)).toMatch(/^02(:[0-9a-f]{2}){3}:d5:00$/)
  })

  it('[LAN-7.3] answers the computer’s registration, and delivers no packets before it', async () => {
    const { page, say } = await pageInRoom()
    expect(say(1)).toEqual([])
    page.card.transmit(bytesOf(registration))
    expect(fromServer.decode(page.delivered[0]!)).toMatchObject({
      ...{ type: 'REGISTERED', destination: page.address, destinationNetwork: 0 },
    })
    expect(say(2)).toEqual([2])
    page.card.unplug()
    expect(say(3)).toEqual([2])
  })

  it('sends the computer’s packets, and drops other data', async () => {
    const { room, page } = await pageInRoom()
    page.card.transmit(bytesOf(broadcast(page.address, 7)))
    page.card.transmit(new Uint8Array(29))
    expect(room.view).toMatchObject({ nodes: [{ packets: 1 }, {}], dropped: { malformed: 0 } })
  })

  it('[LAN-7.4] keeps the address when the connection is lost', async () => {
    const { page, say } = await pageInRoom()
    page.card.transmit(bytesOf(registration))
    page.reconnect('192.0.2.1')
    expect(say(4)).toEqual([4])
    expect(page.checks).toEqual([true])
  })

  it('[LAN-7.4] reports that the room does not accept its address from another IP address', async () => {
    const { page } = await pageInRoom()
    page.reconnect('192.0.2.99')
    expect(page.checks).toEqual([false])
  })

  it('[LAN-7.4] gets its address back after some time, if the room has not detected the loss of its earlier connection', async () => {
    const { room, page, say } = await pageInRoom()
    page.card.transmit(bytesOf(registration))
    page.reconnect('192.0.2.1', { abandons: true })
    expect(page.checks).toEqual([false])
    room.pass(5000)
    page.open()
    page.open()
    expect(page.checks.at(-1)).toBe(true)
    expect(say(5)).toEqual([5])
    expect(room.view).toMatchObject({ players: 2 })
  })

  it('answers pings itself, so that a paused program stays on the network', async () => {
    const { room, page } = await pageInRoom()
    for (let n = 0; n < 10; n++) {
      room.pass(30_000)
      page.open(false)
    }
    expect(room.view).toMatchObject({ nodes: [{ transport: 'websocket' }] })
  })
})
