// `npm run test:lan [-- --packets N --minutes N --only lan|retroarch]`: tests rooms of this clone with Debian's
// programs. First, the room's answer to a registration is compared with the answer of DOSBox's own server. Then two of
// Debian's DOSBoxes and the browser's DOSBox share a LAN room: each broadcasts N numbered packets (default 10,000) and
// records the packets that it receives. Then two of Debian's RetroArchs play over a relay room for N minutes (default
// 10); the Worker is killed in the middle. Needs Debian's packages dosbox, nasm, retroarch, libretro-gambatte and
// libretro-core-info, and the npm package emulators. Listens on loopback only. Exits 1 if a check fails.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Site, withSite, withTemporaryFolder } from '../../bench/site.ts'
import emulators from '../../games/lan/browser/installed-package.json' with { type: 'json' }
import { fromClient, fromServer, registration } from '../../games/lan/packets.ts'
import { annotatedHexDump } from '../../wire/packets/annotated-hex-dump.ts'
import { runNumbersInBrowser } from './browser.ts'
import { readResult, runDosBox, runNumbers, temporaryFolder } from './dosbox.ts'
import { checkRetroArch } from './retroarch.ts'

const {
  values: { only, ...values },
} = parseArgs({
  options: {
    packets: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
})
const nodes = 3
const packets = Number(values.packets)
const minutes = Number(values.minutes)
const runsLan = only !== 'retroarch'
const runsRetroArch = only !== 'lan'
/** Maximum of --packets: NUMBERS.COM has a byte for each packet of each node, in 64 KiB. */
const maxPackets = 16_000
/** Packets that a node sends per tick of DOS: 73 a second, twice as many as Doom sends. */
const perTick = 4
/** Milliseconds for DOSBox to start its server. */
const startMs = 3000
const answerMs = 2000
const packages = 'dosbox nasm retroarch libretro-gambatte libretro-core-info'
const serverPort = 22_130
/**
 * Start and end of the parts of a REGISTERED that may differ: the packet type, which DOSBox leaves uninitialized, and
 * the two addresses.
 */
const ownBytes = [
  [5, 6],
  [10, 16],
  [22, 28],
] as const

function requireSettings(): void {
  if (!Number.isInteger(packets) || packets < 1 || packets > maxPackets)
    exitWith(2, `--packets must be a whole number from 1 to ${maxPackets}`)
  if (!(minutes > 0)) exitWith(2, '--minutes must be a number above 0')
  if (only !== undefined && only !== 'lan' && only !== 'retroarch')
    exitWith(2, '--only must be lan or retroarch')
}

function requirePrograms(): void {
  const wanted = [...(runsLan ? ['dosbox', 'nasm'] : []), ...(runsRetroArch ? ['retroarch'] : [])]
  const missing = wanted.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0)
    exitWith(1, `Missing: ${missing.join(', ')}. Install them: sudo apt-get install ${packages}`)
  const { name, version } = emulators
  if (runsLan && !existsSync(resolve(import.meta.dirname, '../../node_modules', name)))
    exitWith(1, `Missing: ${name}. Install it: npm install --no-save ${name}@${version}`)
}

function exitWith(code: number, message: string): never {
  console.error(message)
  process.exit(code)
}

/** The first datagram that the server at this port sends in answer to a registration. */
async function answerToRegistration(port: number): Promise<Uint8Array> {
  const socket = createSocket('udp4')
  socket.send(fromClient.encode(registration), port, '127.0.0.1')
  const late = setTimeout(() => socket.emit('error', new Error(`no answer from port ${port}`)), answerMs)
  const [answer] = (await once(socket, 'message')) as [Buffer]
  clearTimeout(late)
  socket.close()
  return new Uint8Array(answer)
}

/** Whether the room's answer equals the answer of DOSBox, except for the parts in `ownBytes`. */
async function checkRegistration(port: number): Promise<boolean> {
  const untilAnswered = delay(startMs + 2 * answerMs)
  const server = runDosBox(temporaryFolder(), [`ipxnet startserver ${serverPort}`], untilAnswered)
  await delay(startMs)
  const [theirs, ours] = [await answerToRegistration(serverPort), await answerToRegistration(port)]
  await server
  for (const [from, to] of ownBytes) ours.set(theirs.subarray(from, to), from)
  const isEqual = Buffer.from(ours).equals(theirs)
  report(isEqual, "the answer to a registration equals DOSBox's, except for addresses")
  if (!isEqual) console.log(annotatedHexDump(theirs, fromServer), annotatedHexDump(ours, fromServer))
  return isEqual
}

/**
 * Whether the room delivers every packet to every other node exactly once. On a busy machine a program may read too
 * late: the kernel drops datagrams at the full socket of a DOSBox, and the browser's DOSBox drops packets that the page
 * has received. Such losses are no fault of the room. They are counted separately.
 */
async function checkNumbers(site: Site): Promise<boolean> {
  const port = site.port('lan', 'udp')
  const [browser, ...dosBoxes] = Array.from({ length: nodes }, (_, id) => ({ id, nodes, packets, perTick }))
  const dropsBefore = kernelDrops()
  const inDosBoxes = Promise.all(dosBoxes.map((one) => runNumbers(port, one)))
  const inBrowser = runNumbersInBrowser(new URL('/lan/harbor/dos', site.url), browser!, inDosBoxes)
  const { result, received } = await inBrowser
  const drops = kernelDrops() - dropsBefore
  let isComplete = true
  let lostByUdp = 0
  for (const [at, heard] of [result, ...(await inDosBoxes)].entries())
    for (let of = 0; of < nodes; of++) {
      if (of === at) continue
      const counts = readResult(heard, browser!, of)
      const [once, doubled] = [counts.filter((n) => n === 1).length, counts.filter((n) => n > 1).length]
      const lost = packets - once - doubled
      if (at !== 0) lostByUdp += lost
      const isGood = doubled === 0 && (at !== 0 || received[of] === packets)
      isComplete &&= isGood
      const inPage = at === 0 ? `; the page received ${received[of]}` : ''
      report(
        isGood,
        `${nameOf(at)} heard ${once} of ${packets} packets of ${nameOf(of)}; ${doubled} doubled, ${lost} lost${inPage}`,
      )
    }
  const isExplained = lostByUdp <= drops
  report(isExplained, `the DOSBoxes lost ${lostByUdp} packets; the kernel dropped ${drops} at full sockets`)
  return isComplete && isExplained
}

/** Number of datagrams that this machine has dropped because a program did not read them in time. */
function kernelDrops(): number {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Udp: '))
    .map((line) => line.split(' '))
  return Number(values![names!.indexOf('RcvbufErrors')])
}

function report(isGood: boolean, text: string): void {
  console.log(`${isGood ? 'ok    ' : 'not ok'}  ${text}`)
}

const nameOf = (node: number) => (node === 0 ? 'the browser' : `DOSBox ${node}`)

requireSettings()
requirePrograms()
await withTemporaryFolder((state) =>
  withSite(state, async (site) => {
    const results = []
    if (runsLan) results.push(await checkRegistration(site.port('lan', 'udp')), await checkNumbers(site))
    if (runsRetroArch) results.push(await checkRetroArch(site, minutes))
    process.exitCode = results.every(Boolean) ? 0 : 1
  }),
)
