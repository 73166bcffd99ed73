// DOSBox of the npm package `emulators` runs in a worker and exchanges messages with this page. The messages are
// defined in src/protocol/protocol.ts of emulators 8.4.2.
import type { Pixels } from '../../../../browser/canvas/screen.ts'
import type { NodeAddress } from '../../addresses/node-address.ts'
import { browserDosboxConfig, type Drive } from './drive.ts'

export type DosWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

export interface DosMachineEvents {
  drawn(picture: Pixels): void
  /** Samples of one channel, from -1 to 1. */
  sounded(samples: Float32Array<ArrayBuffer>, perSecond: number): void
  /** `packet`: an IPX packet that the program sends. */
  sent(packet: Uint8Array<ArrayBuffer>): void
  /** The program has left the network (`ipxnet disconnect`). */
  unplugged(): void
  /** DOS has ended. `problem`: undefined if DOS was switched off. */
  ended(problem?: string): void
}

/** The page does not need the worker's other messages. */
type FromWorker =
  | { readonly name: 'ws-ready' | 'ws-exit' | 'ws-sync-sleep' | 'ws-net-disconnect'; readonly props: object }
  | { readonly name: 'ws-err'; readonly props: { readonly tag: string; readonly message: string } }
  | { readonly name: 'ws-send-data-chunk'; readonly props: { readonly chunk: { readonly name: string } } }
  | {
      readonly name: 'ws-frame-set-size'
      readonly props: { readonly width: number; readonly height: number }
    }
  | {
      readonly name: 'ws-update-lines'
      readonly props: { readonly lines: readonly { readonly start: number; readonly heapu8: Uint8Array }[] }
    }
  | { readonly name: 'ws-sound-init'; readonly props: { readonly freq: number } }
  | { readonly name: 'ws-sound-push'; readonly props: { readonly samples: Float32Array<ArrayBuffer> } }
  | { readonly name: 'ws-net-send'; readonly props: { readonly data: Uint8Array<ArrayBuffer> } }
  | { readonly name: 'ws-persist'; readonly props: { readonly bundle: Uint8Array<ArrayBuffer> | null } }

const sessionId = 'lan'
/** The peer number of the room, which is the only other peer in the program's network. */
const roomPeer = 1
/** Bytes of a file in one message. */
const chunkBytes = 4 * 1024 * 1024

export class DosMachine {
  readonly #worker: DosWorker
  readonly #events: DosMachineEvents
  #picture: Pixels = { width: 0, height: 0, rgb: new Uint8Array(0) }
  #samplesPerSecond = 44_100
  #chunkReceived: (() => void) | undefined
  #packed: ((bundle: Uint8Array<ArrayBuffer> | null) => void) | undefined
  readonly #pressed = new Set<number>()
  /** Resolves when DOS runs or has ended. */
  readonly #booted = Promise.withResolvers<void>()
  #isOver = false

