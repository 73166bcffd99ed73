// Tiles keep their last paint, gates are open while every switch is occupied, no item has two holders, and only one
// client plays with a secret.
import type { Game, Json } from '../../../games/game.ts'
import { type BoardPoint, isPainted, type UnitDefinition } from '../../../games/soaprun/board/board.ts'
import { initialRecords } from '../../../games/soaprun/board/records.ts'
import { soaprun } from '../../../games/soaprun/index.ts'
import { defaultOptions } from '../../../games/soaprun/options.ts'
import { statusNumbers } from '../../../games/soaprun/players/player.ts'
import { closedGateParam } from '../../../games/soaprun/units/unit.ts'
import { canvasTile, formatNodes, smallMap, unit } from '../../games/soaprun/small-world.ts'
import { type Field, type FieldPacket, SoaprunClient, tileAt } from '../clients/soaprun.ts'
import {
  type DurableRecords,
  type GameModel,
  readOnlyStore,
  type SessionOutcome,
  violate,
} from '../core/game-model.ts'

const maxClients = 24
const switches: readonly BoardPoint[] = [
  { x: 38, y: 18 },
  { x: 42, y: 18 },
]
/** One switch opens the gate at x = 44. The gate behind it, at x = 40, needs both switches. */
const units: readonly UnitDefinition[] = [
  unit('Goal', 55, 40),
  unit('Sword', 50, 5),
  unit('Shield', 52, 5),
  unit('Gate', 40, 12, { switches: [...switches] }),
  unit('Gate', 44, 12, { switches: switches.slice(0, 1) }),
  ...Array.from({ length: 12 }, (_, n) => unit('Crawl', 4 + 4 * n, 40)),
]
const gates = [
  { unit: 3, switches },
  { unit: 4, switches: switches.slice(0, 1) },
]

const field: Field = {
  lane: 22,
  canvas: (n) => ({ x: 2 + 2 * (n % maxClients), y: 30 }),
  common: { x: 32, y: 26 },
  switches,
  goal: 0,
  swords: [1],
  shields: [2],
  crawls: units.flatMap(({ type }, index) => (type === 'Crawl' ? [index] : [])),
}
const canvases = [field.common, ...Array.from({ length: maxClients }, (_, n) => field.canvas(n))]
const map = smallMap(units, { tiles: { [canvasTile]: formatNodes(canvases) } })

const game: Game = {
  ...(soaprun as Game),
  createRoom: async ({ options }) => ({
    options: { ...defaultOptions, ...options },
    records: initialRecords(map),
    warnings: [],
  }),
}

type SoaprunOutcome = SessionOutcome<SoaprunClient>

export const soaprunModel: GameModel<SoaprunClient> = {
  game,
  // Packet and request limits only delay a client. The limits on drawing are off.
  options: {
    maxPacketsPerSecond: 100,
    maxRoomRequestsPerSecond: 20,
    maxDrawsPerSecond: 0,
    maxWorldDrawsPerSecond: 0,
    maxTilesPerSecond: 0,
    maxHitTiles: 0,
  },
  transports: ['tcp', 'websocket'],
  createClient: (n, chance) => new SoaprunClient(n, field, chance),
  checkPresent(clients) {
    const secrets = clients.flatMap(({ shown, secret }) => (shown && secret) ?? [])
    // [SR-7.8]
    if (new Set(secrets).size < secrets.length) violate('a secret has one client', secrets.join())
    for (const { shown, place } of clients) if (shown) checkGates(shown, place)
  },
  checkFinal(outcomes, durable) {
    checkTiles(outcomes, durable)
    checkHolders(durable)
  },
}

function checkTiles(outcomes: readonly SoaprunOutcome[], durable: DurableRecords): void {
  for (const { clientModel, allFramesDelivered, stayedToEnd } of outcomes) {
    // [SR-7.8] Another client with the secret may have ended the session before its last frames.
    const wasHeard = allFramesDelivered && (clientModel.secret === undefined || stayedToEnd)
    const sure = wasHeard ? clientModel.painted.length : clientModel.acknowledged
    const may = sure === 0 ? [canvasTile, ...clientModel.painted] : clientModel.painted.slice(sure - 1)
    const there = withoutCorpse(tileAt(durable, clientModel.canvas))
    if (!may.includes(there))
      violate('tiles keep their last paint', `client ${clientModel.n} painted ${may}, not ${there}`)
  }
  const common = withoutCorpse(tileAt(durable, field.common))
  if (isPainted(common) && !outcomes.some(({ clientModel }) => clientModel.paintedInCommon.has(common)))
    violate('every effect has a request', `nobody painted ${common}`)
}

function withoutCorpse(tile: number): number {
  return tile & 0x0f
}

function checkHolders(durable: DurableRecords): void {
  const states = (readOnlyStore(durable).get('units') ?? []) as readonly { type: string; holder?: Json }[]
  const held = states.filter(({ holder }) => holder).map(({ type, holder }) => type + JSON.stringify(holder))
  if (new Set(held).size < held.length) violate('no item has two holders', held.join())
}

/** No player moves, and the clients have had time to receive the final state. */
function checkGates(shown: FieldPacket, place: BoardPoint): void {
  const others = shown.players.map(({ status, nodes }) => ({ status, place: nodes.at(-1)! }))
  const living = [{ status: shown.status, place }, ...others].filter(
    ({ status }) => status === statusNumbers.idle,
  )
  for (const { unit: index, switches: all } of gates) {
    const open = all.every(({ x, y }) => living.some((one) => one.place.x === x && one.place.y === y))
    const gate = shown.units.find((one) => one.index === index)
    // [SR-5.1] Rooms next to the player show their units.
    if (gate && (gate.param !== closedGateParam) !== open)
      violate('gates follow their switches', `gate ${index} is wrongly ${open ? 'closed' : 'open'}`)
  }
}
