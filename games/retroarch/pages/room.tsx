import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'
import type { SessionsResponse } from '../endpoints/sessions.ts'

export function roomPageContent(json: string, room: PageRoom): PageContent {
  const state: SessionsResponse = JSON.parse(json)
  return {
    title: 'Relay',
    content: (
      <>
        <section aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <div data-refresh="sessions">
            <Sessions state={state} />
          </div>
        </section>
        <section aria-labelledby="connect">
          <h2 id="connect">How to connect</h2>
          <div data-refresh="ways">
            <Settings room={room} />
          </div>
        </section>
      </>
    ),
  }
}

function Sessions({ state: { sessions } }: { state: SessionsResponse }): Child {
  if (sessions.length === 0) return <p>Nobody plays through this relay right now.</p>
  return (
    <section class="wide" aria-label="Sessions" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col" class="number">
              Players
            </th>
            <th scope="col" class="number">
              Joining
            </th>
            <th scope="col" class="number">
              Minutes
            </th>
            <th scope="col" class="number">
              Relayed
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ players, waiting, seconds, bytes }, n) => (
            <tr>
              <td>{n + 1}</td>
              <td class="number">{players}</td>
              <td class="number">{waiting}</td>
              <td class="number">{Math.floor(seconds / 60)}</td>
              <td class="number">{Math.round(bytes / 1000)} kB</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Settings({ room }: { room: PageRoom }): Child {
  const address = room.addresses.find(({ transport }) => transport === 'tcp')
  if (!address) return <p>No sidecar serves this room right now, so it has no address.</p>
  const custom = `${address.host}|${address.port}`
  return (
    <>
      <p>
        To host a game, open Netplay → Network in RetroArch, switch on “Use Relay Server”, choose the relay
        server location “Custom”, and enter the address <code data-copy>{custom}</code>. Or put these lines
        into <code>retroarch.cfg</code>:
      </p>
      <pre>
        <code data-copy>{`netplay_use_mitm_server = "true"
netplay_mitm_server = "custom"
netplay_custom_mitm_server = "${custom}"`}</code>
      </pre>
      <p>
        Then start hosting. Your friends find the game in RetroArch’s lobby and join it there; they need no
        settings. The relay does not know which game you play.
      </p>
    </>
  )
}