  /** [LAN-7.3] `address`: the node address that the room has assigned. Without a `program`, starts the DOS prompt. */
  constructor(
    worker: DosWorker,
    { drive, program, address }: { drive: Drive; program?: string | undefined; address: NodeAddress },
    events: DosMachineEvents,
  ) {
    this.#worker = worker
    this.#events = events
    const boot = () => void this.#boot(drive, program, address)
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#handle(data, boot))
    worker.addEventListener('error', ({ message }) => this.#end(message || 'the emulator cannot be loaded'))
    this.#send('wc-install')
  }

  /** `code`: a key's number in js-dos (keys.ts). */
  setKey(code: number, isPressed: boolean): void {
    if (this.#pressed.has(code) === isPressed) return
    if (isPressed) this.#pressed.add(code)
    else this.#pressed.delete(code)
    this.#send('wc-add-key', { key: code, pressed: isPressed, timeMs: performance.now() })
  }

  releaseKeys(): void {
    for (const code of [...this.#pressed]) this.setKey(code, false)
  }

  /** A position from 0 to 1 on both axes, or a number of pixels. */
  moveMouse(x: number, y: number, isRelative: boolean): void {
    this.#send('wc-mouse-move', { x, y, relative: isRelative, timeMs: performance.now() })
  }

  /** `button`: 0 left, 1 right. */
  setMouseButton(button: number, isPressed: boolean): void {
    this.#send('wc-mouse-button', { button, pressed: isPressed, timeMs: performance.now() })
  }

  /** `packet`: an IPX packet. */
  deliver(packet: Uint8Array): void {
    const data = packet.slice().buffer
    this.#send('wc-net-received', { peerId: roomPeer, data }, [data])
  }

  /** A `.jsdos` bundle. Undefined if DOSBox cannot pack the drive, or has ended. */
  async packDrive(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    await this.#booted.promise
    if (this.#isOver) return undefined
    const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>()
    this.#packed = resolve
    this.#send('wc-pack-fs-to-bundle', { onlyChanges: false })
    return (await promise) ?? undefined
  }

  #handle(message: FromWorker, boot: () => void): void {
    switch (message.name) {
      case 'ws-ready':
        return boot()
      case 'ws-sync-sleep':
        return this.#send('wc-sync-sleep', message.props)
      case 'ws-send-data-chunk':
        return this.#chunkReceived?.()
      case 'ws-frame-set-size': {
        const { width, height } = message.props
        this.#picture = { width, height, rgb: new Uint8Array(width * height * 3) }
        return
      }
      case 'ws-update-lines':
        for (const { start, heapu8 } of message.props.lines)
          this.#picture.rgb.set(heapu8, start * this.#picture.width * 3)
        return this.#events.drawn(this.#picture)
      case 'ws-sound-init':
        this.#samplesPerSecond = message.props.freq
        return
      case 'ws-sound-push':
        return this.#events.sounded(message.props.samples, this.#samplesPerSecond)
      case 'ws-net-send':
        return this.#events.sent(message.props.data)
      case 'ws-net-disconnect':
        return this.#events.unplugged()
      case 'ws-persist':
        return this.#packed?.(message.props.bundle)
      case 'ws-err':
        // DOSBox also reports events that are no errors. After a report with the tag `panic` it has ended.
        return message.props.tag === 'panic' ? this.#end(message.props.message) : undefined
      case 'ws-exit':
        return this.#end()
    }
  }

  async #boot(drive: Drive, program: string | undefined, address: NodeAddress): Promise<void> {
    await this.#write('.jsdos/dosbox.conf', new TextEncoder().encode(browserDosboxConfig(drive, program)))
    for (const { path, bytes } of drive.files) await this.#write(path, bytes)
    this.#send('wc-run', { myPeerId: peerIdOf(address) })
    this.#booted.resolve()
  }

  /** Sends the file in chunks. Waits until the worker has acknowledged each. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      await this.#writeChunk(path, bytes.slice(at, at + chunkBytes).buffer)
    await this.#writeChunk(path, null)
  }

  #writeChunk(name: string, data: ArrayBuffer | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#chunkReceived = resolve
    this.#send('wc-send-data-chunk', { chunk: { type: 'file', name, data } }, data ? [data] : [])
    return promise
  }

  #send(name: string, props: object = {}, transfer: Transferable[] = []): void {
    this.#worker.postMessage({ name, props: { ...props, sessionId } }, transfer)
  }

  #end(problem?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#worker.terminate()
    this.#booted.resolve()
    this.#packed?.(null)
    this.#events.ended(problem)
  }
}

/** The first four bytes of the address as a little-endian number, from which DOSBox derives its address. */
function peerIdOf(address: NodeAddress): number {
  const bytes = new DataView(new ArrayBuffer(4))
  bytes.setUint32(0, Math.floor(address / 2 ** 16))
  return bytes.getUint32(0, true)
}
