import type { Child } from 'hono/jsx'
import type { ListenerAddress, PageContent, PageRoom } from '../../game.ts'
import type { NodeRow, NodesResponse } from '../endpoints/nodes.ts'
import { emulatorAsset } from './dos.tsx'

export function roomPageContent(json: string, room: PageRoom): PageContent {
  const state: NodesResponse = JSON.parse(json)
  return {
    title: 'LAN',
    content: (
      <>
        <section aria-labelledby="nodes">
          <h2 id="nodes">On the cable</h2>
          <div data-refresh="nodes">
            <Nodes state={state} />
          </div>
        </section>
        <section aria-labelledby="connect">
          <h2 id="connect">How to connect</h2>
          <div data-refresh="ways">
            <Connect room={room} />
          </div>
        </section>
      </>
    ),
  }
}

function Nodes({ state: { nodes, game, perSecond, dropped } }: { state: NodesResponse }): Child {
  if (nodes.length === 0) return <p>Nobody is connected. The cable is free.</p>
  const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <p>
        {nodes.length === 1 ? '1 computer' : `${nodes.length} computers`}
        {game && `, which seem to play ${game}`}
        {`: ${formatRate(perSecond.packets)} packets and ${formatBytes(perSecond.bytes)} a second.`}
      </p>
      <section class="wide" aria-label="Nodes" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">By</th>
              <th scope="col">Game</th>
              <th scope="col" class="number">
                Packets a second
              </th>
              <th scope="col" class="number">
                Bytes a second
              </th>
              <th scope="col" class="number">
                Packets
              </th>
              <th scope="col" class="number">
                Silent for
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <NodeCells node={node} />
            ))}
          </tbody>
        </table>
      </section>
      {lost > 0 && (
        <p class="quiet">
          {`Dropped: ${dropped.filtered} of Windows networking, ${dropped.forged} from a wrong address, `}
          {`${dropped.unreachable} to nobody, ${dropped.malformed} malformed.`}
        </p>
      )}
    </>
  )
}

function NodeCells({ node }: { node: NodeRow }): Child {
  return (
    <tr>
      <td>
        <code>{node.address}</code>
      </td>
      <td>{node.transport === 'udp' ? 'UDP' : 'WebSocket'}</td>
      <td>{node.game ?? (node.socket === null ? '' : `socket ${formatSocket(node.socket)}`)}</td>
      <td class="number">{formatRate(node.perSecond.packets)}</td>
      <td class="number">{formatBytes(node.perSecond.bytes)}</td>
      <td class="number">{node.packets}</td>
      <td class="number">{node.silentSeconds} s</td>
    </tr>
  )
}

function Connect({ room }: { room: PageRoom }): Child {
  const address = room.addresses.find(({ transport }) => transport === 'udp')
  return (
    <dl>
      {address ? (
        <UdpClients address={address} path={room.path} />
      ) : (
        <>
          <dt>DOSBox and IPXWrapper</dt>
          <dd>No sidecar serves this room right now, so it has no UDP address.</dd>
        </>
      )}
      <dt>In this browser</dt>
      <dd>
        {emulatorAsset(room) === undefined ? (
          <>
            This site has no DOS emulator. Its operator can{' '}
            <a href="/docs/how-to/dos-in-the-browser">install one</a>.
          </>
        ) : (
          <>
            <a href={`${room.path}/dos`}>Run a DOS program</a> from your own disk. It needs no DOSBox.
          </>
        )}{' '}
        Other emulators connect by WebSocket, with one IPX packet a message:{' '}
        <code data-copy>{room.websocket}</code>
      </dd>
      <dt>Then</dt>
      <dd>
        Start the game in each DOSBox and choose IPX or network in its menu. Everybody on this cable can see
        everybody’s games: there are no passwords in IPX.
      </dd>
    </dl>
  )
}

function UdpClients({ address: { host, port }, path }: { address: ListenerAddress; path: string }): Child {
  const connect = `ipxnet connect ${host} ${port}`
  return (
    <>
      <dt>DOSBox, DOSBox-X, DOSBox Staging</dt>
      <dd>
        Set <code>ipx=true</code> in the section <code>[ipx]</code> of its configuration and type{' '}
        <code data-copy>{connect}</code> at the DOS prompt. Or start DOSBox with{' '}
        <a href={`${path}/dosbox.conf`} download="dosbox.conf">
          dosbox.conf
        </a>
        , which does both: <code data-copy>dosbox -conf dosbox.conf</code>
      </dd>
      <dt>Windows games, with IPXWrapper</dt>
      <dd>
        In its configuration choose “DOSBox UDP encapsulation”, with server <code data-copy>{host}</code> and
        port <code data-copy>{port}</code>.
      </dd>
    </>
  )
}

function formatRate(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
}

function formatBytes(bytes: number): string {
  return bytes < 1000 ? `${Math.round(bytes)} B` : `${(bytes / 1000).toFixed(1)} kB`
}

/** Formats a socket as four hexadecimal digits, as in manuals and setup programs. */
function formatSocket(socket: number): string {
  return socket.toString(16).toUpperCase().padStart(4, '0')
}
