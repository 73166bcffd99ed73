// A worker without an emulator that gives the same answers as a recorded DOSBox of emulators 8.4.2. It runs in Node
// and, as source text, in a browser.

interface Message {
  readonly name: string
  readonly props: { readonly [field: string]: unknown }
}

/**
 * `post`: sends a message to the page. Returns the handler for messages of the page. The worker draws one red pixel,
 * registers, and sends each received packet back as a broadcast.
 */
export function scriptedDos(post: (message: Message) => void): (message: Message) => void {
  const received: Message[] = []
  const send = (name: string, props: Message['props'] = {}) =>
    post({ name, props: { ...props, sessionId: 'lan' } })
  const files: { [path: string]: number } = {}
  let address: number[] = []
  return (message) => {
    received.push(message)
    const { name, props } = message
    if (name === 'wc-install') send('ws-ready')
    if (name === 'wc-send-data-chunk') {
      const chunk = props.chunk as { readonly name: string; readonly data: ArrayBuffer | null }
      files[chunk.name] = (files[chunk.name] ?? 0) + (chunk.data?.byteLength ?? 0)
      send('ws-send-data-chunk', { chunk: { type: 'ok', name: chunk.name, data: null } })
    }
    if (name === 'wc-run') {
      const peer = props.myPeerId as number
      address = [peer & 255, (peer >> 8) & 255, (peer >> 16) & 255, peer >>> 24, 213, 0]
      send('ws-sound-init', { freq: 22_050 })
      send('ws-frame-set-size', { width: 2, height: 2 })
      send('ws-update-lines', { lines: [{ start: 1, heapu8: Uint8Array.of(255, 0, 0, 0, 0, 255) }] })
      send('ws-sound-push', { samples: new Float32Array(4) })
      send('ws-err', { tag: 'LOG_SB', message: 'DSP:Reset' })
      // A registration, which is sent to socket 2 of node 0.
      send('ws-net-send', {
        peerId: 1,
        data: Uint8Array.of(255, 255, 0, 30, ...Array(13).fill(0), 2, ...Array(11).fill(0), 2),
      })
    }
    if (name === 'wc-net-received') {
      const packet = new Uint8Array(props.data as ArrayBuffer)
      if (packet[17] === 2) return
      packet.set(Array(6).fill(255), 10)
      packet.set(address, 22)
      send('ws-net-send', { peerId: 1, data: packet })
    }
    if (name === 'wc-pack-fs-to-bundle')
      send('ws-persist', { bundle: new TextEncoder().encode(JSON.stringify(files)) })
    if (name === 'wc-exit') send('ws-exit')
  }
}
